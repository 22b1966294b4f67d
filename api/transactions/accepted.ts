import { asId, type TransactionId } from '#domain/ids.ts'
import { findReplay, type IdempotencyScope, type Replay } from '#db/idempotency.ts'
import { onPool } from '#db/sql.ts'
import type { ApiContext } from '#http/context.ts'
import type { StoredAnswer } from '#http/route.ts'

/** A transaction to create once, however often it is asked for. */
export interface Creation {
  readonly idempotency: Omit<IdempotencyScope, 'fingerprint'>
  /** Method, path and canonical body. */
  readonly canonicalRequest: string
  /** Made only where the request is a new one. May refuse. */
  readonly accept: (idempotency: IdempotencyScope) => Promise<Replay>
  /** Where the caller reads the transaction of this id. */
  readonly addressOf: (id: TransactionId) => string
}

/** The answer 202, stored with what was created: the same bytes the first time and every other. */
export async function answerOnce(
  { database }: Pick<ApiContext, 'database'>,
  creation: Creation,
): Promise<StoredAnswer> {
  const fingerprint = database.keyring.mac('idempotency', creation.canonicalRequest)
  const idempotency = { ...creation.idempotency, fingerprint }
  // Before the rules: what was accepted stays accepted, whatever has closed since.
  const earlier = await findReplay(onPool(database.pool), database.keyring, idempotency)
  const replay = earlier ?? (await creation.accept(idempotency))
  return storedAnswer(replay, (id) => creation.addressOf(asId<TransactionId>(id)))
}

/** The answer of a creation, kept with what it made, which is read at the address that its id gives. */
export function storedAnswer(replay: Replay, addressOf: (id: string) => string): StoredAnswer {
  const { data } = JSON.parse(replay.body) as { data: { id: string } }
  return {
    status: replay.status,
    text: replay.body,
    requestId: replay.requestId,
    headers: {
      Location: addressOf(data.id),
      ...(replay.isReplayed && { 'Idempotent-Replayed': 'true' }),
    },
  }
}
