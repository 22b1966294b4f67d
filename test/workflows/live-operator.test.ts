import assert from 'node:assert/strict'
import { setOperatorAccount } from '#use-cases/operators/set-account.ts'
import type { TransactionId } from '#domain/ids.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { mtnCollections } from '#test/support/operator-settings.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { acceptedCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, readRun, regularSteps, resultOf, summariesOf } from './runs.ts'
import { paid, scriptedOperator } from './scripted-operator.ts'

const paidEventsMax = 30

describe('a collection at a live operator', () => {
  const service = given(() => startSkippedService())
  const tenant = given(() => createTenant(service.database, { mode: 'live' }))
  // Never called: each payment has an operator of the test.
  before(() =>
    setOperatorAccount(service.database, { serviceEnvId: tenant.serviceEnvId }, mtnCollections),
  )
  booksHoldAfterEach(() => service.database)

  it(`is asked and looked at on the operator's queue, in at most ${paidEventsMax} events when it is paid`, async () => {
    const { id, operator } = await collectAt({ answers: [{ state: 'taken' }], states: [paid] })
    assert.equal(await end(id), 'succeeded')
    assert.deepEqual([operator.orders.length, operator.reads()], [1, 1])
    const run = await read(id)
    assert.deepEqual(regularSteps(run), [
      'requestPayment on operator-mtn',
      'checkPayment on operator-mtn',
    ])
    assert.ok(run.events.length <= paidEventsMax, `${run.events.length} events`)
    await keep('collection-live-paid', id)
  })

  it('is told once where it belongs: each later step goes there at once', async () => {
    const { id } = await collectAt({
      answers: [{ state: 'unavailable' }, { state: 'taken' }],
      states: [{ state: 'unreachable' }, { state: 'pending' }, paid],
    })
    assert.equal(await end(id), 'succeeded')
    const run = await read(id)
    const asks = summariesOf(run).filter((summary) => summary.startsWith('Ask the operator'))
    assert.equal(asks.length, regularSteps(run).length + 1)
    assert.equal(regularSteps(run).length, 5)
    await keep('collection-live-unavailable-then-paid', id)
  })

  it('that is silent to the end is asked a last time there, and expires', async () => {
    const { id } = await collectAt({
      answers: [{ state: 'unknown' }],
      states: [{ state: 'unreachable' }],
    })
    assert.equal(await end(id), 'expired')
    assert.equal(regularSteps(await read(id)).at(-1), 'expirePayment on operator-mtn')
    await keep('collection-live-silent', id)
  })

  it('shows its steps in words', async () => {
    const { id } = await collectAt({ answers: [{ state: 'taken' }], states: [paid] })
    await end(id)
    assert.deepEqual(summariesOf(await read(id)), [
      'Collect 1020 XOF by mtn-benin',
      'Ask the operator for the payment',
      'Ask the operator for the payment',
      'Wait for the operator',
      'Ask the operator how the payment stands',
    ])
  })

  async function collectAt(script: Parameters<typeof scriptedOperator>[0]) {
    const id = await acceptedCollection(service, tenant)
    const operator = scriptedOperator(script)
    service.operators.set(id, operator)
    await handOver(service, id)
    return { id, operator }
  }

  const end = (id: TransactionId) => resultOf(service.environment.client, 'collection', id)
  const read = (id: TransactionId) => readRun(service.environment.client, 'collection', id)
  const keep = (name: string, subjectId: TransactionId) =>
    keepHistory(service.environment.client, 'collection', { name, subjectId })
})
