import type { Direction } from '#domain/contradictions/contradiction.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, sql } from '#db/statements.ts'

/** What operators contradict: still to be settled, in each direction, or borne by the service. */
interface ContradictedSum {
  readonly mode: Mode
  readonly standing: Direction | 'written_off'
  /** Minor units of XOF. */
  readonly count: number
}

/** Contradictions are rare: all that are open, and all that two people ever decided to write off. */
export function readContradicted({ pool }: Pick<Database, 'pool'>): Promise<ContradictedSum[]> {
  return onPool(pool).all(contradicted)
}

const writtenOff = db
  .selectFrom('ledgerAccount as a')
  .innerJoin('ledgerEntry as e', 'e.accountId', 'a.id')
  .select([
    'a.mode',
    sql.lit<ContradictedSum['standing']>('written_off').as('standing'),
    sql<number>`-sum(${sql.ref('e.amount')})::float8`.as('count'),
  ])
  .where('a.serviceEnvId', 'is', null)
  .where('a.kind', '=', 'written_off')
  .groupBy('a.mode')

const contradicted = db
  .selectFrom('contradiction as c')
  .select((eb) => [
    'c.mode',
    sql<
      ContradictedSum['standing']
    >`case when ${eb.ref('c.open')} < 0 then 'to_recover' else 'owed' end`.as('standing'),
    sql<number>`sum(abs(${eb.ref('c.open')}))::float8`.as('count'),
  ])
  .where('c.open', '<>', 0n)
  .groupBy(['c.mode', 'standing'])
  .unionAll(writtenOff)
