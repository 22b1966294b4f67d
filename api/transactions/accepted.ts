import type { ApiKeyId, ServiceEnvId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { envelopeText } from '#http/envelope.ts'
import type { StoredAnswer } from '#http/route.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import type { Answer, KeyedRequest } from '#use-cases/transactions/answer-once.ts'

/**
 * Identifies a repeated creation by its key, route and caller. All secret keys of a service in one mode count as one
 * caller, so a repeat after a key was replaced is still a repeat.
 */
export function keyedRequest(
  { caller, idempotencyKey: key, canonicalRequest }: KeyedInput,
  path: string,
): KeyedRequest {
  const { serviceEnvId, apiKeyId, kind } = caller
  const holderId = kind === 'secret' ? serviceEnvId : apiKeyId
  return { idempotency: { serviceEnvId, holderId, route: path, key }, canonicalRequest }
}

interface KeyedInput {
  readonly caller: {
    readonly kind: KeyKind
    readonly serviceEnvId: ServiceEnvId
    readonly apiKeyId: ApiKeyId
  }
  readonly idempotencyKey: string
  readonly canonicalRequest: string
}

/** The 202 answer of a transaction, to be stored with it: repeats get the same bytes. */
export function acceptedAnswer(requestId: string, viewer: KeyKind | 'none') {
  const respond = (record: TransactionRecord, receiptToken?: string) => {
    const data = presentTransaction(record, viewer)
    const token = receiptToken === undefined ? {} : { receipt_token: receiptToken }
    return { status: 202, body: envelopeText(requestId, { data: { ...data, ...token } }) }
  }
  return { requestId, respond }
}

/** The stored answer of a creation, with the `Location` derived from the id. */
export function storedAnswer(answer: Answer, addressOf: (id: string) => string): StoredAnswer {
  return {
    status: answer.status,
    text: answer.body,
    requestId: answer.requestId,
    headers: {
      Location: addressOf(answer.madeId),
      ...(answer.isReplayed && { 'Idempotent-Replayed': 'true' }),
    },
  }
}
