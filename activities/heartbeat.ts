import { Context } from '@temporalio/activity'

/**
 * Sends a heartbeat with the progress of a long activity; false once its worker is stopping, after which another
 * continues.
 */
export function beat(standing: object): boolean {
  const { cancellationSignal } = Context.current()
  Context.current().heartbeat(standing)
  return !cancellationSignal.aborted
}
