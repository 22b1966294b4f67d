import assert from 'node:assert/strict'
import {
  WorkflowExecutionAlreadyStartedError,
  type WorkflowExecutionInfo,
} from '@temporalio/client'
import { NativeConnection } from '@temporalio/worker'
import { startService } from '#dev/service.ts'
import { readEnv } from '#platform/env.ts'
import { createLog } from '#platform/log.ts'
import { clientOn } from '#platform/temporal.ts'
import { onPool } from '#db/sql.ts'
import { given } from '#test/support/given.ts'
import { createDatabase } from '#test/support/stack.ts'
import type { Books } from '#test/support/books.ts'
import { eventually } from '#test/support/call.ts'
import { installRuntimeOnce, openDatabase, testEnvironment } from '#test/support/service.ts'
import { startOwnTemporal } from '#test/support/stack-temporal.ts'
import { makers } from '#test/use-cases/runs/open-facts.ts'
import { startOf, workflowId, type WorkflowKind } from '#workflows/contract.ts'
import type { SignalName } from '#workflows/contract/messages.ts'

/** Here Temporal finds a history long much earlier than elsewhere. */
const longAt = 80
/** What a run may add after that: what came while it was told, and its end. In one run all of it would be more. */
const eventsMax = longAt + 220
const signals = 350
const atOnce = 10
/** So many come while a run has not answered one, on a machine that is slow: all at once would be one long history. */
const unanswered = 70

/** What each kind is flooded with: a signal of its own, or one that it does not know. */
const floods: Partial<Record<WorkflowKind, SignalName | 'nonsense'>> = {
  collection: 'operatorAnswered',
  payout: 'operatorAnswered',
  'bank-transfer': 'nonsense',
  'late-answer': 'operatorAnswered',
  'late-refund-answer': 'operatorAnswered',
  refund: 'nonsense',
  funds: 'nonsense',
  checkout: 'paymentEnded',
  'webhook-delivery': 'attemptAsked',
}

describe('a flood of signals', function () {
  this.timeout(180_000)
  const temporal = given(() =>
    startOwnTemporal({ 'limit.historyCount.suggestContinueAsNew': longAt }),
  )
  const books = given(() => openServedBooks())
  const environment = given(async () => {
    const places = { databaseUrl: books.url, ...temporal.places }
    const changes = { SANDBOX_OPERATOR_DELAY: '1h', COLLECTION_EXPIRY: '2h', PORT: '1' }
    return { ...readEnv(testEnvironment(places, { ...changes, LOG_LEVEL: 'fatal' })), port: 0 }
  })
  given(() => {
    const log = createLog({ level: environment.logLevel, name: 'test' })
    installRuntimeOnce(log)
    return startService(environment, log)
  })
  const flooder = given(async () => {
    const connection = await NativeConnection.connect({ address: temporal.address })
    return { client: clientOn(connection, environment), close: () => connection.close() }
  })

  for (const [kind, name] of Object.entries(floods) as [WorkflowKind, string][]) {
    it(`leaves a ${kind} with histories that are short, and waiting for what it waited for`, async () => {
      const subjectId = await makers[kind](books)
      const id = workflowId(kind, subjectId)
      await begin(kind, subjectId)
      const handle = flooder.client.workflow.getHandle(id)
      for (let sent = 0; sent < signals; sent += atOnce) {
        await Promise.all(Array.from({ length: atOnce }, () => handle.signal(name)))
        if ((sent + atOnce) % unanswered === 0) await rest(id)
      }
      for (const signalName of [name, 'lookAgain', 'lookNow']) await sendUnreadable(id, signalName)
      await rest(id)
      const all = await runs(id)
      assert.ok(all.length > 1, `${id} has one run`)
      for (const { historyLength } of all) {
        assert.ok(historyLength <= eventsMax, `${id} has a run of ${historyLength} events`)
      }
      const ends = all.map(({ status }) => status.name).toSorted()
      assert.deepEqual(ends, [...ends.slice(1).map(() => 'CONTINUED_AS_NEW'), 'RUNNING'])
    })
  }

  /** Unless the relay was quicker. */
  async function begin(kind: WorkflowKind, subjectId: string): Promise<void> {
    const { type, workflowId: id, taskQueue, input } = startOf(kind, subjectId)
    try {
      await flooder.client.workflow.start(type, { workflowId: id, taskQueue, args: [input] })
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
    }
  }

  /** Payloads that are not what they say, or say what nobody knows. */
  async function sendUnreadable(id: string, signalName: string): Promise<void> {
    const data = Buffer.from('{"at":')
    for (const encoding of ['json/plain', 'binary/of-nobody']) {
      await flooder.client.workflowService.signalWorkflowExecution({
        namespace: flooder.client.options.namespace,
        workflowExecution: { workflowId: id },
        signalName,
        input: { payloads: [{ metadata: { encoding: Buffer.from(encoding) }, data }] },
      })
    }
  }

  async function runs(id: string): Promise<WorkflowExecutionInfo[]> {
    const found: WorkflowExecutionInfo[] = []
    for await (const run of flooder.client.workflow.list({ query: `WorkflowId = '${id}'` }))
      found.push(run)
    return found
  }

  /** At rest it has answered all, and waits. */
  function rest(id: string): Promise<unknown> {
    return eventually(async () => {
      const { raw } = await flooder.client.workflow.getHandle(id).describe()
      return raw.pendingWorkflowTask === null || raw.pendingWorkflowTask === undefined
    }, 30_000)
  }
})

/** Books under the key that the service has; what is announced waits for its relay. */
async function openServedBooks(): Promise<Books> {
  const url = await createDatabase()
  const database = await openDatabase(url)
  return {
    url,
    database,
    outbox: { kick() {}, relay: () => Promise.resolve(0), drain: () => Promise.resolve() },
    rows: (text, ...values) => onPool(database.pool).rows(text, values),
    close: () => database.close(),
  }
}
