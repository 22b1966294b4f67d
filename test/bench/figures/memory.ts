import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '#test/bench/figure.ts'
import { load } from '#test/bench/load.ts'
import { residentMb } from '#test/bench/processor.ts'
import { onService, startRunning } from '#test/bench/service.ts'

const restMs = 5000
/** A minute in the table; the long figure is ten. */
const loadMs = Number(process.env['BENCH_MEMORY_SECONDS'] ?? 60) * 1000
const clients = 16

export const memory: Figure = {
  name: 'memory',
  about: 'resident memory of API and worker, at rest and under load (BENCH_MEMORY_SECONDS)',
  measure: onService(async (scene) => {
    const running = await startRunning(scene)
    await pause(restMs)
    const atRest = { api: residentMb(running.api.pid), worker: residentMb(running.worker.pid) }
    const until = Date.now() + loadMs
    let payments = 0
    await load({ clients, count: clients }, async () => {
      for (; Date.now() < until; payments += 1) await running.complete()
    })
    const loaded = { api: residentMb(running.api.pid), worker: residentMb(running.worker.pid) }
    running.close()
    const parts = `after ${payments} payments in ${loadMs / 1000} s`
    const row = { unit: 'MB' }
    return [
      { name: 'memory/api-at-rest', figure: atRest.api, goal: { atMost: 180 }, ...row },
      { name: 'memory/worker-at-rest', figure: atRest.worker, goal: { atMost: 300 }, ...row },
      { name: 'memory/api', figure: loaded.api, goal: { atMost: 180 }, parts, ...row },
      { name: 'memory/worker', figure: loaded.worker, goal: { atMost: 300 }, parts, ...row },
    ]
  }),
}
