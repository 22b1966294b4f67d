import { recovered } from '#use-cases/contradictions/recovered.ts'
import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import type { Phone } from '#domain/phone/phone.ts'
import type { Database } from '#db/connect.ts'
import { anyOf } from '#db/functions.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import {
  type Changes,
  db,
  type Expression,
  type InferResult,
  type Params,
  prepared,
  sql,
} from '#db/statements.ts'
import type { Keyring } from '#platform/keyring.ts'
import { waitingDeliveries } from '#domain/webhooks/delivery.ts'
import { logCommand } from '#use-cases/audit/log-command.ts'

/** Payments that one transaction erases. */
export const batch = 500
/** Maximum per request; a payer with more payments is erased by repeating it. */
const batchesMax = 200

/**
 * Erases a payer from all payments with this number that ended at least so many days ago, at all merchants; returns
 * their number. Amounts, postings and references stay; name, number, e-mail, metadata, the receipt's token and the
 * events about them are removed. The name is replaced by a pseudonym that is the same for the same number and cannot
 * be reversed without the master key. Payments that may still be refunded are left. Each batch is a line in the audit
 * log with the machine's account, the pseudonym and the number of payments; without any payment there is one line.
 */
export async function erasePayer(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  { phone }: Phone,
  olderThanDays: number,
): Promise<number> {
  const payer = pseudonymOf(keyring, phone)
  let erased = 0
  for (let at = 0; at < batchesMax; at += 1) {
    const count = await inTransaction(pool, async (tx) => {
      const rows = await tx.all(ofPhone({ phone, days: olderThanDays }))
      const payments = await erase(tx, keyring, rows)
      const details = { payer, older_than_days: olderThanDays, payments }
      if (at === 0 || payments > 0) await logCommand(tx, { ...asked, details })
      return payments
    })
    erased += count
    if (count < batch) return erased
  }
  return erased
}

const asked = { command: 'erase-payer', act: 'payer.erase' } as const

/** An event about a payment `t`, or a refund of it, that an endpoint is still to get. */
const stillToBeSent = db
  .selectFrom('event as e')
  .innerJoin('webhookDelivery as d', 'd.eventId', 'e.id')
  .select('d.id')
  .where('d.status', 'in', waitingDeliveries)

/**
 * Payments whose payers may be erased. Payments that are open, may be refunded or debited, or have webhooks still to be
 * sent keep theirs.
 */
export const erasable = db
  .selectFrom('transaction as t')
  .select(['t.id', 't.serviceEnvId', 't.phone', 't.customerEmail', 't.customerName', 't.createdAt'])
  .where('t.payerErasedAt', 'is', null)
  .where('t.status', '<>', 'pending')
  .where((eb) =>
    eb.or([eb('t.fundsStatus', 'is', null), eb('t.fundsStatus', 'in', ['available', 'withheld'])]),
  )
  .where((eb) =>
    eb.or([
      eb('t.lateOutcomeAt', 'is', null),
      eb('t.refundedAmount', '>', 0n),
      eb.exists(recovered(eb.ref('t.id')).select('s.id')),
    ]),
  )
  .where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('refund as r')
          .select('r.id')
          .whereRef('r.transactionId', '=', 't.id')
          .where('r.completedAt', 'is', null),
      ),
    ),
  )
  .where((eb) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom('lateWatch as w')
          .select('w.transactionId')
          .whereRef('w.transactionId', '=', 't.id')
          .where('w.closedAt', 'is', null),
      ),
    ),
  )
  .where((eb) => eb.not(eb.exists(stillToBeSent.where('e.subjectId', '=', eb.ref('t.id')))))
  .where((eb) =>
    eb.not(
      eb.exists(
        stillToBeSent
          .where('e.transactionId', '=', eb.ref('t.id'))
          .where('e.refundId', 'is not', null),
      ),
    ),
  )

/** The same among locked payments: this also sees a refund that was being requested meanwhile. */
const amongLocked = prepared((p: Params<{ ids: readonly TransactionId[] }>) =>
  erasable.where('t.id', '=', anyOf(p.ids)),
)

const ofPhone = prepared((p: Params<{ phone: string; days: number }>) =>
  erasable
    .where('t.phone', '=', p.phone)
    .where('t.type', '=', 'collection')
    .where('t.completedAt', '<', daysAgo(p.days))
    .limit(batch)
    .forUpdate('t'),
)

/** The time so many days ago, as part of a statement. */
export function daysAgo(days: Expression<number>) {
  return sql<Date>`now() - ${days}::int * interval '1 day'`
}

type Erasable = InferResult<typeof erasable>[number]

/** Erases the payers of payments that this transaction has locked; returns how many. */
export async function erase(
  tx: Sql,
  keyring: Keyring,
  locked: readonly Erasable[],
): Promise<number> {
  const rows = await tx.all(amongLocked({ ids: locked.map(({ id }) => id) }))
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const names = rows.map((row) => pseudonymOf(keyring, whose(row)))
  await tx.run(rename({ ids, names }))
  await tx.only(forgetEventsOf({ ids }))
  await tx.run(
    forgetWords({
      serviceEnvs: rows.map(({ serviceEnvId }) => serviceEnvId),
      phones: rows.map(({ phone }) => phone),
      names: rows.map(({ customerName }) => customerName),
    }),
  )
  return rows.length
}

function whose({ phone, customerEmail, customerName }: Erasable): string {
  return phone ?? customerEmail ?? customerName ?? ''
}

/** A pseudonym in place of a name. */
function pseudonymOf(keyring: Keyring, payer: string): string {
  const digits = keyring.mac('erased-payer', payer).toString('hex').slice(0, 12)
  return `Effacé ${digits}`
}

const rename = prepared((p: Params<{ ids: readonly TransactionId[]; names: readonly string[] }>) =>
  db
    .updateTable('transaction as t')
    .from(
      sql<{
        id: TransactionId
        name: string
      }>`unnest(${p.ids}::uuid[], ${p.names}::text[])`.as<'e'>(sql`e(id, name)`),
    )
    .set((eb): Changes<'transaction'> => ({
      customerName: eb.ref('e.name'),
      customerEmail: null,
      phone: null,
      metadata: '{}',
      receiptTokenDigest: null,
      payerErasedAt: sql<Date>`now()`,
    }))
    .whereRef('t.id', '=', 'e.id'),
)

const forgetEventsOf = prepared((p: Params<{ ids: readonly TransactionId[] }>) =>
  db.selectNoFrom(sql<number>`forget_events_of_erased(${p.ids}::uuid[])`.as('count')),
)

type Forgotten = {
  readonly serviceEnvs: readonly string[]
  readonly phones: readonly (string | null)[]
  readonly names: readonly (string | null)[]
}

/** Deletes search words of payers at these services who have no payments left there. */
const forgetWords = prepared((p: Params<Forgotten>) =>
  db
    .deleteFrom('payerWord as w')
    .using(
      sql<{ env: ServiceEnvId; word: string; phone: string; name: string }>`(
        select distinct e.env, word, coalesce(e.phone, '') as phone, coalesce(e.name, '') as name
        from unnest(${p.serviceEnvs}::uuid[], ${p.phones}::text[], ${p.names}::text[]) as e(env, phone, name),
          unnest(payer_words(e.name, e.phone)) as word)`.as('gone'),
    )
    .whereRef('w.serviceEnvId', '=', 'gone.env')
    .whereRef('w.word', '=', 'gone.word')
    .whereRef('w.phone', '=', 'gone.phone')
    .whereRef('w.name', '=', 'gone.name')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('transaction as kept')
            .select('kept.id')
            .whereRef('kept.serviceEnvId', '=', 'w.serviceEnvId')
            .whereRef('kept.phone', '=', 'w.phone')
            .where((of) =>
              of(of.fn.coalesce('kept.customerName', of.val('')), '=', of.ref('w.name')),
            ),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('transaction as kept')
            .select('kept.id')
            .whereRef('kept.serviceEnvId', '=', 'w.serviceEnvId')
            .where('kept.phone', 'is', null)
            .whereRef('kept.customerName', '=', 'w.name')
            .where('w.phone', '=', ''),
        ),
      ),
    ),
)
