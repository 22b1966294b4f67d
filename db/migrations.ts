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
  /** Code that knows this migration is served after this one as before; undefined: only code that knows this one is. */
  readonly servesFrom: string | undefined
}

/** A migration as a text, with its checksum. */
export function migrationFile(name: string, text: string): MigrationFile {
  const checksum = createHash('sha256').update(text).digest('hex')
  return { name, text, checksum, servesFrom: /^-- Serves code from ([\w-]+)\.$/m.exec(text)?.[1] }
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
export function migrationOf(file: MigrationFile): MigrationObject {
  const { name, text, checksum, servesFrom } = file
  return {
    name,
    class: class extends Migration {
      override up(): void {
        this.addSql(text)
        this.addSql(keepChecksums)
        const from = servesFrom === undefined ? 'null' : `'${servesFrom}'`
        this.addSql(`insert into migration_checksum values ('${name}', '${checksum}', ${from})`)
      }
    },
  }
}

const keepChecksums = `
  create table if not exists migration_checksum (name text primary key, checksum text not null);
  alter table migration_checksum add column if not exists serves_from text`
