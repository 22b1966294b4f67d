import { checkoutMoves } from '#domain/checkouts/checkout.ts'
import { fundsMoves } from '#domain/funds/funds.ts'
import { payoutFileMoves } from '#domain/payouts/file.ts'
import { payoutMoves } from '#domain/payouts/payout.ts'
import { refundMoves } from '#domain/refunds/refund.ts'
import type { MoveTable } from '#domain/states/moves.ts'
import { collectionMoves } from '#domain/transactions/transaction.ts'
import { transferMoves } from '#domain/transfers/transfer.ts'
import { deliveryMoves } from '#domain/webhooks/delivery.ts'
import { replayMoves } from '#domain/webhooks/replay.ts'

/** A table of moves, where the database stores the state, and which function refuses other moves. */
export interface KeptMoves {
  readonly moves: MoveTable<string, string>
  readonly table: string
  readonly column: string
  readonly guard: string
  /** The id of a row, and a condition that selects the rows. */
  readonly id: string
  readonly where: (row: string) => string
  /** Other columns that the guard reads, with values. */
  readonly row: Readonly<Record<string, string>>
}

/** Every table of moves, in the order of docs/states.md. */
export const moveTables = {
  collection: {
    moves: collectionMoves,
    table: 'transaction',
    column: 'status',
    guard: 'transaction_moves_as_allowed',
    id: 'id',
    where: (row) => `${row}.type = 'collection'`,
    row: transactionRow('collection', 'mobile_money'),
  },
  funds: {
    moves: fundsMoves,
    table: 'transaction',
    column: 'funds_status',
    guard: 'transaction_funds_move_as_allowed',
    id: 'id',
    where: (row) => `${row}.type = 'collection'`,
    row: { status: `'succeeded'`, refunded_amount: '0::bigint' },
  },
  refund: {
    moves: refundMoves,
    table: 'refund',
    column: 'status',
    guard: 'refund_moves_as_allowed',
    id: 'id',
    where: () => 'true',
    row: {},
  },
  payout: {
    moves: payoutMoves,
    table: 'transaction',
    column: 'status',
    guard: 'transaction_moves_as_allowed',
    id: 'id',
    where: (row) => `${row}.type = 'payout' and ${row}.payment_type <> 'bank_transfer'`,
    row: transactionRow('payout', 'mobile_money'),
  },
  payoutFile: {
    moves: payoutFileMoves,
    table: 'payout_file',
    column: 'state',
    guard: 'payout_file_moves_as_allowed',
    id: 'id',
    where: () => 'true',
    row: {},
  },
  transfer: {
    moves: transferMoves,
    table: 'bank_transfer',
    column: 'state',
    guard: 'bank_transfer_moves',
    id: 'transaction_id',
    where: () => 'true',
    row: {
      taken_by: 'null::uuid',
      approved_by: 'null::uuid',
      transaction_id: 'null::uuid',
      service_env_id: 'null::uuid',
      account_id: 'null::uuid',
      bank: `'uba-benin'`,
      account_masked: `''`,
      needs_approval: 'false',
    },
  },
  checkout: {
    moves: checkoutMoves,
    table: 'checkout',
    column: 'status',
    guard: 'checkout_moves_as_allowed',
    id: 'id',
    where: () => 'true',
    row: { payment_id: 'null::uuid', completed_at: 'null::timestamptz' },
  },
  delivery: {
    moves: deliveryMoves,
    table: 'webhook_delivery',
    column: 'status',
    guard: 'webhook_delivery_moves_as_allowed',
    id: 'id',
    where: () => 'true',
    row: {},
  },
  replay: {
    moves: replayMoves,
    table: 'webhook_replay',
    column: 'status',
    guard: 'webhook_replay_moves_as_allowed',
    id: 'id',
    where: () => 'true',
    row: {},
  },
} as const satisfies Readonly<Record<string, KeptMoves>>

function transactionRow(type: string, paymentType: string) {
  return {
    type: `'${type}'`,
    payment_type: `'${paymentType}'`,
    completed_at: 'null::timestamptz',
    failure_code: 'null::text',
  }
}
