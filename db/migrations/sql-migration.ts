import { readFileSync } from 'node:fs'
import { Migration } from '@mikro-orm/migrations'

/** A migration whose steps are SQL files of db/sql, where triggers and constraints can be read as what they are. */
export abstract class SqlMigration extends Migration {
  abstract readonly files: readonly string[]

  override up(): void {
    for (const file of this.files) {
      this.addSql(readFileSync(new URL(`../sql/${file}`, import.meta.url), 'utf8'))
    }
  }
}
