import assert from 'node:assert/strict'
import { stateOf } from '#activities/operators/mtn/messages.ts'
import { createMtnOperator } from '#activities/operators/mtn/mtn.ts'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import { money } from '#domain/money/money.ts'
import { decisionOf, emulated, inTime, operatorContract, order } from './contract.ts'
import { given } from '#test/support/given.ts'

const settings = { delayMs: 50, float: 1_000_000 }
const nowhere = 'http://127.0.0.1:1'

operatorContract('MTN by its REST protocol', async () => {
  const emulator = await startMtnEmulator(settings)
  const { account } = emulator
  return {
    operator: createMtnOperator(account),
    nobody: createMtnOperator({ ...account, baseUrl: nowhere }),
    unknownIs: 'not_found',
    ...emulated(emulator),
  }
})

describe('MTN when it answers badly', function () {
  this.timeout(60_000)
  const emulator = given(() => startMtnEmulator(settings))
  const operator = given(async () => createMtnOperator(emulator.account, 1500))

  const answers = {
    '0101': 'unknown',
    '0102': 'unknown',
    '0103': 'unknown',
    '0104': 'unknown',
    '0105': 'unknown',
    '0106': 'unknown',
    '0107': 'unknown',
    // A token that was refused is renewed, and the order goes once more in the same call.
    '0108': 'taken',
    '0109': 'taken',
    '0110': 'unknown',
    '0111': 'unknown',
    '0112': 'unknown',
  } as const
  for (const [ending, state] of Object.entries(answers)) {
    it(`an order to a number ${ending} is “${state}”, and asked for again it is one order`, async () => {
      const given = order('collection', ending)
      assert.equal((await inTime(() => operator.request(given))).state, state)
      if ((await operator.read(given)).state === 'not_found') {
        assert.equal((await operator.request(given)).state, 'taken')
      }
      assert.equal((await decisionOf(operator, given)).outcome.status, 'succeeded')
      assert.deepEqual(
        [emulator.memory.takings(given.requestId), emulator.memory.movements(given.requestId)],
        [1, 1],
      )
    })
  }

  for (const ending of ['0121', '0122', '0123', '0124', '0125', '0126', '0127', '0128']) {
    it(`a bad answer to a question (${ending}) ends no payment: the next one does`, async () => {
      const given = order('collection', ending)
      assert.equal((await operator.request(given)).state, 'taken')
      const first = await inTime(() => operator.read(given))
      if (ending === '0125') assert.equal(first.state, 'not_found')
      else if (ending === '0126') assert.notEqual(first.state, 'unreachable')
      else assert.equal(first.state, 'unreachable')
      assert.equal((await decisionOf(operator, given)).outcome.status, 'succeeded')
      assert.equal(emulator.memory.movements(given.requestId), 1)
    })
  }

  it('a hundred calls at once ask for one token, and for one more when that one is refused', async () => {
    const own = await startMtnEmulator(settings)
    const client = createMtnOperator(own.account)
    const orders = Array.from({ length: 100 }, () => order('collection', '1234'))
    await Promise.all(orders.map((given) => client.request(given)))
    assert.equal(own.tokensIssued(), 1)
    own.expireTokens()
    const states = await Promise.all(orders.map((given) => client.read(given)))
    assert.ok(states.every(({ state }) => state === 'pending' || state === 'decided'))
    assert.equal(own.tokensIssued(), 2)
    await own.close()
  })

  it('wrong credentials leave an order “unavailable”: it has not been given', async () => {
    const { account } = emulator
    assert.ok(account.collection)
    const product = { ...account.collection, apiKey: 'wrong' }
    const stranger = createMtnOperator({ ...account, collection: product })
    const given = order('collection', '1234')
    assert.deepEqual(await stranger.request(given), { state: 'unavailable' })
    assert.deepEqual(await stranger.read(given), { state: 'unreachable' })
    assert.equal(emulator.memory.takings(given.requestId), 0)
  })

  it('a product that was not subscribed to is never asked', async () => {
    const half = createMtnOperator({ ...emulator.account, disbursement: null })
    assert.deepEqual(await half.request(order('payout', '1234')), { state: 'unavailable' })
    assert.equal((await half.request(order('collection', '1234'))).state, 'taken')
  })

  it('an answer about another amount is not believed', async () => {
    const given = order('collection', '1234')
    await operator.request(given)
    await decisionOf(operator, given)
    const other = { ...given, amount: money(2000n, 'XOF') }
    assert.deepEqual(await operator.read(other), { state: 'unreachable' })
  })

  it('an answer about another order is not believed, whatever it says of the end', () => {
    const given = order('collection', '1234')
    const answer = {
      amount: '1000',
      currency: 'XOF',
      externalId: given.requestId,
      financialTransactionId: '363440463',
      status: 'SUCCESSFUL',
    }
    const told = (changes: object) =>
      stateOf(JSON.stringify({ ...answer, ...changes }), given, emulator.account).state
    assert.equal(told({}), 'decided')
    const others = [
      { externalId: order('collection', '1234').requestId },
      { externalId: null },
      { amount: '1000.01' },
      { amount: '-1000' },
      { amount: '1e3' },
      { currency: 'EUR' },
    ]
    for (const other of others) assert.equal(told(other), 'unreachable', JSON.stringify(other))
  })

  it('an answer that says something twice is not believed, whichever comes last', () => {
    const given = order('collection', '1234')
    const told = (text: string) => stateOf(text, given, emulator.account).state
    assert.equal(told('{"status":"FAILED","reason":{"code":"a:{\\":,"}}'), 'decided')
    const twice = [
      '{"status":"FAILED","status":"SUCCESSFUL"}',
      '{"status":"FAILED","\\u0073tatus":"SUCCESSFUL"}',
      '{"amount":"9","amount":"1000","status":"SUCCESSFUL"}',
      '{"status":"FAILED","reason":{"code":"EXPIRED","code":"NOT_ENOUGH_FUNDS"}}',
    ]
    for (const text of twice) assert.equal(told(text), 'unreachable', text)
  })

  it('a malformed order is refused for good', async () => {
    const malformed = order('collection', '1234', { phone: '1' })
    assert.deepEqual(await operator.request(malformed), {
      state: 'refused',
      failureCode: 'operator_error',
    })
  })
})
