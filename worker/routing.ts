import type { NativeConnection } from '@temporalio/worker'
import type { Env } from '#platform/env.ts'
import type { Log } from '#platform/log.ts'
import { currentVersionOf, passedOver, passedOverTodo } from '#platform/temporal-routing.ts'
import { taskQueues } from '#workflows/contract.ts'

const deadlineMs = 5000

/** A worker that gets no runs because Temporal sends them to a version looks idle: it says so as it starts. */
export async function warnIfPassedOver(
  connection: NativeConnection,
  { temporalNamespace: namespace, temporalDeployment }: Env,
  log: Log,
): Promise<void> {
  const place = { namespace, queue: taskQueues.payments }
  try {
    const current = await connection.withDeadline(Date.now() + deadlineMs, () =>
      currentVersionOf(connection.workflowService, place),
    )
    const said = passedOver(temporalDeployment, current)
    if (said !== undefined && current !== undefined)
      log.warn({ ...current, todo: passedOverTodo(current) }, said)
  } catch (error) {
    log.debug({ err: error }, 'Temporal did not say where new runs go')
  }
}
