import Type, { type Static } from 'typebox'
import { asId, type TerminalId, type TransactionId } from '#domain/ids.ts'
import { channels, transactionStatuses } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { listTransactions, type TransactionFilter } from '#use-cases/transactions/find.ts'
import type { ApiContext } from '#http/context.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import {
  choiceField,
  cursorParameter,
  limitDefault,
  limitParameter,
  textField,
  timestampParameter,
} from '#http/fields.ts'
import { page } from '#http/page.ts'
import { route } from '#http/route.ts'
import { parseTimestamp } from '#http/timestamp.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { scopeOf } from './read.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'

const query = Type.Object({
  limit: Type.Optional(limitParameter),
  cursor: Type.Optional(cursorParameter),
  status: Type.Optional(
    Type.Array(choiceField('invalid_parameter', transactionStatuses), {
      code: 'invalid_parameter',
      minItems: 1,
      maxItems: transactionStatuses.length,
    }),
  ),
  type: Type.Optional(choiceField('invalid_parameter', ['collection', 'payout'])),
  channel: Type.Optional(choiceField('invalid_parameter', channels)),
  terminal_id: Type.Optional(Type.String({ code: 'invalid_parameter', format: 'uuid' })),
  reference: Type.Optional(textField('invalid_parameter', { min: 1, max: 64 })),
  created_after: Type.Optional(timestampParameter),
  created_before: Type.Optional(timestampParameter),
})

/** Lists transactions, newest first. */
export function listTransactionsRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/transactions',
    keys: ['secret', 'terminal'],
    summary: 'Lister les transactions',
    answer: { object: transactionSchema, isList: true },
    query,
    async handler({ caller, query }) {
      const limit = query.limit ?? limitDefault
      const place = { list: 'transactions', scope: caller.apiKeyId }
      const position =
        query.cursor === undefined
          ? undefined
          : positionOf(context.cursors.decode(place, query.cursor))
      const rows = await listTransactions(context.database, scopeOf(caller), {
        filter: filterOf(query, caller),
        limit: limit + 1,
        ...(position && { position }),
      })
      return {
        body: page<TransactionRecord>({
          rows,
          limit,
          cursors: context.cursors,
          place,
          positionOf: (row) => [row.createdAt.toISOString(), row.id],
          present: (row) => presentTransaction(row, caller.kind),
        }),
      }
    },
  })
}

const dayMs = 86_400_000
/** Without `created_after` (spec: GET /v2/transactions). */
const defaultWindowMs = 90 * dayMs
/** A terminal key sees its last 24 hours, whatever it asks for. */
const terminalWindowMs = dayMs

function filterOf(asked: Static<typeof query>, caller: Caller): TransactionFilter {
  const { status, type, channel, reference } = asked
  return {
    createdAfter: createdAfter(asked.created_after, caller),
    ...(asked.created_before && { createdBefore: timeOf(asked.created_before) }),
    ...(status && { statuses: status }),
    ...(type && { type }),
    ...(channel && { channel }),
    ...(asked.terminal_id && { terminalId: asId<TerminalId>(asked.terminal_id) }),
    ...(reference !== undefined && { reference }),
  }
}

function createdAfter(asked: string | undefined, caller: Caller): Date {
  const now = Date.now()
  const from = asked === undefined ? new Date(now - defaultWindowMs) : timeOf(asked)
  const earliest = caller.kind === 'terminal' ? now - terminalWindowMs : 0
  return new Date(Math.max(from.getTime(), earliest))
}

function timeOf(text: string): Date {
  return parseTimestamp(text) ?? new Date(0)
}

function positionOf([createdAt = '', id = '']: readonly string[]) {
  return { createdAt: new Date(createdAt), id: asId<TransactionId>(id) }
}
