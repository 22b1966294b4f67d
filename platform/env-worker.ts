import type { Bounds, EnvFields } from './env-fields.ts'

/** What a worker process works on, and with how much concurrency (docs/runbook.md#workers). */
export interface WorkerVariables {
  readonly worker: WorkerLimits
}

export interface WorkerLimits {
  /** The task queues it polls. */
  readonly queues: readonly WorkerQueue[]
  /** Concurrent workflow tasks, per queue that has workflows. */
  readonly workflowSlots: number
  /** Concurrent local activities, per such queue. */
  readonly localSlots: number
  /** Concurrent regular activities, per queue. */
  readonly slots: Readonly<Record<WorkerQueue, number>>
  /** Regular activities started per second on a queue, over all workers; undefined: no limit. */
  readonly perSecond: Readonly<Record<StrangersQueue, number | undefined>>
  /** Maximum concurrent pollers, per queue and type of task; their number follows the load. */
  readonly pollersMax: number
  /** Workflows cached in memory, per queue that has workflows; undefined: depends on the available memory. */
  readonly cachedWorkflows: number | undefined
}

export const workerQueues = [
  'payments',
  'webhooks',
  'operator-mtn',
  'operator-moov',
  'mail',
] as const
export type WorkerQueue = (typeof workerQueues)[number]
type StrangersQueue = Exclude<WorkerQueue, 'payments'>

/** Reads `WORKER_*`. */
export function readWorker(fields: EnvFields): WorkerVariables {
  const slots = (name: string, fallback: number): number => fields.whole(name, fallback, slotBounds)
  const rate = (name: string): number | undefined => optional(fields, name, rateBounds)
  return {
    worker: {
      queues: readQueues(fields),
      workflowSlots: fields.whole('WORKER_WORKFLOW_SLOTS', 40, { ...slotBounds, min: 2 }),
      localSlots: slots('WORKER_LOCAL_SLOTS', 100),
      slots: {
        payments: slots('WORKER_PAYMENTS_SLOTS', 10),
        webhooks: slots('WORKER_WEBHOOKS_SLOTS', 200),
        'operator-mtn': slots('WORKER_OPERATOR_MTN_SLOTS', 100),
        'operator-moov': slots('WORKER_OPERATOR_MOOV_SLOTS', 100),
        mail: slots('WORKER_MAIL_SLOTS', 5),
      },
      perSecond: {
        webhooks: rate('WORKER_WEBHOOKS_PER_SECOND'),
        'operator-mtn': rate('WORKER_OPERATOR_MTN_PER_SECOND'),
        'operator-moov': rate('WORKER_OPERATOR_MOOV_PER_SECOND'),
        mail: rate('WORKER_MAIL_PER_SECOND'),
      },
      pollersMax: fields.whole('WORKER_POLLERS', 20, pollerBounds),
      cachedWorkflows: optional(fields, 'WORKER_CACHED_WORKFLOWS', cacheBounds),
    },
  }
}

const slotBounds: Bounds = { min: 1, max: 10_000 }
const rateBounds: Bounds = { min: 1, max: 100_000 }
const pollerBounds: Bounds = { min: 2, max: 1000 }
const cacheBounds: Bounds = { min: 0, max: 1_000_000 }

function optional(fields: EnvFields, name: string, bounds: Bounds): number | undefined {
  return fields.text(name) === undefined ? undefined : fields.whole(name, bounds.min, bounds)
}

function readQueues(fields: EnvFields): readonly WorkerQueue[] {
  const text = fields.text('WORKER_QUEUES')
  if (text === undefined) return workerQueues
  const names = text.split(',').map((name) => name.trim())
  const queues = workerQueues.filter((queue) => names.includes(queue))
  if (queues.length !== names.length) {
    const all = workerQueues.join(', ')
    fields.problems.push(`WORKER_QUEUES must be a comma-separated list of ${all}, each once.`)
  }
  return queues
}
