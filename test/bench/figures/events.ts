import { WorkflowNotFoundError } from '@temporalio/client'
import { eventually } from '#test/support/call.ts'
import type { Figure } from '#test/bench/figure.ts'
import { deliveryOf, onService, startRunning } from '#test/bench/service.ts'

/** Events of the runs of a paid collection: it, its first delivery, and one that takes all six attempts. */
export const events: Figure = {
  name: 'events',
  about: 'history events of a paid collection, a first-attempt delivery and one of six attempts',
  measure: onService(async (scene) => {
    const eventsOf = async (workflowId: string): Promise<number> => {
      const handle = scene.temporal.client.workflow.getHandle(workflowId)
      return eventually(async () => {
        // Its row is there a moment before its run is begun.
        const run = await handle.describe().catch(untilBegun)
        return run !== undefined && run.status.name !== 'RUNNING' && run.historyLength
      })
    }
    const running = await startRunning(scene)
    const { id } = await running.complete()
    const paid = await eventsOf(`collection/${id}`)
    const first = await eventsOf(`webhook-delivery/${await deliveryOf(scene, id)}`)
    scene.mailbox.answerWith((_letter, response) => void response.writeHead(500).end())
    const refused = await running.accept()
    const six = await eventsOf(
      `webhook-delivery/${await eventually(() => deliveryOf(scene, refused))}`,
    )
    running.close()
    const row = { unit: 'events' }
    return [
      { name: 'events/collection', figure: paid, goal: { atMost: 30 }, ...row },
      { name: 'events/delivery', figure: first, goal: { atMost: 12 }, ...row },
      { name: 'events/six-attempts', figure: six, goal: { atMost: 70 }, ...row },
    ]
  }),
}

function untilBegun(error: unknown): undefined {
  if (!(error instanceof WorkflowNotFoundError)) throw error
}
