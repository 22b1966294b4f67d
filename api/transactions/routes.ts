import { mayCancelTransfer } from '#domain/transfers/transfer.ts'
import Type, { type Static } from 'typebox'
import { asId, type TerminalId, type TransactionId } from '#domain/ids.ts'
import {
  channels,
  isFinal,
  transactionStatuses,
  keyKinds,
} from '#domain/transactions/transaction.ts'
import { findTransaction, type TransactionScope } from '#use-cases/transactions/find.ts'
import { listTransactions, type TransactionFilter } from '#use-cases/transactions/list.ts'
import type { ApiContext } from '#http/context.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import {
  choiceField,
  idParameter,
  pageFields,
  said,
  textField,
  timestampParameter,
  waitParameter,
} from '#http/fields.ts'
import { newestPage } from '#http/page.ts'
import { type FreshAnswer, route } from '#http/route.ts'
import { about } from './about.ts'
import type { Language } from '#domain/text/language.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { fail } from '#domain/errors/errors.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { waitHeaders, waitSecondsMax } from '#http/wait.ts'
import type { Reader } from '#domain/transactions/reader.ts'
import { cancelTransfer } from '#use-cases/transfers/orders.ts'

const query = Type.Object({
  ...pageFields,
  status: Type.Optional(
    said(
      Type.Array(choiceField('invalid_parameter', transactionStatuses), {
        code: 'invalid_parameter',
        minItems: 1,
        maxItems: transactionStatuses.length,
      }),
      'Statuses to include, separated by commas.',
      ['succeeded', 'failed'],
    ),
  ),
  type: Type.Optional(
    said(
      choiceField('invalid_parameter', ['collection', 'payout']),
      'Type to include.',
      'collection',
    ),
  ),
  channel: Type.Optional(
    said(choiceField('invalid_parameter', channels), 'Channel to include.', 'api'),
  ),
  terminal_id: Type.Optional(
    said(
      Type.String({ code: 'invalid_parameter', format: 'uuid' }),
      'Terminal to include, by its id.',
      '0197a3c2-2f60-7a11-8d52-7b1c9e4f0d21',
    ),
  ),
  reference: Type.Optional(
    said(
      textField('invalid_parameter', { min: 1, max: 64 }),
      'Your reference, exactly.',
      'ORDER-1042',
    ),
  ),
  created_after: Type.Optional(
    said(timestampParameter, 'From this moment on, ISO 8601.', '2026-11-01T00:00:00Z'),
  ),
  created_before: Type.Optional(
    said(timestampParameter, 'Before this moment, ISO 8601.', '2026-12-01T00:00:00Z'),
  ),
})

/** Lists transactions, newest first. */
export function listTransactionsRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/transactions',
    keys: ['secret', 'terminal'],
    summary: 'Lister les transactions',
    about: about.listTransactions,
    answer: { object: transactionSchema, isList: true },
    query,
    async handler({ caller, query, language }) {
      const body = await newestPage<TransactionRecord>(context, {
        place: { list: 'transactions', scope: caller.apiKeyId },
        asked: query,
        read: (part) =>
          listTransactions(context.database, scopeOf(caller), {
            ...part,
            filter: filterOf(query, caller),
          }),
        at: ({ createdAt }) => createdAt,
        present: (row) => presentTransaction(row, caller.kind, language),
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
    createdAfter: asked.created_after === undefined ? new Date(0) : timeOf(asked.created_after),
    ...ageMax(asked.created_after, caller),
    ...(asked.created_before && { createdBefore: timeOf(asked.created_before) }),
    ...(status && { statuses: status }),
    ...(type && { type }),
    ...(channel && { channel }),
    ...(asked.terminal_id && { terminalId: asId<TerminalId>(asked.terminal_id) }),
    ...(reference !== undefined && { reference }),
  }
}

function ageMax(asked: string | undefined, { kind }: Caller): Pick<TransactionFilter, 'ageMaxMs'> {
  if (kind === 'terminal') return { ageMaxMs: terminalWindowMs }
  return asked === undefined ? { ageMaxMs: defaultWindowMs } : {}
}

function timeOf(text: string): Date {
  return parseTimestamp(text) ?? new Date(0)
}

/** Reads a transaction; `wait` holds the answer for its final status. */
export function readTransactionRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/transactions/:id',
    keys: keyKinds,
    summary: 'Lire une transaction',
    about: about.getTransaction,
    answer: { object: transactionSchema },
    params: Type.Object({ id: idParameter('transaction_not_found') }),
    query: Type.Object({ wait: Type.Optional(waitParameter) }),
    handler: ({ caller, params, query, signal, language }) =>
      readAnswer(context, {
        id: asId<TransactionId>(params.id),
        scope: scopeOf(caller),
        reader: caller.kind,
        waitKey: caller.apiKeyId,
        waitSeconds: query.wait,
        signal,
        language,
      }),
  })
}

/** One read of a transaction, by any caller. */
interface TransactionRead {
  readonly id: TransactionId
  readonly scope: TransactionScope
  readonly reader: Reader
  /** The owner of the wait slots that this read uses. */
  readonly waitKey: string
  readonly waitSeconds: number | undefined
  readonly signal: AbortSignal
  readonly language: Language
}

/** The transaction; with `wait`, after it ended or when the time is over. Refusal: transaction_not_found. */
export async function readAnswer(
  context: ApiContext,
  { id, scope, reader, waitKey, waitSeconds, signal, language }: TransactionRead,
): Promise<FreshAnswer> {
  const find = async (): Promise<TransactionRecord> => {
    const found = await findTransaction(context.database, scope, id)
    if (found === undefined) throw fail('transaction_not_found')
    return found
  }
  let transaction = await find()
  if (isFinal(transaction.status) || waitSeconds === undefined) {
    return { body: { data: presentTransaction(transaction, reader, language) } }
  }
  const waited = await context.waits.run({ key: waitKey, seconds: waitSeconds, signal }, (ended) =>
    context.database.wake.wait(id, {
      timeoutMs: waitSecondsMax * 1000,
      signal: ended,
      isOver: async () => isFinal((await find()).status),
    }),
  )
  if (waited === 'waited') transaction = await find()
  return {
    body: { data: presentTransaction(transaction, reader, language) },
    headers: waitHeaders(waited),
  }
}

/** A terminal and a cash desk read only the transactions of their own terminal (docs/payments.md#transaction). */
export function scopeOf(caller: Caller): TransactionScope {
  const { serviceEnvId, terminalId } = caller
  return terminalId === null ? { serviceEnvId } : { serviceEnvId, terminalId }
}

/** Cancels a bank transfer that nobody has taken yet; anything else is refused with cannot_cancel. */
export function cancelTransactionRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/transactions/:id/cancel',
    keys: ['secret'],
    scope: 'payouts',
    summary: 'Annuler un virement bancaire',
    about: about.cancelTransaction,
    answer: { object: transactionSchema },
    params: Type.Object({ id: idParameter('transaction_not_found') }),
    async handler({ caller, params, language }) {
      const id = asId<TransactionId>(params.id)
      const found = await findTransaction(context.database, scopeOf(caller), id)
      if (found === undefined) throw fail('transaction_not_found')
      // What is certainly impossible is refused even while Temporal is down; everything else is for the run to
      // decide.
      if (!found.transfer || !mayCancelTransfer(found.transfer.state)) throw fail('cannot_cancel')
      const cancelled = await cancelTransfer(context, id)
      return { body: { data: presentTransaction(cancelled, caller.kind, language) } }
    },
  })
}
