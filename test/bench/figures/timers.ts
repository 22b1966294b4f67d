import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '#test/support/call.ts'
import { startReceiver } from '#test/activities/webhooks/receiver.ts'
import type { FaultScene } from '#test/faults/scene.ts'
import type { Figure } from '#test/bench/figure.ts'
import { HttpClient, load } from '#test/bench/load.ts'
import { processorMs, residentMb } from '#test/bench/processor.ts'
import { acceptBy } from '#test/bench/service.ts'

const endpoints = 5
/** The figure is made for 10,000; a thousand take a minute. */
const deliveries = Number(process.env['BENCH_TIMERS'] ?? 1000)
const settleMs = 5000
const idleMs = 20_000

/** Deliveries that wait an hour for their next attempt: what they cost a worker that has just started, and at idle. */
export const timers: Figure = {
  name: 'timers',
  about: 'memory and processor of a worker while deliveries wait (BENCH_TIMERS of them)',
  async measure(lab) {
    const refusing = await startReceiver(
      (_received, response) => void response.writeHead(500).end(),
    )
    const scene = await lab.openService({
      WEBHOOK_RETRY_SCHEDULE: '6h,6h,6h,6h,6h',
      WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${refusing.port}`,
    })
    try {
      const api = await scene.startApi()
      const before = await idleWorker(scene)
      const worker = await scene.startWorker()
      const client = new HttpClient(api.baseUrl)
      for (let at = 0; at < endpoints; at += 1) {
        await client.must(201, {
          method: 'POST',
          path: '/v2/webhook_endpoints',
          headers: { Authorization: `Bearer ${scene.tenant.keys.secret}` },
          body: { url: `https://127.0.0.1:${refusing.port}/${at}`, events: ['*'] },
        })
      }
      await load({ clients: 16, count: deliveries / endpoints }, async () => {
        await acceptBy(client, scene.tenant.keys.secret)
      })
      await eventually(async () => (await waiting(scene)) >= deliveries, 600_000)
      client.close()
      const used = await idle(worker.pid)
      await worker.stop()
      const parts = `${deliveries} deliveries`
      return [
        {
          name: 'timers/memory',
          figure: used.mb,
          unit: 'MB',
          baseline: before.mb,
          goal: { atMost: 1.1 },
          parts: `${parts}; the baseline has run nothing yet`,
        },
        {
          name: 'timers/processor',
          figure: used.percent,
          unit: '% of a core',
          goal: { atMost: 2 },
          parts: `${parts}; none: ${before.percent.toFixed(1)} %`,
        },
      ]
    } finally {
      await scene.stop()
      await refusing.close()
    }
  },
}

async function idleWorker(scene: FaultScene): Promise<{ mb: number; percent: number }> {
  const worker = await scene.startWorker()
  const used = await idle(worker.pid)
  await worker.stop()
  return used
}

async function idle(pid: number): Promise<{ mb: number; percent: number }> {
  await pause(settleMs)
  const before = processorMs(pid)
  await pause(idleMs)
  return { mb: residentMb(pid), percent: ((processorMs(pid) - before) / idleMs) * 100 }
}

async function waiting({ database }: FaultScene): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where status = 'failed'`,
  )
  return rows[0]?.count ?? 0
}
