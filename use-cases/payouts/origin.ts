import type { PayoutFileId, ServiceEnvId, StandingOrderId, TransactionId } from '#domain/ids.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/** Who asked for a payout, and for a file or a standing order who sent or set it up, and who approved it. */
export type PayoutOrigin =
  | { readonly kind: 'person'; readonly name: string }
  | { readonly kind: 'key'; readonly last4: string }
  | ({ readonly kind: 'file'; readonly id: PayoutFileId } & Named)
  | ({ readonly kind: 'standing'; readonly id: StandingOrderId } & Named)

interface Named {
  /** What the merchant calls the file or the order. */
  readonly name: string
  /** Null if the order has been changed since. */
  readonly asker: string | null
  readonly approver: string | null
}

/** Null if nothing recorded says so. */
export async function readPayoutOrigin(
  { pool }: Pick<Database, 'pool'>,
  { serviceEnvId, id }: Pick<TransactionRecord, 'serviceEnvId' | 'id'>,
): Promise<PayoutOrigin | null> {
  const books = onPool(pool)
  const payout = { serviceEnvId, id }
  const key = await books.first(keyOf(payout))
  if (key !== undefined) return { kind: 'key', ...key }
  const file = await books.first(fileOf(payout))
  if (file !== undefined) return { kind: 'file', ...file }
  const order = await books.first(orderOf(payout))
  if (order !== undefined) return { kind: 'standing', ...order }
  const askers = await books.all(askersOf(payout))
  const asker = askers.find(({ isSure }) => isSure) ?? (askers.length === 1 ? askers[0] : undefined)
  return asker === undefined ? null : { kind: 'person', name: asker.name }
}

interface Payout {
  readonly serviceEnvId: ServiceEnvId
  readonly id: TransactionId
}

const keyOf = prepared((p: Params<Payout>) =>
  db
    .selectFrom('transaction as t')
    .innerJoin('apiKey as k', 'k.id', 't.apiKeyId')
    .select('k.last4')
    .where('t.serviceEnvId', '=', p.serviceEnvId)
    .where('t.id', '=', p.id),
)

const fileOf = prepared((p: Params<Payout>) =>
  db
    .selectFrom('payoutFileLine as l')
    .innerJoin('payoutFile as f', 'f.id', 'l.fileId')
    .leftJoin('person as s', 's.id', 'f.sentBy')
    .leftJoin('person as a', 'a.id', 'f.approvedBy')
    .select(['f.id', 'f.name', 's.name as asker', 'a.name as approver'])
    .where('f.serviceEnvId', '=', p.serviceEnvId)
    .where('l.payoutId', '=', p.id),
)

const setUpAt = column('standingOrder.activeSince', 'o')
const dayAt = column('standingOrderDay.createdAt', 'd')

/** Changing or resuming an order replaces the person on record, so the names hold only for what it has sent since. */
const orderOf = prepared((p: Params<Payout>) =>
  db
    .selectFrom('standingOrderDay as d')
    .innerJoin('standingOrder as o', 'o.id', 'd.orderId')
    .innerJoin('person as m', 'm.id', 'o.madeBy')
    .leftJoin('person as a', 'a.id', 'o.approvedBy')
    .select(['o.id', 'o.name'])
    .select([
      sql<string | null>`case when ${setUpAt} <= ${dayAt} then m.name end`.as('asker'),
      sql<string | null>`case when ${setUpAt} <= ${dayAt} then a.name end`.as('approver'),
    ])
    .where('o.serviceEnvId', '=', p.serviceEnvId)
    .where('d.payoutId', '=', p.id),
)

const acceptedAt = column('transaction.createdAt', 't')

/**
 * Whose line in the log names the payout. Older lines name none: of those the payout was accepted between the beginning
 * and the end of one for its amount, and if there are two, none says whose it is.
 */
const askersOf = prepared((p: Params<Payout>) =>
  db
    .selectFrom('transaction as t')
    .innerJoin('activityLog as l', 'l.serviceEnvId', 't.serviceEnvId')
    .innerJoin('person as m', 'm.id', 'l.portalUserId')
    .select('m.name')
    .select(sql<boolean>`coalesce(l.details ->> 'payout' = t.id::text, false)`.as('isSure'))
    .where('t.serviceEnvId', '=', p.serviceEnvId)
    .where('t.id', '=', p.id)
    .where('l.act', '=', sql<'payout.request'>`'payout.request'`)
    .where(
      sql<boolean>`l.at between ${acceptedAt} - interval '2 minutes' and ${acceptedAt} + interval '1 second'`,
    )
    .where(
      sql<boolean>`case when l.details ? 'payout' then l.details ->> 'payout' = t.id::text
        else l.outcome = 'done' and ${acceptedAt} between l.at and ${column('activityLog.endedAt', 'l')}
          and (l.details ->> 'amount')::numeric = ${column('transaction.netAmount', 't')} end`,
    )
    .orderBy('isSure', 'desc')
    .limit(askersMax),
)

const askersMax = 2
