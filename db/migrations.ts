import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { MigrationObject } from '@mikro-orm/core'
import { Migration } from '@mikro-orm/migrations'

/** One SQL file of db/migrations: they run in the order of their names. */
export interface MigrationFile {
  readonly name: string
  readonly text: string
  /** Of the text: a file that is edited after it ran is another one. */
  readonly checksum: string
}

/** A migration as a text, with its checksum. */
export function migrationFile(name: string, text: string): MigrationFile {
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

/** The migrations of this version of the code. */
export function readMigrations(): MigrationFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names
    .toSorted()
    .map((name) =>
      migrationFile(name.slice(0, -'.sql'.length), readFileSync(new URL(name, folder), 'utf8')),
    )
}

const folder = new URL('./migrations/', import.meta.url)

/** The same as the ORM's migrator runs it: its SQL and the note of its checksum, in one transaction. */
export function migrationOf({ name, text, checksum }: MigrationFile): MigrationObject {
  return {
    name,
    class: class extends Migration {
      override up(): void {
        this.addSql(text)
        this.addSql(keepChecksums)
        this.addSql(`insert into migration_checksum values ('${name}', '${checksum}')`)
      }
    },
  }
}

const keepChecksums =
  'create table if not exists migration_checksum (name text primary key, checksum text not null)'
