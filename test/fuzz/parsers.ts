import assert from 'node:assert/strict'
import fc from 'fast-check'
import { soapAnswer } from '#activities/operators/moov/soap.ts'
import { parseObject } from '#activities/operators/mtn/json.ts'
import { errorTable, ServiceError } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { parseAmount } from '#domain/money/money.ts'
import { currencyCodes } from '#domain/money/currency.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { csvLine } from '#domain/text/csv.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
import { readTypedCode } from '#domain/text/typed-code.ts'
import { createCursorCodec } from '#http/cursor.ts'
import { parseJsonBody } from '#http/json.ts'
import { bodyCheck } from '#http/validate.ts'
import { checkEndpointUrl } from '#platform/endpoint-url.ts'
import { createKeyring } from '#platform/keyring.ts'
import {
  type PasskeySite,
  readPasskeyAnswer,
  verifyNew,
  verifySignature,
} from '#platform/passkey.ts'
import { readPicture } from '#platform/picture.ts'
import { isPublicAddress } from '#platform/public-address.ts'
import { readTable, UnreadableTable } from '#platform/read-table.ts'
import { readPayoutFile } from '#use-cases/payouts/read-file.ts'
import { rateLine, readRatesCsv } from '#use-cases/rates/typed.ts'
import { createReceiptCodes } from '#use-cases/receipts/codes.ts'
import { readOperatorStatement } from '#use-cases/reconciliation/read-statement.ts'
import { softDevice } from '#test/support/passkeys.ts'
import { jpegOf, pngOf } from '#test/support/pictures.ts'
import { mutated, mutatedBytes } from './mutations.ts'

/** A reader of what strangers send, and the promise that it keeps whatever that is. */
export interface ParserTarget {
  readonly name: string
  readonly property: fc.IAsyncProperty<[unknown]>
}

/** What a reader may refuse by; anything else that it throws is a crash. */
function refusing<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ServiceError && errorTable[error.code].http < 500) return undefined
    throw error
  }
}

function target<Input>(
  name: string,
  inputs: fc.Arbitrary<Input>,
  read: (input: Input) => unknown,
): ParserTarget {
  const property = fc.asyncProperty(inputs, async (input) => void (await read(input)))
  return { name, property: property as unknown as ParserTarget['property'] }
}

const keyring = createKeyring([Buffer.alloc(32, 7)])
const cursors = createCursorCodec((message) => keyring.mac('cursor', message))
const codes = createReceiptCodes(keyring)
const place = { list: 'transactions', scope: 'someone' }
const checkLine = bodyCheck(rateLine)
const statementRules = {
  kinds: ['collection', 'payout', 'refund'],
  start: new Date('2026-11-01T00:00:00Z'),
  end: new Date('2026-12-01T00:00:00Z'),
} as const
const limits = { bytesMax: 200_000, sideMin: 16, sideMax: 1024 }

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    'operator_reference',
    'collection',
    'XOF',
    '1020',
    '2026-11-22',
    'USD',
    '565.25',
    '0197001234',
  ),
)
const tables = (columns: readonly string[]) =>
  fc
    .array(fc.array(words, { maxLength: columns.length + 1 }), { maxLength: 6 })
    .map((rows) => `${columns.join(';')}\n${rows.map((row) => csvLine(row)).join('')}`)
const soap = fc
  .tuple(fc.constantFrom('return', 'result', 'response'), fc.integer(), words)
  .map(
    ([name, status, word]) =>
      `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><n:PushResponse xmlns:n="http://tlc.com.ph/"><${name}><status>${status}</status><referenceid>${word}</referenceid></${name}></n:PushResponse></s:Body></s:Envelope>`,
  )
const sides = fc.integer({ min: 1, max: 80 })
const pictures = fc.oneof(
  fc
    .record({
      width: sides,
      height: sides,
      colour: fc.constantFrom(0, 2, 3, 4, 6),
      depth: fc.constantFrom(1, 8, 16),
      isInterlaced: fc.boolean(),
    })
    .map(pngOf),
  fc.record({ width: fc.integer({ min: 16, max: 64 }) }).map(jpegOf),
)
const hosts = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.ipV4().map((ip) => `https://${ip}/hook`),
  fc.ipV6().map((ip) => `https://[${ip}]:8443/hook`),
  fc.constantFrom('https://shop.example/hook', 'https://user:pass@shop.example:1/%2e%2e'),
)
const passkeySite: PasskeySite = { id: 'pay.example', origin: 'https://pay.example' }
const device = softDevice(passkeySite.origin)
const challenge = Buffer.alloc(32, 5).toString('base64url')
const publicKey = new Uint8Array(77)
const passkeyAnswers = fc.constantFrom(
  device.make({ challenge, rp: passkeySite, user: { id: 'c29tZWJvZHk' } }),
  device.sign({ challenge, rpId: passkeySite.id }),
)
const ids = fc.uuid().map((id) => asId<TransactionId>(id))

/** Every reader of text or bytes that come from outside. */
export const parserTargets: readonly ParserTarget[] = [
  target('JSON bodies', mutated(fc.json({ maxDepth: 9 })), (text) => {
    const value = refusing(() => parseJsonBody(text))
    if (value !== undefined) assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)))
  }),
  target('JSON of operators', mutated(fc.json({ maxDepth: 9 })), (text) => parseObject(text)),
  target('SOAP', mutated(soap), (text) => soapAnswer('Push', text)),
  target(
    'statements',
    mutated(tables(['operator_reference', 'kind', 'amount', 'currency', 'time'])),
    async (text) => {
      await readOperatorStatement(text, statementRules).catch((error: unknown) => {
        refusing(() => {
          throw error
        })
      })
    },
  ),
  target('CSV', mutated(tables(['a', 'b', 'c'])), async (text) => {
    try {
      for await (const row of readTable(text)) assert.ok(row.number >= 1)
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error
    }
  }),
  target(
    'payout files',
    mutated(tables(['numero', 'montant', 'nom', 'operateur', 'reference', 'libelle'])),
    async (text) => {
      const { lines, whole } = await readPayoutFile(Buffer.from(text, 'utf8'))
      assert.ok(whole === null || lines.length === 0)
      for (const { amount } of lines) assert.ok(amount.minor > 0n)
    },
  ),
  target('bytes of payout files', mutatedBytes(pictures), async (bytes) => {
    await readPayoutFile(bytes)
  }),
  target('answers of passkeys', mutated(passkeyAnswers), async (text) => {
    const answer = readPasskeyAnswer(text)
    if (answer === null) return
    await verifyNew(passkeySite, answer)
    const signed = await verifySignature(passkeySite, answer, publicKey)
    assert.equal(typeof signed, 'string', 'no key but its own is believed')
  }),
  target('rates', mutated(tables(['currency', 'rate', 'source', 'at'])), (text) =>
    readRatesCsv(text.replaceAll(';', ','), checkLine),
  ),
  target('pictures', mutatedBytes(pictures), (bytes) => {
    const picture = readPicture(bytes, limits)
    if (picture === undefined) return
    assert.ok(picture.width <= limits.sideMax && picture.height <= limits.sideMax)
  }),
  target(
    'cursors',
    fc.array(words, { maxLength: 3 }).chain((position) => {
      const good = cursors.encode(place, position)
      return mutated(fc.constant(good)).map((text) => ({ good, text }))
    }),
    ({ good, text }) => {
      const read = refusing(() => cursors.decode(place, text))
      assert.ok(read === undefined || text === good, 'no cursor but ours is taken')
    },
  ),
  target(
    'signed codes',
    ids.chain((id) =>
      mutated(fc.constant(codes.encode('invoice', id))).map((text) => ({ id, text })),
    ),
    ({ id, text }) => {
      const good = codes.encode('invoice', id)
      assert.ok(codes.decode('verify', text) === undefined, 'a code opens for its use alone')
      assert.equal(codes.decode('invoice', text), text === good ? id : undefined)
    },
  ),
  target('webhook addresses', mutated(hosts), (text) => {
    const checked = checkEndpointUrl(text, { privateHosts: new Set() })
    if (checked.ok) assert.match(checked.url, /^https:\/\//)
  }),
  target('network addresses', mutated(fc.oneof(fc.ipV4(), fc.ipV6())), (text) =>
    isPublicAddress(text),
  ),
  target(
    'phone numbers',
    mutated(fc.constantFrom('2290197001234', '+229 01 97 00 12 34')),
    (text) => parsePhone(text, {}),
  ),
  target(
    'amounts',
    fc.tuple(mutated(fc.double().map(String)), fc.constantFrom(...currencyCodes)),
    ([text, currency]) => {
      const amount = parseAmount(text, currency)
      if (amount.ok) assert.ok(amount.value.minor > 0n)
    },
  ),
  target(
    'times',
    mutated(fc.date({ noInvalidDate: true }).map((at) => at.toISOString())),
    (text) => {
      const time = parseTimestamp(text)
      assert.ok(time === null || !Number.isNaN(time.getTime()))
    },
  ),
  target('typed codes', mutated(fc.constant('Q6SX-DBEA-PDSR')), (text) => readTypedCode(text)),
]
