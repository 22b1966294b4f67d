import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createMoovOperator } from '#activities/operators/moov/moov.ts'
import { soapAnswer } from '#activities/operators/moov/soap.ts'
import { answerOf, stateOf } from '#activities/operators/moov/verdicts.ts'
import { startMoovEmulator } from '#dev/emulators/moov.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { decisionOf, emulated, inTime, operatorContract, order } from './contract.ts'

const settings = { delayMs: 50, float: 1_000_000, findsBy: 'any_id' } as const
const heardReference = async (): Promise<void> => {}

operatorContract('Moov by its SOAP protocol', async () => {
  const emulator = await startMoovEmulator(settings)
  const { account } = emulator
  return {
    operator: createMoovOperator({ account, heardReference }),
    nobody: createMoovOperator({
      account: { ...account, url: 'http://127.0.0.1:1' },
      heardReference,
    }),
    unknownIs: 'pending',
    ...emulated(emulator),
  }
})

describe('Moov when it answers badly', function () {
  this.timeout(60_000)
  const emulator = given(() => startMoovEmulator(settings))
  const operator = given(async () =>
    createMoovOperator({ account: emulator.account, heardReference, budgetMs: 1500 }),
  )

  const answers = {
    '0101': 'unknown',
    '0102': 'unknown',
    '0103': 'unknown',
    '0104': 'unknown',
    '0105': 'unknown',
    '0106': 'unknown',
    '0107': 'unknown',
    '0108': 'unavailable',
    '0109': 'unknown',
    '0110': 'unknown',
    '0111': 'unknown',
    '0112': 'unknown',
  } as const
  const notTaken = new Set(['0102', '0104', '0107', '0108', '0112'])
  for (const [ending, state] of Object.entries(answers)) {
    it(`an order to a number ${ending} is “${state}”, and what it took is found by asking`, async () => {
      const given = order('collection', ending)
      assert.equal((await inTime(() => operator.request(given))).state, state)
      if (notTaken.has(ending)) {
        assert.deepEqual(await operator.read(given), { state: 'pending', isUnseen: true })
        assert.equal(emulator.memory.takings(given.requestId), 0)
        return
      }
      assert.equal((await decisionOf(operator, given)).outcome.status, 'succeeded')
      assert.equal(emulator.memory.movements(given.requestId), 1)
    })
  }

  for (const ending of ['0121', '0122', '0123', '0124', '0126', '0127', '0128']) {
    it(`a bad answer to a question (${ending}) ends no payment: the next one does`, async () => {
      const given = order('collection', ending)
      assert.equal((await operator.request(given)).state, 'taken')
      assert.equal((await inTime(() => operator.read(given))).state, 'unreachable')
      assert.equal((await decisionOf(operator, given)).outcome.status, 'succeeded')
    })
  }

  it('a payer who takes their time: the reference that comes late is handed on, and finds the order', async () => {
    const slow = await startMoovEmulator({ ...settings, delayMs: 900, findsBy: 'own_reference' })
    const heard: string[] = []
    const patient = createMoovOperator({
      account: slow.account,
      heardReference: async (_id, reference) => void heard.push(reference),
      budgetMs: 300,
    })
    const given = order('collection', '1234')
    assert.deepEqual(await patient.request(given), { state: 'unknown' })
    assert.deepEqual(await patient.read(given), { state: 'pending', isUnseen: true })
    const [providerReference = ''] = await eventually(async () => heard.length > 0 && heard)
    const { outcome } = await decisionOf(patient, { ...given, providerReference })
    assert.deepEqual(outcome, { status: 'succeeded', providerReference })
    await slow.close()
  })

  it('an answer that does not say what became of the order, but names it: the reference is handed on', async () => {
    const strict = await startMoovEmulator({ ...settings, findsBy: 'own_reference' })
    const heard = new Map<string, string>()
    const listening = createMoovOperator({
      account: strict.account,
      heardReference: async (id, reference) => void heard.set(id, reference),
      budgetMs: 1500,
    })
    const given = order('collection', '0002')
    assert.deepEqual(await listening.request(given), { state: 'unknown' })
    const providerReference = heard.get(given.requestId) ?? ''
    const { outcome } = await decisionOf(listening, { ...given, providerReference })
    assert.deepEqual(outcome.providerReference, providerReference)
    await strict.close()
  })

  for (const [when, delayMs] of Object.entries({ 'in time': 0, late: 600 })) {
    it(`an answer that comes ${when} and names another order hands no reference on`, async () => {
      const heard: string[] = []
      const { url, close } = await inconclusiveServer(delayMs)
      const listening = createMoovOperator({
        account: { ...emulator.account, url },
        heardReference: async (_id, reference) => void heard.push(reference),
        budgetMs: 300,
      })
      for (const ending of ['1234', '0999'])
        assert.deepEqual(await listening.request(order('payout', ending)), { state: 'unknown' })
      await eventually(async () => heard.length > 0)
      assert.deepEqual(heard, ['of-0999'])
      await close()
    })
  }

  it('what the payer did not confirm is an end to be watched on: Moov does not say how it came', async () => {
    const given = order('collection', '0002')
    await operator.request(given)
    const decided = await decisionOf(operator, given)
    assert.equal(decided.isTentative, true)
    assert.equal(decided.outcome.status, 'expired')
  })

  it('an answer about another order is not believed, to an order or to a question', () => {
    const given = { ...order('collection', '1234'), providerReference: '72024' }
    const answer = { status: '0', reference: '72024', transactionId: given.requestId }
    assert.equal(answerOf(answer, given).state, 'taken')
    assert.equal(stateOf(answer, given).state, 'decided')
    const { requestId: other } = order('collection', '1234')
    assert.equal(answerOf({ ...answer, transactionId: other }, given).state, 'unknown')
    assert.equal(stateOf({ ...answer, reference: '72025' }, given).state, 'unreachable')
  })

  it('a word for “no reference” is none: orders without one are not asked about as one', () => {
    const referenceOf = (reference: string) => {
      const result = `<status>95</status><referenceid>${reference}</referenceid>`
      const body = `<PushResponse><return>${result}</return></PushResponse>`
      const envelope = `<Envelope><Body>${body}</Body></Envelope>`
      return soapAnswer('Push', envelope)?.reference
    }
    for (const none of ['', '0', '000000', '-', 'null', 'NULL', 'None', 'undefined'])
      assert.equal(referenceOf(none), null, none)
    for (const one of ['72024', '0720', 'A-0', 'nullify']) assert.equal(referenceOf(one), one)
  })

  it('numbers go in the form that the account asks for', async () => {
    const account = { ...emulator.account, phoneForm: 'legacy' } as const
    const legacy = createMoovOperator({ account, heardReference })
    const given = order('collection', '1234', { phone: '2290195001234' })
    await legacy.request(given)
    const kept = emulator.memory.find(({ id }) => id === given.requestId)
    assert.equal(kept?.phone, '22995001234')
  })

  it('wrong credentials leave an order “unavailable”, and a question unanswered', async () => {
    const account = { ...emulator.account, password: 'wrong' }
    const stranger = createMoovOperator({ account, heardReference })
    const given = order('collection', '1234')
    assert.deepEqual(await stranger.request(given), { state: 'unavailable' })
    assert.deepEqual(await stranger.read(given), { state: 'unreachable' })
  })
})

/**
 * Answers transfers after a while with a status that says nothing, and a reference: to a number 1234 about another order,
 * to others about theirs.
 */
async function inconclusiveServer(delayMs: number) {
  const soap = 'xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"'
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const asked = await text(request)
    const id = /<referenceid>([^<]*)</.exec(asked)?.[1] ?? ''
    const ending = /<destination>\d*(\d{4})</.exec(asked)?.[1] ?? ''
    await pause(delayMs)
    const named = ending === '1234' ? 'another' : id
    const result = `<status>99</status><transactionid>${named}</transactionid><referenceid>of-${ending}</referenceid>`
    const body = `<transferFloozResponse><return>${result}</return></transferFloozResponse>`
    response.end(`<soap:Envelope ${soap}><soap:Body>${body}</soap:Body></soap:Envelope>`)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
