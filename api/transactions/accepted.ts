import type { ApiKeyId, ServiceEnvId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { envelopeText } from '#http/envelope.ts'
import type { StoredAnswer } from '#http/route.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import type { KeyedRequest, Replay } from '#use-cases/transactions/open-request.ts'

/**
 * What a creation is known by when it is repeated: its key, in its route, for its caller. Secret keys of a service in one
 * mode are one caller: a repeat after a key was replaced is a repeat.
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

/** The answer 202 of a transaction, to be kept with it: the same bytes the first time and every other. */
export function acceptedAnswer(requestId: string, viewer: KeyKind | 'none') {
  const respond = (record: TransactionRecord, receiptToken?: string) => {
    const data = presentTransaction(record, viewer)
    const token = receiptToken === undefined ? {} : { receipt_token: receiptToken }
    return { status: 202, body: envelopeText(requestId, { data: { ...data, ...token } }) }
  }
  return { requestId, respond }
}

/** The answer of a creation, kept with what it made, which is read at the address that its id gives. */
export function storedAnswer(replay: Replay, addressOf: (id: string) => string): StoredAnswer {
  return {
    status: replay.status,
    text: replay.body,
    requestId: replay.requestId,
    headers: {
      Location: addressOf(replay.madeId),
      ...(replay.isReplayed && { 'Idempotent-Replayed': 'true' }),
    },
  }
}
