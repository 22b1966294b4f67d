import type { TerminalId } from '#domain/ids.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import type { Caller } from './caller.ts'
import { anyOf, now } from '#db/functions.ts'
import {
  type Counted,
  counting,
  decide,
  type RateDecision,
  type RequestLimits,
} from '#db/rate-limit.ts'
import { onPool } from '#db/sql.ts'
import { db, type Expression, type Params, prepared, sql } from '#db/statements.ts'

/** Keys are stored and looked up only by this digest, so that no comparison reveals how much of a guess was right. */
export function keyDigest(database: Pick<Database, 'keyring'>, token: string): Buffer {
  return database.keyring.mac('api-key', token)
}

/** A request with a key, and the kinds of key that are allowed. */
export interface KeyRequest {
  readonly token: string
  readonly address: string
  readonly kinds: readonly KeyKind[]
}

/** What to refuse, if anything, in this order: the address, the key, its limit. */
export interface KeyAdmission {
  readonly address: RateDecision
  /** Null for an unknown, revoked or expired key, one of a disabled terminal, and if the address is refused. */
  readonly holder: Caller | null
  /** Null if nothing was counted, for an unknown key or one of another kind. */
  readonly key: RateDecision | null
}

/**
 * Counts a request for its address, finds the key's holder, and counts it for the key: in one statement, since every
 * request waits for it. A request refused by one step is not counted by the next.
 */
export async function admitKey(
  database: Pick<Database, 'pool' | 'keyring'>,
  limits: RequestLimits,
  { token, address, kinds }: KeyRequest,
): Promise<KeyAdmission> {
  const { counted, holder } = await askBooks(database, {
    addressMax: limits.perIpPerMinute,
    digest: keyDigest(database, token),
    address,
    kinds,
  })
  return {
    address: decide(counted.address, limits.perIpPerMinute),
    holder,
    key: counted.key && decide(counted.key, limits.perKeyPerMinute),
  }
}

/** The database's answer about a request with a key: the counters, and the holder. */
export async function askBooks(
  { pool }: Pick<Database, 'pool'>,
  asked: { readonly digest: Buffer; readonly addressMax: number } & Omit<KeyRequest, 'token'>,
) {
  const books = onPool(pool)
  const admitted = await books.only(admission(asked))
  const { addressPoints, addressSeconds, points, seconds, isSightDue, isLasting, ...held } =
    admitted
  const holder: Caller | null = isHolder(held) ? held : null
  if (isSightDue && held.terminalId !== null) await books.run(noteSight({ id: held.terminalId }))
  const counted: { readonly address: Counted; readonly key: Counted | null } = {
    address: { points: addressPoints, seconds: addressSeconds },
    key: points === null ? null : { points, seconds: seconds ?? 0 },
  }
  return { counted, holder, isLasting: isLasting === true }
}

/** The counter's name for a server or web key: separate for each address. */
export const keyCounter = ({ kind, apiKeyId }: Caller, address: string): string =>
  `key:${kind}:${apiKeyId} ${address}`

/** The same in a statement; a terminal's key has one counter for all addresses. */
const counterOf = (
  kind: Expression<KeyKind>,
  id: Expression<string>,
  address: Expression<string>,
) =>
  sql<string>`'key:' || ${kind} || ':' || ${id}::text
    || case when ${kind} in ('secret', 'public') then ' ' || ${address}::text else '' end`

// Always the address's counter before the key's, so that two requests cannot deadlock.
const admission = prepared(
  (p: Params<{ address: string; addressMax: number; digest: Buffer; kinds: readonly KeyKind[] }>) =>
    db
      .with('ofAddress', () =>
        counting(db.selectNoFrom(sql<string>`'ip:' || ${p.address}::text`.as('key'))),
      )
      .with('holder', (books) =>
        books
          .selectFrom('ofAddress')
          .innerJoin('apiKey as k', (join) => join.on('k.digest', '=', p.digest))
          .innerJoin('serviceEnv as e', 'e.id', 'k.serviceEnvId')
          .leftJoin('terminal as t', 't.id', 'k.terminalId')
          .leftJoin('cashSession as s', 's.apiKeyId', 'k.id')
          .select(['k.id as apiKeyId', 'k.kind', 'k.channel', 'k.serviceEnvId', 'e.mode'])
          .select(['k.terminalId', 'k.collaboratorId', 's.id as cashSessionId', 'k.scopes'])
          // True for a key that only ends when its row changes, which is announced.
          .select((eb) =>
            eb
              .and([eb('k.expiresAt', 'is', null), eb('k.terminalId', 'is', null)])
              .$castTo<boolean>()
              .as('isLasting'),
          )
          .select((eb) =>
            sql<boolean>`${eb.ref('t.id')} is not null and (${eb.ref('t.lastSeenAt')} is null
              or ${eb.ref('t.lastSeenAt')} < now() - interval '1 minute')`.as('isSightDue'),
          )
          .where('ofAddress.points', '<=', p.addressMax)
          .where('k.revokedAt', 'is', null)
          .where((eb) => eb.or([eb('k.expiresAt', 'is', null), eb('k.expiresAt', '>', now)]))
          .where((eb) =>
            eb.or([
              eb('t.id', 'is', null),
              eb.and([eb('t.status', '<>', 'disabled'), eb('t.deletedAt', 'is', null)]),
            ]),
          ),
      )
      .with('ofKey', (books) =>
        counting(
          books
            .selectFrom('holder')
            .select((eb) => counterOf(eb.ref('kind'), eb.ref('apiKeyId'), p.address).as('key'))
            .where('kind', '=', anyOf(p.kinds)),
        ),
      )
      .selectFrom('ofAddress as a')
      .leftJoin('holder as h', (join) => join.onTrue())
      .leftJoin('ofKey as c', (join) => join.onTrue())
      .select(['a.points as addressPoints', 'a.seconds as addressSeconds', 'c.points', 'c.seconds'])
      .select(['h.apiKeyId', 'h.kind', 'h.channel', 'h.serviceEnvId', 'h.mode', 'h.terminalId'])
      .select(['h.collaboratorId', 'h.cashSessionId', 'h.isSightDue', 'h.isLasting', 'h.scopes']),
)

type Held = Pick<NonNullable<ReturnType<typeof admission>['~row']>, keyof Caller>

/** Either all columns are there, or none. */
function isHolder(held: Held): held is Held & Caller {
  return held.apiKeyId !== null
}

/** At most once a minute, however many calls arrive at once: those that waited for the row find it done. */
const noteSight = prepared((p: Params<{ id: TerminalId }>) =>
  db
    .updateTable('terminal')
    .set({ lastSeenAt: now })
    .where('id', '=', p.id)
    .where((eb) =>
      eb.or([
        eb('lastSeenAt', 'is', null),
        eb('lastSeenAt', '<', sql<Date>`now() - interval '1 minute'`),
      ]),
    ),
)
