import { counted } from '#platform/counted.ts'
import type { Env } from '#platform/env.ts'
import { EnvError } from '#platform/env-error.ts'
import { pollersOf } from '#platform/task-pollers.ts'
import { connectClient, type TemporalClient } from '#platform/temporal.ts'
import { listSearchAttributes } from '#platform/temporal-search-attributes.ts'
import { currentVersionOf, passedOver, passedOverTodo } from '#platform/temporal-routing.ts'
import { allQueues, taskQueues } from '#workflows/contract.ts'
import { keywordAttributes } from '#workflows/contract/search-attributes.ts'
import { failed, finding, type Finding, lineOf, warned } from './finding.ts'

/** Checks that Temporal answers, has our namespace with its search attributes, and has workers polling. */
export async function checkTemporal(env: Env): Promise<readonly Finding[]> {
  let temporal: TemporalClient | undefined
  try {
    temporal = connectClient(env)
    return [
      await namespaceOf(temporal, env),
      await attributesOf(temporal, env),
      await routingOf(temporal, env),
      await workersOf(temporal, env),
    ]
  } catch (error) {
    const todo =
      error instanceof EnvError
        ? 'Name a PEM file that this user can read.'
        : `Is TEMPORAL_ADDRESS right, is it reached from here, do TEMPORAL_API_KEY or TEMPORAL_TLS_* let us in, and is there a namespace ${env.temporalNamespace}? (docs/deploying.md#temporal)`
    return [failed('temporal', lineOf(error), todo)]
  } finally {
    await temporal?.close()
  }
}

const retentionSecondsMin = 7 * 86_400

async function namespaceOf(temporal: TemporalClient, env: Env): Promise<Finding> {
  const { temporalNamespace: namespace } = env
  const { workflowService } = temporal.connection
  const { config } = await temporal.call(() => workflowService.describeNamespace({ namespace }))
  const seconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0)
  const said = `the namespace ${namespace} keeps closed runs for ${counted(Math.round(seconds / 86_400), 'day')}`
  if (seconds >= retentionSecondsMin) return finding('temporal', 'ok', said)
  return warned(
    'temporal',
    said,
    `Runs help to investigate payments: temporal operator namespace update -n ${namespace} --retention 30d`,
  )
}

async function attributesOf(temporal: TemporalClient, env: Env): Promise<Finding> {
  const known = await listSearchAttributes(temporal, env.temporalNamespace)
  const missing = Object.keys(keywordAttributes).filter((name) => !known.has(name))
  if (missing.length === 0) return finding('search attributes', 'ok', 'all are there')
  return failed(
    'search attributes',
    `${env.temporalNamespace} lacks ${missing.join(', ')}`,
    'Run npm run migrate; in Temporal Cloud add them as keywords in its console.',
  )
}

/** Settings of the workers that this machine shares. */
async function routingOf(temporal: TemporalClient, env: Env): Promise<Finding> {
  const place = { namespace: env.temporalNamespace, queue: taskQueues.payments }
  const { workflowService } = temporal.connection
  const current = await temporal.call(() => currentVersionOf(workflowService, place))
  const said = passedOver(env.temporalDeployment, current)
  if (said !== undefined && current !== undefined)
    return warned('versions', said, passedOverTodo(current))
  return finding(
    'versions',
    'ok',
    `new runs go to ${current?.buildId ?? 'workers without a version'}`,
  )
}

/** Every queue needs a worker: what waits on one without any is sent to nobody. */
async function workersOf(temporal: TemporalClient, env: Env): Promise<Finding> {
  const { workflowService } = temporal.connection
  const place = { namespace: env.temporalNamespace, tasks: 'activity' } as const
  const served = await Promise.all(
    allQueues.map(async (queue) => {
      const pollers = await temporal.call(() => pollersOf(workflowService, { ...place, queue }))
      return { queue, workers: pollers.map(({ identity }) => identity) }
    }),
  )
  const alone = served.filter(({ workers }) => workers.length === 0).map(({ queue }) => queue)
  if (alone.length === 0) {
    const workers = new Set(served.flatMap((each) => each.workers))
    return finding('workers', 'ok', `${counted(workers.size, 'worker')}, and each queue has one`)
  }
  return failed(
    'workers',
    alone.length === allQueues.length ? 'none is running' : `none serves ${alone.join(', ')}`,
    'Start them, and read the log of those that end: npm run worker; WORKER_QUEUES says which queues one serves (docs/runbook.md#workers). Until then payments are accepted and not sent.',
  )
}
