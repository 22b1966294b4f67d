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

/** The only form in which a key is kept: found by it, so that no comparison tells how much of a guess was right. */
export function keyDigest(database: Pick<Database, 'keyring'>, token: string): Buffer {
  return database.keyring.mac('api-key', token)
}

/** A request that comes with a key, and of which kinds of keys it may be. */
export interface KeyRequest {
  readonly token: string
  readonly address: string
  readonly kinds: readonly KeyKind[]
}

/** What is to be refused, if anything, in this order: the address, the key, its limit. */
export interface KeyAdmission {
  readonly address: RateDecision
  /** Null for an unknown, revoked or expired key or that of a disabled terminal, and where the address is refused. */
  readonly holder: Caller | null
  /** Null where nothing was counted: of nobody, and of other kinds of keys. */
  readonly key: RateDecision | null
}

/**
 * Counts a request for its address, finds whom its key stands for, and counts it for that: one statement, since every
 * request waits for it. What is refused before is not counted after.
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

/** What the books say of a request with a key: what its counters hold, and whom the key stands for. */
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

/** The name of the counter of a key which a server or a page has: at each address. */
export const keyCounter = ({ kind, apiKeyId }: Caller, address: string): string =>
  `key:${kind}:${apiKeyId} ${address}`

/** The same in a statement; the key of a terminal is counted wherever it calls from. */
const counterOf = (
  kind: Expression<KeyKind>,
  id: Expression<string>,
  address: Expression<string>,
) =>
  sql<string>`'key:' || ${kind} || ':' || ${id}::text
    || case when ${kind} in ('secret', 'public') then ' ' || ${address}::text else '' end`

// The counter of the address before that of the key, always: two requests never wait for each other in a ring.
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
          // Ends by a change of its row alone, which is announced.
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

/** All of it is there, or nothing. */
function isHolder(held: Held): held is Held & Caller {
  return held.apiKeyId !== null
}

/** Once a minute at most, however many calls come at once: those that waited for the row find it done. */
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
