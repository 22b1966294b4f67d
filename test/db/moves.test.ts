import assert from 'node:assert/strict'
import { findMove, type MoveTable, statesOf } from '#domain/states/moves.ts'
import { transferStatusMoves } from '#domain/transfers/transfer.ts'
import { type Books, openBooks } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { type KeptMoves, moveTables } from '#test/support/move-tables.ts'

const kept: Readonly<Record<string, KeptMoves>> = {
  ...moveTables,
  'status of a bank transfer': {
    ...moveTables.payout,
    moves: transferStatusMoves,
    row: { ...moveTables.payout.row, payment_type: `'bank_transfer'` },
  },
}

describe('the database has the tables of moves that the code has', () => {
  const books = given(() => openBooks())

  for (const [name, machine] of Object.entries(kept)) {
    it(`${name}: it takes each move of the table, and refuses every other`, async () => {
      const all = await allStatesOf(books, machine)
      const taken = await takenMoves(books, machine, all)
      assert.deepEqual(taken, movesAmong(machine.moves, all))
    })
  }

  it('a column has the states of the tables that it is in, and no other', async () => {
    for (const machine of Object.values(moveTables)) {
      const inTables = Object.values(moveTables)
        .filter(({ table, column }) => table === machine.table && column === machine.column)
        .flatMap(({ moves }): string[] => statesOf<string>(moves))
      assert.deepEqual(
        (await allStatesOf(books, machine)).toSorted(),
        [...new Set(inTables)].toSorted(),
        `${machine.table}.${machine.column}`,
      )
    }
  })
})

/** The states that the column of a table may hold, as its check has them. */
async function allStatesOf(books: Books, { table, column }: KeptMoves): Promise<string[]> {
  const [row] = await books.rows<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype = 'c' and conname = $2`,
    table,
    `${table}_${column}_check`,
  )
  return [...(row?.definition ?? '').matchAll(/'(\w+)'::text/g)].map(([, state]) => state ?? '')
}

/** Tries every move in one statement each, on a table with the guard alone, so that nothing else refuses it. */
async function takenMoves(
  books: Books,
  { column, guard, row }: KeptMoves,
  all: readonly string[],
): Promise<string[]> {
  const others = Object.entries(row).map(([name, value]) => `${value} as ${name}`)
  const any = `any_row_${Math.random().toString(36).slice(2)}`
  await books.rows(
    `create table ${any} as select 1 as id, ''::text as ${[column, ...others].join(', ')}`,
  )
  const taken: string[] = []
  for (const from of all) {
    for (const to of all.filter((other) => other !== from)) {
      await books.rows(`update ${any} set ${column} = $1`, from)
      await books.rows(
        `create trigger guard before update on ${any} for each row execute function ${guard}()`,
      )
      const isTaken = await books.rows(`update ${any} set ${column} = $1`, to).then(
        () => true,
        (error: unknown) => {
          assert.equal(Reflect.get(Object(error), 'code'), '23000', String(error))
          return false
        },
      )
      if (isTaken) taken.push(`${from} to ${to}`)
      await books.rows(`drop trigger guard on ${any}`)
    }
  }
  return taken
}

function movesAmong(table: MoveTable<string, string>, all: readonly string[]): string[] {
  return all.flatMap((from) =>
    all
      .filter((to) => to !== from && findMove(table, from, to) !== undefined)
      .map((to) => `${from} to ${to}`),
  )
}
