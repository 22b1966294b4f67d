import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { MigrationObject } from '@mikro-orm/core'
import { Migration } from '@mikro-orm/migrations'

/** One SQL file of db/migrations; they run in the order of their names. */
export interface MigrationFile {
  readonly name: string
  readonly text: string
  /** Checksum of the text: a file that is edited after it ran counts as a different one. */
  readonly checksum: string
  /** The oldest migration whose code still works after this one; undefined if only code that knows this one works. */
  readonly servesFrom: string | undefined
  /**
   * True if each statement runs by itself, outside a transaction and without a time limit, as `concurrently` requires.
   */
  readonly isOutside: boolean
}

/** A migration from its text, with its checksum. */
export function migrationFile(name: string, text: string): MigrationFile {
  const checksum = createHash('sha256').update(text).digest('hex')
  return {
    name,
    text,
    checksum,
    servesFrom: /^-- Serves code from ([\w-]+)\.$/m.exec(text)?.[1],
    isOutside: /^-- Outside a transaction\.$/m.test(text),
  }
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

/**
 * The same for MikroORM's migrator: its SQL and the record of its checksum, in one transaction unless it says
 * otherwise.
 */
export function migrationOf(file: MigrationFile): MigrationObject {
  const { name, text, checksum, servesFrom, isOutside } = file
  return {
    name,
    class: class extends Migration {
      override isTransactional(): boolean {
        return !isOutside
      }

      override up(): void {
        for (const sql of isOutside ? apart(text) : [text]) this.addSql(sql)
        this.addSql(keepChecksums)
        const from = servesFrom === undefined ? 'null' : `'${servesFrom}'`
        this.addSql(`insert into migration_checksum values ('${name}', '${checksum}', ${from})`)
      }
    },
  }
}

/** Its statements, to run one by one without a time limit. */
function apart(text: string): readonly string[] {
  const statements = text.replaceAll(/--.*$/gm, '').split(';')
  const said = statements.map((one) => one.trim()).filter(Boolean)
  return ['set statement_timeout = 0', ...said, 'reset statement_timeout']
}

const keepChecksums = `
  create table if not exists migration_checksum (name text primary key, checksum text not null);
  alter table migration_checksum add column if not exists serves_from text`
