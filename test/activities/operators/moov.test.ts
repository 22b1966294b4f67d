import assert from 'node:assert/strict'
import { createMoovOperator } from '#activities/operators/moov/moov.ts'
import { answerOf, stateOf } from '#activities/operators/moov/verdicts.ts'
import { startMoovEmulator } from '#dev/emulators/moov.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { decisionOf, emulated, inTime, operatorContract, order } from './contract.ts'

const settings = { delayMs: 50, float: 1_000_000, findsBy: 'any_id' } as const
const heardLate = async (): Promise<void> => {}

operatorContract('Moov by its SOAP protocol', async () => {
  const emulator = await startMoovEmulator(settings)
  const { account } = emulator
  return {
    operator: createMoovOperator({ account, heardLate }),
    nobody: createMoovOperator({ account: { ...account, url: 'http://127.0.0.1:1' }, heardLate }),
    unknownIs: 'pending',
    ...emulated(emulator),
  }
})

describe('Moov when it answers badly', function () {
  this.timeout(60_000)
  const emulator = given(() => startMoovEmulator(settings))
  const operator = given(async () =>
    createMoovOperator({ account: emulator.account, heardLate, budgetMs: 1500 }),
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
        assert.deepEqual(await operator.read(given), { state: 'pending' })
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
      heardLate: async (_id, reference) => void heard.push(reference),
      budgetMs: 300,
    })
    const given = order('collection', '1234')
    assert.deepEqual(await patient.request(given), { state: 'unknown' })
    assert.deepEqual(await patient.read(given), { state: 'pending' })
    const [providerReference = ''] = await eventually(async () => heard.length > 0 && heard)
    const { outcome } = await decisionOf(patient, { ...given, providerReference })
    assert.deepEqual(outcome, { status: 'succeeded', providerReference })
    await slow.close()
  })

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

  it('numbers go in the form that the account asks for', async () => {
    const account = { ...emulator.account, phoneForm: 'legacy' } as const
    const legacy = createMoovOperator({ account, heardLate })
    const given = order('collection', '1234', { phone: '2290195001234' })
    await legacy.request(given)
    const kept = emulator.memory.find(({ id }) => id === given.requestId)
    assert.equal(kept?.phone, '22995001234')
  })

  it('wrong credentials leave an order “unavailable”, and a question unanswered', async () => {
    const account = { ...emulator.account, password: 'wrong' }
    const stranger = createMoovOperator({ account, heardLate })
    const given = order('collection', '1234')
    assert.deepEqual(await stranger.request(given), { state: 'unavailable' })
    assert.deepEqual(await stranger.read(given), { state: 'unreachable' })
  })
})
