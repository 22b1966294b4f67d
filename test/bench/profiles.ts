import { fileURLToPath } from 'node:url'
import type { ServiceProcess } from '#test/support/processes.ts'
import { inspectable, sampled } from './inspector.ts'
import type { Lab } from './lab.ts'
import { HttpClient, load, type LoadResult } from './load.ts'
import { threadMs } from './processor.ts'
import { acceptBy, startRunning } from './service.ts'
import { type Breakdown, breakdown, type Spent } from './spent.ts'

/** Where a process's time goes under a load that the bench also measures. */
export interface Profile {
  readonly name: string
  readonly about: string
  take(lab: Lab): Promise<readonly ProcessProfile[]>
}

interface ProcessProfile {
  readonly process: string
  /** Processor milliseconds an operation, by kind of thread. */
  readonly threads: Readonly<Record<ThreadKind, number>>
  readonly spent: Breakdown
}

const clients = 16
const counts = { warm: 200, accept: 1200, read: 4000, complete: 300 }

/** All that `npm run bench -- --profile` takes. */
export const profiles: readonly Profile[] = [
  {
    name: 'accept',
    about: 'the API at POST /v2/collections, the start of the run included',
    take: takeAccept,
  },
  { name: 'read', about: 'the API at GET /v2/transactions/{id}', take: takeRead },
  {
    name: 'complete',
    about: 'API and worker at a collection from request to delivered webhook',
    take: takeComplete,
  },
]

async function takeAccept(lab: Lab): Promise<readonly ProcessProfile[]> {
  const scene = await lab.openService(inspectable)
  const api = await scene.startApi()
  const client = new HttpClient(api.baseUrl)
  try {
    const accept = (count: number) =>
      load({ clients, count }, async () => void (await acceptBy(client, scene.tenant.keys.secret)))
    await accept(counts.warm)
    return await profiled({ api }, () => accept(counts.accept))
  } finally {
    client.close()
    await scene.stop()
  }
}

async function takeRead(lab: Lab): Promise<readonly ProcessProfile[]> {
  const scene = await lab.openService(inspectable)
  const api = await scene.startApi()
  const client = new HttpClient(api.baseUrl)
  try {
    const { secret } = scene.tenant.keys
    const ids: string[] = []
    while (ids.length < readAtOnce) ids.push(await acceptBy(client, secret))
    const headers = { Authorization: `Bearer ${secret}` }
    const read = (count: number) =>
      load({ clients, count }, async (number) => {
        await client.must(200, { path: `/v2/transactions/${ids[number % ids.length]}`, headers })
      })
    await read(counts.warm)
    return await profiled({ api }, () => read(counts.read))
  } finally {
    client.close()
    await scene.stop()
  }
}

const readAtOnce = 40

async function takeComplete(lab: Lab): Promise<readonly ProcessProfile[]> {
  const scene = await lab.openService(inspectable)
  try {
    const running = await startRunning(scene)
    const { api, worker } = running
    const complete = (count: number) =>
      load({ clients, count }, async () => void (await running.complete()))
    await complete(counts.warm / 2)
    const taken = await profiled({ api, worker }, () => complete(counts.complete))
    running.close()
    return taken
  } finally {
    await scene.stop()
  }
}

/** One process's load is sampled while the others', of the same load, is: their profiles begin and end together. */
async function profiled(
  processes: Readonly<Record<string, ServiceProcess>>,
  work: () => Promise<LoadResult>,
): Promise<readonly ProcessProfile[]> {
  const taken: ProcessProfile[] = []
  const within = async ([first, ...others]: readonly (readonly [
    string,
    ServiceProcess,
  ])[]): Promise<number> => {
    if (first === undefined) return (await work()).done
    const [name, process] = first
    let done = 0
    let threads: ProcessProfile['threads'] = noThreads
    const seen = await sampled(process, async () => {
      const before = threadMs(process.pid)
      done = await within(others)
      threads = threadsOf(before, threadMs(process.pid), done)
    })
    taken.unshift({ process: name, threads, spent: breakdown(seen, root) })
    return done
  }
  await within(Object.entries(processes))
  return taken
}

type ThreadKind = 'JavaScript' | 'V8' | 'others'

const noThreads = { JavaScript: 0, V8: 0, others: 0 }
/** As Node names its threads: those that run JavaScript, and those that compile it and collect its garbage. */
const kinds: Readonly<Record<string, ThreadKind>> = {
  MainThread: 'JavaScript',
  WorkerThread: 'JavaScript',
  V8Worker: 'V8',
}

function threadsOf(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  done: number,
): ProcessProfile['threads'] {
  const threads = { ...noThreads }
  for (const [name, ms] of after)
    threads[kinds[name] ?? 'others'] += (ms - (before.get(name) ?? 0)) / done
  return threads
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const shown = 10

/** Two tables a process: the time of its JavaScript threads by place and by function, the ten dearest of each. */
export function profileText(name: string, taken: readonly ProcessProfile[]): string {
  return taken
    .map(({ process, threads, spent }) => {
      const parts = Object.entries(threads).map(([kind, ms]) => `${kind} ${ms.toFixed(2)}`)
      const head = `${name}, ${process}: processor milliseconds an operation by thread: ${parts.join(', ')}`
      const tables = [spent.places, spent.functions].map((all) =>
        all
          .slice(0, shown)
          .map((each) => lineOf(each, threads.JavaScript))
          .join('\n'),
      )
      return [head, ...tables].join('\n\n')
    })
    .join('\n\n')
}

function lineOf({ name, share }: Spent, processor: number): string {
  const percent = (share * 100).toFixed(1).padStart(5)
  return `${percent} %  ${(share * processor).toFixed(3).padStart(7)} ms  ${name}`
}
