import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { eventually } from './call.ts'
import { type OwnPostgres, startOwnPostgres } from './stack.ts'
import { temporaryFolder } from './temporary-folder.ts'

/**
 * A second server that follows this one by synchronous streaming replication: the first commits nothing that the
 * second does not have, so confirmed work survives the loss of either.
 */
export async function startStandbyOf(primary: OwnPostgres): Promise<OwnPostgres> {
  const folder = temporaryFolder('standby')
  const client = new Client({ connectionString: primary.url })
  await client.connect()
  try {
    await copyInto(folder, primary, client)
    const standby = await startOwnPostgres(true, folder)
    await client.query(`alter system set synchronous_standby_names = '${name}'`)
    await client.query('select pg_reload_conf()')
    await eventually(async () => {
      const { rows } = await client.query(
        `select 1 from pg_stat_replication where sync_state = 'sync'`,
      )
      return rows.length === 1
    })
    return standby
  } finally {
    await client.end()
  }
}

const name = 'standby'

async function copyInto(folder: string, primary: OwnPostgres, client: Client): Promise<void> {
  const data = join(folder, 'postgres')
  execFileSync('cp', ['-a', join(primary.folder, 'postgres.password'), folder])
  await baseBackup(primary, data, client)
  put(join(data, 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(primary.url)
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=${name}`
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
}

/** Like `pg_basebackup`, which is not among our packages: copies this running server's data to `data`. */
export async function baseBackup(
  primary: OwnPostgres,
  data: string,
  client: Client,
): Promise<void> {
  await client.query(`select pg_backup_start('copy', true)`)
  execFileSync('cp', ['-a', join(primary.folder, 'postgres'), data])
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(false)',
  )
  rmSync(join(data, 'postmaster.pid'), { force: true })
  put(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
}

/** The server may run as another user, and must be able to write these files. */
function put(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o666)
}
