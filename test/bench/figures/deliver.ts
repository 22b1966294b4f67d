import { openBarePayments } from '#test/bench/bare/payments.ts'
import type { Figure } from '#test/bench/figure.ts'
import { percentile } from '#test/bench/numbers.ts'
import { deliveryOf, endCommittedAt, now, onService, startRunning } from '#test/bench/service.ts'
import { type Sent, stagesText } from '#test/bench/stages.ts'

const rounds = 4
const each = 25

/** Idle: from the commit of the end to the receiver, beside one regular activity from its start to the receiver. */
export const deliver: Figure = {
  name: 'deliver',
  about: 'how soon after its commit an end is at the receiver, beside a bare regular activity',
  measure: onService(async (scene, lab) => {
    const bare = await openBarePayments(lab)
    try {
      const running = await startRunning(scene)
      const ours: Sent[] = []
      const base: Sent[] = []
      await running.complete()
      await bare.complete('delivery')
      for (let round = 0; round < rounds; round += 1) {
        for (let at = 0; at < each; at += 1) {
          const { id, arrivedAt } = await running.complete()
          const workflowId = `webhook-delivery/${await deliveryOf(scene, id)}`
          ours.push({ workflowId, arrivedAt, since: await endCommittedAt(scene, id) })
        }
        for (let at = 0; at < each; at += 1) {
          const since = now()
          base.push({ ...(await bare.complete('delivery')), since })
        }
      }
      running.close()
      const { temporalAddress: address, namespace } = scene.places
      const parts = [
        await stagesText({ address, namespace }, ours),
        await stagesText({ address, namespace: bare.namespace }, base),
      ]
      return ([0.5, 0.99] as const).map((share) => ({
        name: `deliver/p${share * 100}`,
        figure: percentile(ours.map(tookMs), share),
        unit: 'ms',
        baseline: percentile(base.map(tookMs), share),
        goal: { atMost: 1 },
        ...(share === 0.5 && { parts: `until ${parts.join('; bare: ')} ms` }),
      }))
    } finally {
      await bare.close()
    }
  }),
}

const tookMs = ({ since, arrivedAt }: Sent): number => arrivedAt - since
