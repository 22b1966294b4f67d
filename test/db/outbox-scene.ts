import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { WorkflowNotFoundError } from '@temporalio/client'
import type { Database } from '#db/connect.ts'
import { createOutbox, enqueue, type Outbox, type OutboxEntry } from '#db/outbox.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import type { TemporalClient } from '#platform/temporal.ts'
import { workflowId, type WorkflowKind } from '#workflows/contract.ts'
import { given } from '#test/support/given.ts'
import { sharedStack } from '#test/support/stack.ts'
import { openAgain } from '#test/support/books.ts'
import { clientAt } from '#test/support/temporal-connection.ts'

/** Books and a Temporal namespace of one test file alone; nobody works on its queues, so that runs stay as they are begun. */
export interface OutboxScene {
  readonly url: string
  readonly address: string
  readonly database: Database
  readonly temporal: TemporalClient
  /** What the outboxes of this scene reported since `clear`. */
  readonly errors: { readonly error: unknown; readonly entries: number }[]
  clear(): Promise<void>
  /** Another client, closed with the scene. */
  clientOf(address: string, namespace: string): TemporalClient
  /** An outbox on the scene's namespace and books, unless others are given; counts what it asks of Temporal. */
  outboxOn(client?: TemporalClient, database?: Database): Outbox & { calls(): number }
  rows<Row extends object>(text: string, ...values: readonly unknown[]): Promise<Row[]>
  record(...entries: readonly OutboxEntry[]): Promise<string[]>
  makeDue(): Promise<unknown>
  /** Entries that still stand in the outbox. */
  owed(): Promise<number>
  handleOf(entry: OutboxEntry): ReturnType<TemporalClient['client']['workflow']['getHandle']>
  /** The id of the last run of the entry's workflow, if there ever was one. */
  runOf(this: void, entry: OutboxEntry): Promise<string | undefined>
  signalsOf(entry: OutboxEntry): Promise<number>
  close(): Promise<void>
}

export const dueNow = `update outbox set due_at = now() - interval '1 second'`

/** The start of a run about something that no books know. */
export function newEntry(): OutboxEntry<'collection'>
export function newEntry<Kind extends WorkflowKind>(kind: Kind): OutboxEntry<Kind>
export function newEntry(kind: WorkflowKind = 'collection'): OutboxEntry {
  return { ...entryOf(kind, randomUUID()), summary: 'Collect 1020 XOF by mtn-benin' }
}

/** The start of a run about what has this id. */
export function entryOf<Kind extends WorkflowKind>(kind: Kind, subjectId: string): OutboxEntry<Kind>
export function entryOf(kind: WorkflowKind, subjectId: string) {
  return { kind, subjectId }
}

/** A scene for the surrounding tests, cleared before each of them. */
export function givenOutboxScene(): OutboxScene {
  const scene = given(openOutboxScene)
  beforeEach(() => scene.clear())
  return scene
}

/** A scene for one test. */
export async function openOutboxScene(): Promise<OutboxScene> {
  const stack = await sharedStack()
  const url = await stack.createDatabase()
  const database = await openAgain(url, 10)
  const sql = onPool(database.pool)
  const clients: TemporalClient[] = []
  const errors: OutboxScene['errors'] = []
  const clientOf = (temporalAddress: string, temporalNamespace: string): TemporalClient => {
    const client = clientAt(temporalAddress, temporalNamespace)
    clients.push(client)
    return client
  }
  const temporal = clientOf(stack.temporalAddress, await stack.createNamespace())
  const outboxOn = (client = temporal, books = database) => {
    let calls = 0
    const outbox = createOutbox({
      pool: books.pool,
      call: (work) => {
        calls += 1
        return client.call(work)
      },
      isEager: false,
      onError: (error, entries) => errors.push({ error, entries }),
    })
    return { ...outbox, calls: () => calls }
  }
  return {
    ...looksAt(temporal),
    url,
    address: stack.temporalAddress,
    database,
    temporal,
    errors,
    clientOf,
    outboxOn,
    async clear() {
      errors.length = 0
      await sql.rows('delete from outbox')
    },
    rows: (text, ...values) => sql.rows(text, values),
    record: (...entries) => inTransaction(database.pool, (inside) => enqueue(inside, entries)),
    makeDue: () => sql.rows(dueNow),
    owed: async () =>
      (await sql.one<{ count: number }>('select count(*)::int as count from outbox')).count,
    async close() {
      await Promise.all(clients.map((client) => client.close()))
      await database.close()
    },
  }
}

function looksAt({
  client,
}: TemporalClient): Pick<OutboxScene, 'handleOf' | 'runOf' | 'signalsOf'> {
  const handleOf: OutboxScene['handleOf'] = ({ kind, subjectId }) =>
    client.workflow.getHandle(workflowId(kind, subjectId))
  return {
    handleOf,
    async runOf(entry) {
      try {
        return (await handleOf(entry).describe()).runId
      } catch (error) {
        assert.ok(error instanceof WorkflowNotFoundError)
        return undefined
      }
    },
    async signalsOf(entry) {
      const { events } = await handleOf(entry).fetchHistory()
      return (events ?? []).filter((event) => event.workflowExecutionSignaledEventAttributes).length
    },
  }
}
