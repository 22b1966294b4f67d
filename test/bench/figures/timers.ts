import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '#test/support/call.ts'
import { startReceiver } from '#test/activities/webhooks/receiver.ts'
import type { FaultScene } from '#test/faults/scene.ts'
import type { Figure } from '#test/bench/figure.ts'
import type { Lab } from '#test/bench/lab.ts'
import { HttpClient, load } from '#test/bench/load.ts'
import { processorMs, residentMb } from '#test/bench/processor.ts'
import { acceptBy } from '#test/bench/service.ts'

const endpoints = 5
/** The figure is made for 10,000; a thousand take a minute. */
const deliveries = Number(process.env['BENCH_TIMERS'] ?? 1000)
const settleMs = 5000
const idleMs = 20_000

/**
 * Deliveries that wait six hours for their next attempt: what they cost a worker, at idle, beside one that has done as
 * much and for which nothing waits.
 */
export const timers: Figure = {
  name: 'timers',
  about: 'memory and processor of a worker while deliveries wait (BENCH_TIMERS of them)',
  async measure(lab) {
    const without = await workerAfter(lab, 200)
    const used = await workerAfter(lab, 500)
    const parts = `${deliveries} deliveries`
    return [
      {
        name: 'timers/memory',
        figure: used.mb,
        unit: 'MB',
        baseline: without.mb,
        goal: { atMost: 1.1 },
        parts: `${parts}; both that have run nothing yet: ${without.freshMb.toFixed(0)} and ${used.freshMb.toFixed(0)} MB`,
      },
      {
        name: 'timers/processor',
        figure: used.percent,
        unit: '% of a core',
        goal: { atMost: 2 },
        parts: `${parts}; none: ${without.percent.toFixed(1)} %`,
      },
    ]
  },
}

interface Idle {
  readonly mb: number
  readonly percent: number
}

/** A worker at idle after so many deliveries that their receivers answered with this status; and before. */
async function workerAfter(lab: Lab, status: number): Promise<Idle & { readonly freshMb: number }> {
  const receiver = await startReceiver(
    (_received, response) => void response.writeHead(status).end(),
  )
  const scene = await lab.openService({
    WEBHOOK_RETRY_SCHEDULE: '6h,6h,6h,6h,6h',
    WEBHOOK_PRIVATE_HOSTS: `127.0.0.1:${receiver.port}`,
  })
  try {
    const api = await scene.startApi()
    const worker = await scene.startWorker()
    const fresh = await idle(worker.pid)
    const client = new HttpClient(api.baseUrl)
    for (let at = 0; at < endpoints; at += 1) {
      await client.must(201, {
        method: 'POST',
        path: '/v2/webhook_endpoints',
        headers: { Authorization: `Bearer ${scene.tenant.keys.secret}` },
        body: { url: `https://127.0.0.1:${receiver.port}/${at}`, events: ['*'] },
      })
    }
    await load({ clients: 16, count: deliveries / endpoints }, async () => {
      await acceptBy(client, scene.tenant.keys.secret)
    })
    await eventually(async () => (await attempted(scene)) >= deliveries, 600_000)
    client.close()
    return { ...(await idle(worker.pid)), freshMb: fresh.mb }
  } finally {
    await scene.stop()
    await receiver.close()
  }
}

async function idle(pid: number): Promise<Idle> {
  await pause(settleMs)
  const before = processorMs(pid)
  await pause(idleMs)
  return { mb: residentMb(pid), percent: ((processorMs(pid) - before) / idleMs) * 100 }
}

async function attempted({ database }: FaultScene): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from webhook_delivery where status in ('failed', 'delivered')`,
  )
  return rows[0]?.count ?? 0
}
