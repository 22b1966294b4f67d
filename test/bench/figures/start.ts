import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { collectionCall, eventually } from '#test/support/call.ts'
import { atExit, temporaryFolder } from '#test/support/temporary-folder.ts'
import type { Figure } from '#test/bench/figure.ts'
import { HttpClient } from '#test/bench/load.ts'
import { median } from '#test/bench/numbers.ts'

const starts = 3
const variables = ['PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'POSTGRES_PORT'] as const

/** `npm start` on fresh data to the first 202, packages installed; a worker from its start to its first step. */
export const start: Figure = {
  name: 'start',
  about: '`npm start` to its first 202, and a worker to its first step',
  async measure(lab) {
    const whole: number[] = []
    for (let at = 0; at < starts; at += 1) whole.push(await npmStart())
    const scene = await lab.openService()
    try {
      const api = await scene.startApi()
      const worker: number[] = []
      for (let at = 0; at < starts; at += 1) {
        const id = await scene.pay(api)
        const since = performance.now()
        const launched = await scene.launchWorker()
        await eventually(async () => {
          const { rows } = await scene.database.pool.query(
            `select 1 from transaction where id = $1 and operator_state <> 'unsent'`,
            [id],
          )
          return rows.length > 0
        })
        worker.push((performance.now() - since) / 1000)
        await launched.stop()
      }
      return [
        { name: 'start', figure: median(whole), unit: 's', goal: { atMost: 5 } },
        { name: 'start/worker', figure: median(worker), unit: 's', goal: { atMost: 2 } },
      ]
    } finally {
      await scene.stop()
    }
  },
}

/** Seconds from the command to the first accepted collection. */
async function npmStart(): Promise<number> {
  const ports = await freePorts(variables.length)
  const folder = temporaryFolder('bench-start')
  const logPath = join(temporaryFolder('bench-start-log'), 'start.log')
  const log = openSync(logPath, 'w')
  const since = performance.now()
  const child = spawn(process.execPath, ['dev/bootstrap.mjs', 'start'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATA_DIR: folder,
      ...Object.fromEntries(variables.map((name, at) => [name, String(ports[at])])),
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  atExit(() => child.kill('SIGKILL'))
  const demo = join(folder, 'demo.json')
  try {
    await eventually(
      () => Promise.resolve(existsSync(demo) && (isWhole(demo) || undefined)),
      startTimeoutMs,
    )
  } catch {
    child.kill('SIGINT')
    throw new Error(`\`npm start\` did not answer. It said last: ${lastLine(logPath)}`)
  }
  const { base_url: baseUrl, keys } = JSON.parse(readFileSync(demo, 'utf8')) as {
    readonly base_url: string
    readonly keys: { readonly secret_sandbox: string }
  }
  const client = new HttpClient(baseUrl)
  const { path, body, headers, key } = collectionCall(keys.secret_sandbox)
  await client.must(202, {
    method: 'POST',
    path,
    body,
    headers: { ...headers, Authorization: `Bearer ${key}` },
  })
  const seconds = (performance.now() - since) / 1000
  client.close()
  child.kill('SIGINT')
  await once(child, 'exit')
  return seconds
}

const startTimeoutMs = 120_000

function lastLine(path: string): string {
  return readFileSync(path, 'utf8').trim().split('\n').at(-1) ?? ''
}

function isWhole(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'))
    return true
  } catch {
    return false
  }
}
