import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'

/** The last completed ledger check. */
export interface ProofFigures {
  readonly differences: number
  /** 0 before the first one. */
  readonly completedAtSeconds: number
}

/** Read from the database, so every process reports the same, whichever worker ran the check. */
export async function readProofFigures({ pool }: Pick<Database, 'pool'>): Promise<ProofFigures> {
  return (await onPool(pool).first(last)) ?? { differences: 0, completedAtSeconds: 0 }
}

const last = db
  .selectFrom('ledgerProof')
  .select((eb) => [
    'differences',
    sql<number>`extract(epoch from ${eb.ref('completedAt')})::float8`.as('completedAtSeconds'),
  ])
  .where('completedAt', 'is not', null)
  .orderBy('createdAt', 'desc')
  .limit(1)
