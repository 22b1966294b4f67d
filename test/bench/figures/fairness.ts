import { eventually } from '#test/support/call.ts'
import { createTenant } from '#test/support/tenant.ts'
import { startTlsTalker } from '#test/activities/webhooks/receiver.ts'
import type { Figure } from '#test/bench/figure.ts'
import { HttpClient, load } from '#test/bench/load.ts'
import { percentile } from '#test/bench/numbers.ts'
import { acceptBy, endCommittedAt, startRunning, type Running } from '#test/bench/service.ts'
import type { FaultScene } from '#test/faults/scene.ts'

const endpoints = 5
const hangingDeliveries = 1000
/** So many that the slowest percent is more than one. */
const healthy = 200

/** A healthy endpoint alone, and while another merchant's deliveries hang at a receiver that never answers. */
export const fairness: Figure = {
  name: 'fairness',
  about: 'p99 of a healthy endpoint while 1,000 deliveries of another merchant hang',
  async measure(lab) {
    const silent = await startTlsTalker(() => {})
    const scene = await lab.openService()
    try {
      const hosts = `${scene.mailbox.host},127.0.0.1:${silent.port}`
      const running = await startRunning(scene, { WEBHOOK_PRIVATE_HOSTS: hosts })
      await running.complete()
      const alone = await latencies(scene, running)
      const other = await createTenant(scene.database)
      const client = new HttpClient(running.api.baseUrl)
      for (let at = 0; at < endpoints; at += 1) {
        await client.must(201, {
          method: 'POST',
          path: '/v2/webhook_endpoints',
          headers: { Authorization: `Bearer ${other.keys.secret}` },
          body: { url: `https://127.0.0.1:${silent.port}/${at}`, events: ['*'] },
        })
      }
      const count = hangingDeliveries / endpoints
      await load({ clients: 16, count }, async () => {
        await acceptBy(client, other.keys.secret)
      })
      await eventually(
        async () => (await deliveriesOf(scene, other.serviceEnvId)) >= hangingDeliveries,
      )
      const beside = await latencies(scene, running)
      client.close()
      running.close()
      return [
        {
          name: 'fairness',
          figure: percentile(beside, 0.99),
          unit: 'ms',
          baseline: percentile(alone, 0.99),
          goal: { atMost: 1.5 },
          parts: `p50 ${percentile(beside, 0.5).toFixed(0)} ms, alone ${percentile(alone, 0.5).toFixed(0)}`,
        },
      ]
    } finally {
      await scene.stop()
      await silent.close()
    }
  },
}

async function latencies(scene: FaultScene, running: Running): Promise<readonly number[]> {
  const seen: number[] = []
  for (let at = 0; at < healthy; at += 1) {
    const { id, arrivedAt } = await running.complete()
    seen.push(arrivedAt - (await endCommittedAt(scene, id)))
  }
  return seen
}

async function deliveriesOf({ database }: FaultScene, serviceEnvId: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from webhook_delivery d
     join webhook_endpoint e on e.id = d.endpoint_id where e.service_env_id = $1`,
    [serviceEnvId],
  )
  return rows[0]?.count ?? 0
}
