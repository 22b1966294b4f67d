import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OwnServices, ownServicesFile } from '#platform/command-env.ts'
import { runToEnd } from './run.ts'
import { StartError } from './say.ts'
import { waitUntil } from './wait-until.ts'

/**
 * Locks the data folder: refuses if another start is using it, and ends servers that a killed one left behind.
 * Returns a function that releases the folder.
 */
export async function takeDataFolder(dataDir: string): Promise<() => Promise<void>> {
  mkdirSync(dataDir, { recursive: true })
  chmodSync(dataDir, ownerAlone)
  const lock = join(dataDir, 'start.pid')
  const owner = await runningAs(readPid(lock), 'dev/start.ts')
  if (owner !== undefined) {
    throw new StartError(
      `Another start (process ${owner}) runs on ${dataDir}: stop it first, ` +
        'or give this one its own DATA_DIR and ports.',
    )
  }
  writeFileSync(lock, `${process.pid}\n`)
  closeTemporal(dataDir)
  for (const { file, mark, signal } of servers) {
    await endLeftover(join(dataDir, file), join(dataDir, mark), signal)
  }
  return () => rm(lock, { force: true })
}

/** Payments are in its files, which an earlier version let everybody on this machine read. */
function closeTemporal(dataDir: string): void {
  for (const file of readdirSync(dataDir)) {
    if (file.startsWith('temporal.db')) chmodSync(join(dataDir, file), 0o600)
  }
}

/** Tells commands on the same data where our own services are, while we run. Returns a function that takes it back. */
export async function leaveAddresses(
  dataDir: string,
  services: OwnServices,
): Promise<() => Promise<void>> {
  const path = ownServicesFile(dataDir)
  await rm(path, { force: true })
  await writeFile(path, `${JSON.stringify(services)}\n`, { mode: 0o600 })
  return () => rm(path, { force: true })
}

/** As root, PostgreSQL runs as another user, who must reach its own folder inside and may see nothing else. */
const ownerAlone = process.getuid?.() === 0 ? 0o711 : 0o700

/**
 * The stored process ids, the files that their command lines name, and the signal that stops them cleanly. After a
 * restart of the machine another's server may have such an id.
 */
const servers = [
  { file: 'postgres.pid', mark: 'postgres', signal: 'SIGINT' },
  { file: 'temporal.pid', mark: 'temporal.db', signal: 'SIGTERM' },
] as const

const checkTimeoutMs = 5000
const endTimeoutMs = 10_000

async function endLeftover(path: string, mark: string, signal: NodeJS.Signals): Promise<void> {
  const pid = await runningAs(readPid(path), mark)
  const isGone = async (): Promise<boolean> => (await runningAs(pid, mark)) === undefined
  if (pid !== undefined) {
    process.kill(pid, signal)
    if (!(await waitUntil(isGone, endTimeoutMs))) {
      process.kill(pid, 'SIGKILL')
      await waitUntil(isGone, endTimeoutMs)
    }
  }
  await rm(path, { force: true })
}

function readPid(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** The id if that process runs and its command line contains `mark`, because ids are reused. */
async function runningAs(pid: number | undefined, mark: string): Promise<number | undefined> {
  if (pid === undefined || pid === process.pid) return undefined
  const flags = ['-o', 'command=', '-p', String(pid)]
  const { code, output } = await runToEnd('ps', flags, checkTimeoutMs)
  return code === 0 && output.includes(mark) ? pid : undefined
}
