import Type, { type Static } from 'typebox'
import { asId, type TerminalId, type TransactionId } from '#domain/ids.ts'
import { channels, transactionStatuses } from '#domain/transactions/transaction.ts'
import { listTransactions, type TransactionFilter } from '#use-cases/transactions/find.ts'
import type { ApiContext } from '#http/context.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import {
  choiceField,
  cursorParameter,
  limitParameter,
  textField,
  timestampParameter,
} from '#http/fields.ts'
import { page, timeAndId, timePosition } from '#http/page.ts'
import { route } from '#http/route.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
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
      const body = await page(context, {
        place: { list: 'transactions', scope: caller.apiKeyId },
        asked: query,
        read({ limit, after }) {
          const at = timeAndId(after)
          return listTransactions(context.database, scopeOf(caller), {
            filter: filterOf(query, caller),
            limit,
            ...(at && { position: { ...at, id: asId<TransactionId>(at.id) } }),
          })
        },
        positionOf: ({ createdAt, id }) => timePosition(createdAt, id),
        present: (row) => presentTransaction(row, caller.kind),
      })
      return { body }
    },
  })
}

const dayMs = 86_400_000
/** Without `created_after` (docs/api.md#lists). */
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
