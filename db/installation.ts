import {
  type Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
} from '@temporalio/client'
import type { Pool } from 'pg'
import { EnvError } from '#platform/env-error.ts'
import { retryUntil } from '#platform/retry-until.ts'
import { namespaceOwner } from '#workflows/contract/schedules.ts'
import { now } from './functions.ts'
import { onPool } from './sql.ts'
import { db, prepared } from './statements.ts'

/** The database, and the Temporal namespace that should belong to it. */
export interface NamespacePlace {
  readonly pool: Pool
  readonly namespace: string
  readonly call: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>
}

/**
 * Claims an unowned namespace for this database. Rejects with an `EnvError` if it belongs to another installation,
 * whose runs this one would end; with any other error if Temporal does not answer.
 */
export async function claimNamespace(place: NamespacePlace): Promise<void> {
  const ours = await installationOf(place.pool)
  const owner = (await ownerOf(place)) ?? (await claim(place, ours))
  if (owner !== ours) throw new EnvError([foreign(place.namespace)])
}

/**
 * For the start of a process: the same, retried until Temporal answers. A caller that cannot wait that long races it;
 * the refusal may come later.
 */
export async function namespaceClaimed(place: NamespacePlace, signal: AbortSignal): Promise<void> {
  let refusal: EnvError | undefined
  await retryUntil(signal, {
    turn: async () => {
      try {
        await claimNamespace(place)
      } catch (error) {
        if (!(error instanceof EnvError)) throw error
        refusal = error
      }
      return 'done'
    },
    failed: () => retryPauseMs,
  })
  if (refusal !== undefined) throw refusal
}

/** How long a starting process waits for Temporal to answer. */
export const claimWaitMs = 2000
const retryPauseMs = 1000

/**
 * Records that this database was just restored to an earlier moment, while no process works on it: by the tables' owner
 * alone.
 */
export async function markRestored(pool: Pool): Promise<void> {
  await onPool(pool).run(db.updateTable('installation').set({ restoredAt: now }))
}

/** Reads the owner of the namespace, and changes nothing. */
export async function readNamespaceOwner(
  place: NamespacePlace,
): Promise<'ours' | 'another' | 'nobody'> {
  const [ours, owner] = await Promise.all([installationOf(place.pool), ownerOf(place)])
  if (owner === undefined) return 'nobody'
  return owner === ours ? 'ours' : 'another'
}

const installation = prepared(() => db.selectFrom('installation').select('id'))

async function installationOf(pool: Pool): Promise<string> {
  const { id } = await onPool(pool).only(installation({}))
  return namespaceOwner.workflowId(id)
}

/** Undefined if nobody owns the namespace. Reads what the service returns without decrypting it. */
async function ownerOf({ call, namespace }: NamespacePlace): Promise<string | undefined> {
  const { scheduleId } = namespaceOwner
  try {
    const found = await call((client) =>
      client.workflowService.describeSchedule({ namespace, scheduleId }),
    )
    return found.schedule?.action?.startWorkflow?.workflowId ?? ''
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === notFound) return undefined
    throw error
  }
}

/** Returns the owner afterwards: of several concurrent claims Temporal accepts one. */
async function claim(place: NamespacePlace, ours: string): Promise<string> {
  const { scheduleId, type: workflowType, taskQueue } = namespaceOwner
  try {
    await place.call((client) =>
      client.schedule.create({
        scheduleId,
        spec: {},
        action: { type: 'startWorkflow', workflowType, workflowId: ours, taskQueue, args: [] },
        policies: { overlap: ScheduleOverlapPolicy.SKIP },
        // Temporal deletes a schedule after some days if it is not paused and has nothing to start.
        state: { paused: true, note: 'Names the owner of this namespace; starts nothing.' },
      }),
    )
    return ours
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
    return (await ownerOf(place)) ?? ours
  }
}

/** The gRPC status; also returned for a namespace that does not exist, which then accepts no claim either. */
const notFound = 5

function foreign(namespace: string): string {
  const { scheduleId } = namespaceOwner
  return `TEMPORAL_NAMESPACE: ${namespace} belongs to another installation. Give this one a namespace of its own; only where the other is no more, free it: temporal schedule delete -n ${namespace} -s ${scheduleId}`
}
