import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { isCardNumber } from '#domain/collections/card.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'
import { readPaymentToken } from '#use-cases/collections/payment-tokens.ts'
import { asId, type OperatorRequestId } from '#domain/ids.ts'
import { createKeyring } from '#platform/keyring.ts'
import { canonicalText } from '#http/canonical.ts'
import { parseJsonBody } from '#http/json.ts'
import { type Call, eventually, waitUntilFinal } from '#test/support/call.ts'
import { accepted, byCard, cardCall, cardOf, visit } from '#test/support/cards.ts'
import { given } from '#test/support/given.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { startTestService, type TestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { clearText } from '#test/workflows/runs.ts'

const windowLength = 12

describe('the number and the code of a card are nowhere once the request is answered', function () {
  this.timeout(240_000)
  const lines: string[] = []
  /** Four digits, as American Express has them: three would be found by chance. */
  const cvc = String(8000 + (randomBytes(2).readUInt16BE() % 2000))
  const number = freshNumber()
  const challenged = '4000000000003220'
  const secrets = [...windowsOf(number), ...windowsOf(challenged)]
  const answers: string[] = []

  const service = given(() =>
    startTestService({ LOG_LEVEL: 'trace' }, { write: (line: string) => void lines.push(line) }),
  )
  const tenant = given(() => createTenant(service.database))
  before(async () => {
    await payAndFail()
  })

  it('in no answer, and in no line of the log', () => {
    assert.ok(answers.length >= 14 && lines.length >= answers.length)
    for (const text of [...answers, ...lines]) assertClean(text)
  })

  it('in no cell of any table, plain, as bytes or in base64', async () => {
    const cells = await everyRow(service)
    assert.ok(
      cells.some(({ text }) => text.includes(number.slice(-4))),
      'the search reads cells',
    )
    for (const { table, text } of cells) assertClean(text, table)
  })

  it('in no stored answer or token once it is opened', async () => {
    const { database } = service
    const sql = onPool(database.pool)
    const stored = await sql.rows<{ place: string; response: Buffer }>(
      `select concat_ws(' ', service_env_id, holder_id, route, key) as place, response from idempotency_record`,
    )
    assert.ok(stored.length >= 4)
    for (const { place, response } of stored) {
      const opened = database.keyring.open(sealedColumns.answer, place, response)
      assertClean(opened.toString('utf8'))
    }
    const ids = await sql.rows<{ id: string }>(
      'select operator_request_id as id from payment_token',
    )
    const tokens = await Promise.all(
      ids.map(({ id }) => readPaymentToken(database, asId<OperatorRequestId>(id))),
    )
    assert.equal(new Set(tokens).size, ids.length)
    for (const token of tokens) assertClean(token ?? '')
  })

  it('in no run’s history, page, memo or search attribute', async () => {
    let runs = 0
    for await (const { workflowId } of service.temporal.workflow.list()) {
      const handle = service.temporal.workflow.getHandle(workflowId)
      const parts = [await handle.fetchHistory(), (await handle.describe()).raw]
      assertClean(clearText({ text: JSON.stringify(parts) }), workflowId)
      runs += 1
    }
    assert.ok(runs >= 4)
  })

  it('in no metric', async () => {
    const text = await (await fetch(`${service.baseUrl}/metrics`)).text()
    assert.match(text, /\/sandbox\/3ds\/:id/)
    assertClean(text)
  })

  it('and cannot be guessed from the fingerprint of the request: it is a digest under our key', async () => {
    const request = cardCall(tenant.keys.secret, number, { card: cardOf(number, { cvc }) })
    await accepted(service, request)
    const { database } = service
    const { fingerprint } = await onPool(database.pool).one<{ fingerprint: Buffer }>(
      'select fingerprint from idempotency_record order by created_at desc limit 1',
    )
    const body = parseJsonBody(JSON.stringify(request.body))
    const canonical = `POST /v2/collections\n${canonicalText(body)}`
    assert.ok(database.keyring.mac('idempotency', canonical).equals(fingerprint), 'the right guess')
    for (const algorithm of ['sha256', 'sha512-256', 'blake2s256']) {
      assert.ok(!createHash(algorithm).update(canonical).digest().equals(fingerprint))
    }
    const other = createKeyring([randomBytes(32)])
    assert.ok(!other.mac('idempotency', canonical).equals(fingerprint))
  })

  it('a card in any of these places would be found', () => {
    for (const text of [number, `x${number.slice(2, 14)}`, Buffer.from(number).toString('hex')]) {
      assert.throws(() => assertClean(text))
    }
    assert.throws(() => assertClean(`{"cvc":"${cvc}"}`))
    assert.throws(() => assertClean(`code ${cvc}.`))
  })

  /** Paid, asked of its holder, refused by fields, by rules and by a conflict, and failed by us. */
  async function payAndFail(): Promise<void> {
    const { secret } = tenant.keys
    const card = cardOf(number, { cvc })
    const paid = cardCall(secret, number, { card })
    const { id } = await keep(paid)
    await waitUntilFinal(service, secret, id)
    const asked = await keep(cardCall(secret, challenged))
    await visit(service, asked.next_action.url, 'accepted')
    await waitUntilFinal(service, secret, asked.id)
    await payLink({ ...byCard(number), card })
    const body = paid.body as object
    await keep({ ...paid, body: { ...body, amount: 1 } })
    await keep(cardCall(secret, number, { card: { ...card, exp_month: 13 } }))
    await keep(cardCall(secret, number, { card: { ...card, [number]: cvc } }), false)
    await keep(cardCall(secret, number, { card, amount: 1 }))
    await keep(cardCall('SKSANDBOX_nobody', number, { card }))
    await keep({ ...paid, body: JSON.stringify(body).slice(0, -1) })
    await failInside(() => keep(cardCall(secret, number, { card })))
  }

  /** Without a key: paid, asked of its holder, and refused by a conflict, by fields and by the link. */
  async function payLink(body: ReturnType<typeof byCard>): Promise<void> {
    const { id } = await createLink(service.database, tenant, { maxPayments: 2 })
    const first = linkPaymentCall(id, body)
    const paid = await keep(first)
    await waitUntilFinal(service, tenant.keys.secret, paid.id)
    await keep({ ...first, body: { ...(first.body as object), amount: 1000 } })
    await keep(linkPaymentCall(id, { ...body, card: { ...body.card, exp_month: 13 } }))
    await keep(linkPaymentCall(id, { ...body, amount: 1 }))
    const asked = await keep(linkPaymentCall(id, byCard(challenged)))
    await keep(linkPaymentCall(id, body))
    await visit(service, asked.next_action.url, 'accepted')
    await waitUntilFinal(service, tenant.keys.secret, asked.id)
  }

  /** The request and its answer; a name of the caller's own is said back, so that answer is not kept. */
  async function keep(
    request: Call,
    isKept = true,
  ): Promise<{ id: string; next_action: { url: string } }> {
    const response = await fetch(service.baseUrl + request.path, {
      method: 'POST',
      headers: {
        ...request.headers,
        'Content-Type': 'application/json',
        ...(request.key !== undefined && { Authorization: `Bearer ${request.key}` }),
      },
      body: typeof request.body === 'string' ? request.body : JSON.stringify(request.body),
    })
    const text = await response.text()
    if (isKept) answers.push(text)
    return (JSON.parse(text) as { data: never }).data
  }

  /** A statement that fails quotes its values: here the one that would record the payment. */
  async function failInside(act: () => Promise<unknown>): Promise<void> {
    const sql = onPool(service.database.pool)
    const logged = lines.length
    await sql.rows('alter table payment_token rename to payment_token_away')
    await act()
    await sql.rows('alter table payment_token_away rename to payment_token')
    await eventually(() =>
      Promise.resolve(lines.slice(logged).some((line) => line.includes('request failed'))),
    )
  }

  function assertClean(text: string, place = 'text'): void {
    for (const secret of secrets) {
      assert.ok(!text.includes(secret), `a card number in ${place}`)
      assert.ok(!text.includes(Buffer.from(secret).toString('hex')), `its bytes in ${place}`)
      const whole = Buffer.from(secret.slice(0, 9)).toString('base64')
      assert.ok(!text.includes(whole), `its base64 in ${place}`)
    }
    assert.doesNotMatch(text, new RegExp(`(?<![\\w.-])${cvc}(?![\\w-])`), `a code in ${place}`)
  }
})

/** An American Express number that nobody else has. */
function freshNumber(): string {
  const middle = String(randomBytes(6).readUIntBE(0, 6) % 1e12).padStart(12, '0')
  const check = Array.from('0123456789').find((digit) => isCardNumber(`37${middle}${digit}`))
  return `37${middle}${check}`
}

function windowsOf(number: string): string[] {
  return Array.from({ length: number.length - windowLength + 1 }, (_, at) =>
    number.slice(at, at + windowLength),
  )
}

/** Each row of each table of each schema, as text. */
async function everyRow({
  database,
}: TestService): Promise<{ readonly table: string; readonly text: string }[]> {
  const sql = onPool(database.pool)
  const tables = await sql.rows<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  assert.ok(tables.length > 20)
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await sql.rows<{ text: string }>(`select t::text as text from ${name} t`)
      return found.map(({ text }) => ({ table: name, text }))
    }),
  )
  return rows.flat()
}
