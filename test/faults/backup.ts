import { Client } from 'pg'

/** A copy of a database, taken while nobody writes to it. */
export interface Backup {
  /** Puts the copy in the place of the database, whatever was written since. */
  restore(): Promise<void>
}

/** Copies this database; the service must be stopped, and the connections of others are ended. */
export async function backUp(databaseUrl: string): Promise<Backup> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const copy = `${name}_backup`
  const onServer = (statement: string) => run(databaseUrl, statement)
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await onServer(`create database "${copy}" template "${name}"`)
  return {
    async restore() {
      await onServer(`drop database "${name}" with (force)`)
      await onServer(`create database "${name}" template "${copy}"`)
    },
  }
}

async function run(databaseUrl: string, statement: string): Promise<void> {
  const url = new URL(databaseUrl)
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
