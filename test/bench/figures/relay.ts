import { eventually } from '#test/support/call.ts'
import { openBarePayments } from '#test/bench/bare/payments.ts'
import type { Figure } from '#test/bench/figure.ts'
import { HttpClient, load } from '#test/bench/load.ts'
import { acceptBy, onService } from '#test/bench/service.ts'
import type { FaultScene } from '#test/faults/scene.ts'

const payments = 1000

/** Accepted while Temporal was away: how soon all have been handed over, beside bare starts of the same number. */
export const relay: Figure = {
  name: 'relay',
  about: '1,000 collections accepted while Temporal was away: starts a second after its return',
  measure: onService(async (scene, lab) => {
    const bare = await openBarePayments(lab)
    const since = performance.now()
    await load({ clients: 16, count: payments }, () => bare.start('payment'))
    const baseline = payments / ((performance.now() - since) / 1000)
    await bare.close()
    const [api] = await Promise.all([scene.startApi(), scene.startWorker()])
    const client = new HttpClient(api.baseUrl)
    await lab.temporal.kill()
    await load({ clients: 16, count: payments }, async () => {
      await acceptBy(client, scene.tenant.keys.secret)
    })
    client.close()
    const owed = await owedBy(scene)
    await lab.temporal.restart()
    const back = performance.now()
    await eventually(async () => (await owedBy(scene)) === 0, 300_000)
    return [
      {
        name: 'relay',
        figure: owed / ((performance.now() - back) / 1000),
        unit: 'starts a second',
        baseline,
        goal: { atLeast: 0.8 },
        parts: `${owed} owed when Temporal came back`,
      },
    ]
  }),
}

/** Collections that nobody has begun: their start is not counted as done while their entry stands. */
async function owedBy({ database }: FaultScene): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from outbox where kind = 'collection'`,
  )
  return rows[0]?.count ?? 0
}
