import assert from 'node:assert/strict'
import {
  eventOf,
  findMove,
  isEnd,
  moveOf,
  type MoveTable,
  openStatesOf,
  postingOf,
  sourcesOf,
  statesOf,
  targetsOf,
} from '#domain/states/moves.ts'
import { collectionMoves, isFinal, transactionStatuses } from '#domain/transactions/transaction.ts'
import { movesOf } from '#domain/transactions/moves.ts'
import { endOfTransfer, transferMoves, transferStates } from '#domain/transfers/transfer.ts'
import { moveTables } from '#test/support/move-tables.ts'

const tables: readonly MoveTable<string, string>[] = Object.values(moveTables).map(
  ({ moves }) => moves,
)

describe('a table of moves', () => {
  for (const table of tables) {
    it(`of a ${table.name} begins somewhere, has each move once and leads from everywhere to an end`, () => {
      const pairs = table.moves.map(({ from, to }) => `${from} ${to}`)
      assert.deepEqual(pairs, [...new Set(pairs)])
      const begun = table.moves.filter(({ from }) => from === null).map(({ to }) => to)
      assert.deepEqual(reachable(table, begun).toSorted(), statesOf(table).toSorted())
      for (const state of statesOf(table)) {
        assert.ok(
          reachable(table, [state]).some((end) => isEnd(table, end)),
          `${state} has an end`,
        )
      }
    })

    it(`of a ${table.name} says of each move who brings it about`, () => {
      for (const { from, to, causes } of table.moves) {
        assert.ok(Object.keys(causes).length > 0, `${from} to ${to}`)
      }
    })
  }

  it('tells where a cause leads, and from where', () => {
    assert.deepEqual(targetsOf(transferMoves, 'in_progress', 'reject'), ['rejected'])
    assert.deepEqual(targetsOf(transferMoves, 'to_process', 'reject'), [])
    assert.deepEqual(sourcesOf(transferMoves, 'cancel'), ['to_process'])
    assert.deepEqual(sourcesOf(transferMoves, 'request'), [])
    assert.deepEqual(openStatesOf(transferMoves), ['to_process', 'in_progress'])
  })

  it('refuses a move that it does not have, and an event or posting of one that has none', () => {
    assert.equal(findMove(collectionMoves, 'succeeded', 'failed'), undefined)
    assert.throws(() => moveOf(collectionMoves, 'succeeded', 'failed'), RangeError)
    const begun = moveOf(collectionMoves, null, 'pending')
    assert.throws(() => eventOf(begun), RangeError)
    assert.throws(() => postingOf(begun), RangeError)
  })

  it('of a transaction ends where the transaction is final, of every kind', () => {
    const transfer = { type: 'payout', paymentMethod: method('bank_transfer') } as const
    const payout = { type: 'payout', paymentMethod: method('mobile_money') } as const
    for (const moves of [movesOf(transfer), movesOf(payout)]) {
      for (const status of statesOf(moves)) assert.equal(isEnd(moves, status), isFinal(status))
    }
    assert.deepEqual(statesOf(movesOf(transfer)), ['pending', 'succeeded', 'failed', 'cancelled'])
    assert.deepEqual(transactionStatuses.filter(isFinal), [
      'succeeded',
      'failed',
      'expired',
      'cancelled',
    ])
    for (const state of transferStates) {
      assert.equal(isEnd(transferMoves, state), endOfTransfer(state) !== undefined, state)
    }
  })
})

function method(type: 'bank_transfer' | 'mobile_money') {
  return { type, network: null, cardLast4: null }
}

function reachable({ moves }: MoveTable<string, string>, from: readonly string[]): string[] {
  const found = new Set(from)
  for (const state of found) {
    for (const move of moves) if (move.from === state) found.add(move.to)
  }
  return [...found]
}
