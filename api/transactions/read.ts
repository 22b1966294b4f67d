import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { isFinal } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { findTransaction, type TransactionScope } from '#use-cases/transactions/find.ts'
import type { ApiContext } from '#http/context.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import { idParameter, waitParameter } from '#http/fields.ts'
import { type FreshAnswer, route } from '#http/route.ts'
import { waitHeaders, waitSecondsMax } from '#http/wait.ts'
import type { Reader } from '#domain/transactions/reader.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'

/** Reads a transaction; with `wait`, its final status if that comes in time. */
export function readTransactionRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: '/v2/transactions/:id',
    keys: ['secret', 'public', 'terminal', 'session'],
    summary: 'Lire une transaction',
    answer: { object: transactionSchema },
    params: Type.Object({ id: idParameter('transaction_not_found') }),
    query: Type.Object({ wait: Type.Optional(waitParameter) }),
    handler: ({ caller, params, query, signal }) =>
      readAnswer(context, {
        id: asId<TransactionId>(params.id),
        scope: scopeOf(caller),
        reader: caller.kind,
        waitKey: caller.apiKeyId,
        waitSeconds: query.wait,
        signal,
      }),
  })
}

/** One read of a transaction, by whomever. */
export interface TransactionRead {
  readonly id: TransactionId
  readonly scope: TransactionScope
  readonly reader: Reader
  /** Whose slots a wait takes. */
  readonly waitKey: string
  readonly waitSeconds: number | undefined
  readonly signal: AbortSignal
}

/** The transaction, after its end where that is waited for and comes in time. Refusal: transaction_not_found. */
export async function readAnswer(
  context: ApiContext,
  { id, scope, reader, waitKey, waitSeconds, signal }: TransactionRead,
): Promise<FreshAnswer> {
  const find = async (): Promise<TransactionRecord> => {
    const found = await findTransaction(context.database, scope, id)
    if (found === undefined) throw fail('transaction_not_found')
    return found
  }
  let transaction = await find()
  if (isFinal(transaction.status) || waitSeconds === undefined) {
    return { body: { data: presentTransaction(transaction, reader) } }
  }
  const waited = await context.waits.run({ key: waitKey, seconds: waitSeconds, signal }, (ended) =>
    context.database.wake.wait(id, {
      timeoutMs: waitSecondsMax * 1000,
      signal: ended,
      isOver: async () => isFinal((await find()).status),
    }),
  )
  if (waited === 'waited') transaction = await find()
  return { body: { data: presentTransaction(transaction, reader) }, headers: waitHeaders(waited) }
}

/** A terminal and a cash desk read the transactions of their own terminal only (docs/payments.md#transaction). */
export function scopeOf(caller: Caller): TransactionScope {
  const { serviceEnvId, terminalId } = caller
  return terminalId === null ? { serviceEnvId } : { serviceEnvId, terminalId }
}
