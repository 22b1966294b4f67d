import type { Client } from 'pg'
import type { MigrationFile } from './migrations.ts'

/** The last of the files, one per subject, that the earlier migrations were folded into. */
export const lastFolded = '38-vacuum'

/** SHA-256 of the names and checksums of the 80 earlier migrations, a line each. */
const earlierDigest = 'b2de0fbfa4cba578e6238983ac1adbceac3febac9d33c5f3de8796f3604b4bb6'

/**
 * Takes over a database that ran all the earlier migrations: its schema is the same except for what `mend` corrects, and
 * its migration records become those of the present files. Leaves every other database as it is.
 */
export async function takeOverFolded(
  client: Client,
  files: readonly MigrationFile[],
): Promise<void> {
  if ((await digestOfRan(client)) !== earlierDigest) return
  const folded = files.filter(({ name }) => name <= lastFolded)
  await client.query('begin')
  try {
    await client.query(mend)
    for (const { name, checksum } of folded) await client.query(insert, [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Undefined if no migration has run. */
async function digestOfRan(client: Client): Promise<string | undefined> {
  const { rows: made } = await client.query<{ name: string | null }>(
    `select to_regclass('migration_checksum')::text as name`,
  )
  if (made[0]?.name == null) return undefined
  const { rows } = await client.query<{ digest: string }>(
    `select encode(sha256(convert_to(string_agg(name || ' ' || checksum, e'\\n' order by name collate "C"), 'UTF8')), 'hex')
       as digest from migration_checksum`,
  )
  return rows[0]?.digest
}

/** Drops what only earlier code used, and validates the constraints that were not validated yet. */
const mend = `
  drop index payout_file_line_alike;
  alter table service validate constraint service_address_is_short, validate constraint service_email_is_short;
  alter table funds_act validate constraint funds_act_act_check;
  delete from mikro_orm_migrations;
  delete from migration_checksum`

const insert = `
  with kept as (insert into migration_checksum (name, checksum) values ($1, $2))
  insert into mikro_orm_migrations (name, executed_at) values ($1, now())`
