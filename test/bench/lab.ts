import { join } from 'node:path'
import { Client } from 'pg'
import { freePorts } from '#dev/ports.ts'
import { startPostgres } from '#dev/postgres.ts'
import { type FaultScene, openScene } from '#test/faults/scene.ts'
import { startOwnTemporal, type OwnTemporal } from '#test/support/stack-temporal.ts'
import { atExit, temporaryFolder } from '#test/support/temporary-folder.ts'
import { type BareProcess, startBare } from './bare/start.ts'

/** Servers of the bench's own, as production has them: what PostgreSQL commits is on the disk. */
export interface Lab {
  readonly temporal: OwnTemporal
  readonly postgresPid: number
  /** A service with a database and a namespace of its own; its processes are not started yet. */
  openService(changes?: Readonly<Record<string, string>>): Promise<FaultScene>
  /** The baseline's process. */
  startBare(
    kind: 'api' | 'worker',
    environment: Readonly<Record<string, string>>,
  ): Promise<BareProcess>
  /** The URL of a fresh database without a table. */
  createEmptyDatabase(): Promise<string>
  stop(): Promise<void>
}

/** Starts both servers; they end with this process at the latest. */
export async function openLab(): Promise<Lab> {
  const [port = 0] = await freePorts(1)
  const folder = temporaryFolder('bench')
  const place = join(folder, 'postgres')
  const options = { folder: place, port, isDurable: true, isTemporary: true }
  let postgres = await startPostgres(options)
  // When a commit happened is what latencies begin with; the setting needs a new start.
  await execute(postgres.url, 'alter system set track_commit_timestamp = on')
  await postgres.server.stop()
  postgres = await startPostgres(options)
  atExit(() => postgres.server.signal('SIGKILL'))
  const temporal = await startOwnTemporal()
  process.env['TEST_POSTGRES_URL'] = postgres.url
  process.env['TEST_TEMPORAL_ADDRESS'] = temporal.address
  let databases = 0
  return {
    temporal,
    postgresPid: postgres.server.pid,
    openService: (changes = {}) =>
      openScene({ LOG_LEVEL: 'info', SANDBOX_OPERATOR_DELAY: '1ms', ...changes }),
    startBare: (kind, environment) => startBare(kind, environment),
    async createEmptyDatabase() {
      databases += 1
      const name = `bare_${databases}`
      await execute(postgres.url, `create database ${name}`)
      return postgres.urlOf(name)
    },
    async stop() {
      await Promise.all([postgres.server.stop(), temporal.stop()])
    },
  }
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
