import { alternate, perSecondRow } from '#test/bench/alternate.ts'
import { openBarePayments } from '#test/bench/bare/payments.ts'
import type { Figure } from '#test/bench/figure.ts'
import { load } from '#test/bench/load.ts'
import { onService, startRunning } from '#test/bench/service.ts'

const rounds = 4
const clients = 16
const count = 64

/** From the request to the webhook's arrival, API and worker apart, beside workflows of the same shape. */
export const complete: Figure = {
  name: 'complete',
  about:
    'collections from request to delivered webhook a second, beside bare workflows; 16 clients',
  measure: onService(async (scene, lab) => {
    const bare = await openBarePayments(lab)
    try {
      const running = await startRunning(scene)
      const temporal = lab.temporal.pid()
      const sides = await alternate(
        {
          ours: {
            processes: {
              api: running.api.pid,
              worker: running.worker.pid,
              postgres: lab.postgresPid,
              temporal,
            },
            run: () => load({ clients, count }, async () => void (await running.complete())),
          },
          bare: {
            processes: { worker: bare.pid, temporal },
            run: () => load({ clients, count }, async () => void (await bare.complete('payment'))),
          },
        },
        rounds,
      )
      running.close()
      return [perSecondRow('complete', sides, { atLeast: 0.8 })]
    } finally {
      await bare.close()
    }
  }),
}
