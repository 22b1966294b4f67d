import assert from 'node:assert/strict'
import type { OutboxEntry } from '#db/outbox.ts'
import type { TransactionId } from '#domain/ids.ts'
import type { WorkflowKind } from '#workflows/contract.ts'
import { givenOutboxScene, newEntry } from './outbox-scene.ts'

describe('what the outbox does twice, or too late', () => {
  const scene = givenOutboxScene()

  describe('a signal', () => {
    const toCollection = (subjectId: TransactionId): OutboxEntry => ({
      kind: 'collection',
      subjectId,
      signal: 'operatorAnswered',
    })

    async function relayed(...entries: readonly OutboxEntry[]): Promise<void> {
      await scene.record(...entries)
      await scene.makeDue()
      assert.equal(await scene.outboxOn().relay(), entries.length)
      assert.equal(await scene.owed(), 0)
      assert.deepEqual(scene.errors, [])
    }

    it('reaches the open run', async () => {
      const entry = newEntry()
      await relayed(entry)
      await relayed(toCollection(entry.subjectId))
      assert.equal(await scene.signalsOf(entry), 1)
    })

    it('to a run that has ended is done', async () => {
      const entry = newEntry()
      await relayed(entry)
      await scene.handleOf(entry).terminate()
      await relayed(toCollection(entry.subjectId))
      assert.equal(await scene.signalsOf(entry), 0)
    })

    it('to a run that never was is done, and starts none', async () => {
      const entry = newEntry()
      await relayed(toCollection(entry.subjectId))
      assert.equal(await scene.runOf(entry), undefined)
    })
  })

  describe('a second start', () => {
    async function startedTwice(kind: WorkflowKind, between: (entry: OutboxEntry) => unknown) {
      const entry = newEntry(kind)
      const outbox = scene.outboxOn()
      outbox.kick(await scene.record(entry))
      await outbox.drain()
      const first = await scene.runOf(entry)
      await between(entry)
      outbox.kick(await scene.record(entry))
      await outbox.drain()
      assert.equal(outbox.calls(), 2)
      assert.equal(await scene.owed(), 0, 'it is done')
      assert.deepEqual(scene.errors, [])
      return { first, second: await scene.runOf(entry) }
    }
    const end = (entry: OutboxEntry) => scene.handleOf(entry).terminate()

    it('of a finished collection is refused by Temporal, and done', async () => {
      const { first, second } = await startedTwice('collection', end)
      assert.equal(second, first)
    })

    it('of a collection, delivery or watch that runs changes nothing', async () => {
      for (const kind of ['collection', 'webhook-delivery', 'late-answer'] as const) {
        const { first, second } = await startedTwice(kind, () => undefined)
        assert.equal(second, first, kind)
      }
    })

    it('of a finished delivery or watch runs it again', async () => {
      for (const kind of ['webhook-delivery', 'late-answer'] as const) {
        const { first, second } = await startedTwice(kind, end)
        assert.notEqual(second, first, kind)
      }
    })
  })
})
