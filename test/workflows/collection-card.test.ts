import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { eventually } from '#test/support/call.ts'
import { cards, cardCall, visit } from '#test/support/cards.ts'
import { given } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startSkippedService } from '#test/support/time-skipping.ts'
import { acceptedCollection, readCollection } from './arrange.ts'
import { keepHistory } from './corpus.ts'
import { handOver, lengthMs, readRun, resultOf, timersOf } from './runs.ts'

const secondMs = 1000
const minuteMs = 60 * secondMs

describe('a card through the run of a collection, waits skipped', () => {
  const service = given(() => startSkippedService({ SANDBOX_OPERATOR_DELAY: '200ms' }))
  const tenant = given(() => createTenant(service.database))
  booksHoldAfterEach(() => service.database)

  it('charged at once: ends at its callback', async () => {
    const { id } = await pay(cards.visa)
    await hasEnded(id, 'succeeded')
    assert.deepEqual((await readCollection(service, id)).movements, ['collection_settled'])
    await keep('collection-card-paid', id)
  })

  it('its holder answers after five minutes: the run hears of it at once, and not at its next look', async () => {
    const { id, url } = await pay(cards.challenged)
    await isTaken(id)
    await service.environment.sleep('5 minutes')
    assert.equal((await readCollection(service, id)).status, 'pending')
    await visit(service, url, 'accepted')
    await handOver(service, id)
    await hasEnded(id, 'succeeded')
    const run = await read(id)
    assert.equal(timersOf(run).at(-1)?.firedAt, undefined, 'the answer came before the look')
    assert.ok(lengthMs(run) < 6 * minuteMs)
    await keep('collection-card-authenticated', id)
  })

  it('its holder answers and the callback is lost: the next look finds the answer', async () => {
    const { id, url } = await pay(cards.challenged)
    await isTaken(id)
    await visit(service, url, 'refused')
    await onPool(service.database.pool).rows('delete from outbox where subject_id = $1', [id])
    assert.equal(await end(id), 'failed')
    assert.equal((await readCollection(service, id)).failure_code, 'authentication_failed')
    await keep('collection-card-refused', id)
  })

  it('its holder answers before the charge is asked for: the first look finds the answer', async () => {
    const { id, url } = await accept(cards.challenged)
    await visit(service, url, 'accepted')
    await handOver(service, id)
    assert.equal(await end(id), 'succeeded')
    assert.ok(lengthMs(await read(id)) < 5 * secondMs)
  })

  it('its holder goes away: it expires when its fifteen minutes are over, and the page takes no answer then', async () => {
    const { id, url } = await pay(cards.challenged)
    assert.equal(await end(id), 'expired')
    const row = await readCollection(service, id)
    assert.deepEqual([row.failure_code, row.movements], ['approval_timeout', []])
    assert.ok(Math.abs(lengthMs(await read(id)) - 15 * minuteMs) < 5 * secondMs)
    await onPool(service.database.pool).rows(
      'update sandbox_operator.authorisation set closes_at = now() where page_id = $1',
      [url.slice(-36)],
    )
    await visit(service, url, 'accepted')
    assert.equal((await readCollection(service, id)).late_outcome_at, null)
    await keep('collection-card-expired', id)
  })

  it('a token that its acquirer does not know is refused, and the payment fails', async () => {
    const { id } = await accept(cards.visa)
    await onPool(service.database.pool).rows(
      `delete from sandbox_operator.authorisation
       where request_id = (select operator_request_id from transaction where id = $1)`,
      [id],
    )
    await handOver(service, id)
    assert.equal(await end(id), 'failed')
    assert.equal((await readCollection(service, id)).failure_code, 'operator_error')
  })

  interface Paying {
    readonly id: TransactionId
    readonly url: string
  }

  async function accept(number: string): Promise<Paying> {
    const { body } = cardCall(tenant.keys.secret, number)
    const id = await acceptedCollection(service, tenant, body as Record<string, unknown>)
    const { url } = await onPool(service.database.pool).one<{ url: string | null }>(
      'select next_action_url as url from transaction where id = $1',
      [id],
    )
    return { id, url: url ?? '' }
  }

  async function pay(number: string): Promise<Paying> {
    const paying = await accept(number)
    await handOver(service, paying.id)
    return paying
  }

  const isTaken = (id: TransactionId) =>
    eventually(async () => (await readCollection(service, id)).operator_state === 'taken')
  const hasEnded = (id: TransactionId, status: string) =>
    eventually(async () => (await readCollection(service, id)).status === status)
  const end = (id: TransactionId) => resultOf(service.environment.client, 'collection', id)
  const read = (id: TransactionId) => readRun(service.environment.client, 'collection', id)
  const keep = async (name: string, subjectId: TransactionId) => {
    await end(subjectId)
    return keepHistory(service.environment.client, 'collection', { name, subjectId })
  }
})
