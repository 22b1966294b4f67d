import { Context } from '@temporalio/activity'

/** Tells Temporal that a long step is alive, and how far; false once its worker stops, after which another goes on. */
export function beat(standing: object): boolean {
  const { cancellationSignal } = Context.current()
  Context.current().heartbeat(standing)
  return !cancellationSignal.aborted
}
