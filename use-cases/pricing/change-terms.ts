import { randomUUIDv7 } from 'node:crypto'
import type { Static } from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { asId, isUuid, type ServiceEnvId, type TermsChangeId } from '#domain/ids.ts'
import type { TermsChangeState } from '#domain/pricing/agreed.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { logAct } from '#use-cases/audit/log.ts'
import { type ActOrder, deskAct } from '#use-cases/desk/act.ts'
import { confirmed } from '#use-cases/desk/fields.ts'
import { loggedRefusal } from '#use-cases/people/change-managed.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { now } from '#db/functions.ts'
import { ConstraintViolation, inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import { findTermsChange } from './agreed.ts'
import {
  askedTerms,
  type AskedTerms,
  boundErrors,
  columnsOf,
  type SheetColumns,
} from './terms-sheet.ts'
import { requireSettledNow } from '#use-cases/people/require-settled.ts'

/**
 * Requests new terms for a service in one mode, as a whole sheet; a second person approves them. Refusals:
 * invalid_field, wrong_password, too_many_attempts; merchant_not_found; terms_change_waits if another request is
 * open.
 */
export const askTermsAct = deskAct({
  permission: 'terms.change',
  body: askedTerms,
  checkFields: boundErrors,
  work: (context, order) => ask(context, order),
})

/**
 * Approves terms that somebody else requested, for payments from now on. Refusals: terms_change_not_found,
 * action_not_allowed, second_approver_required, wrong_password, too_many_attempts, account_too_fresh.
 */
export const approveTermsAct = deskAct({
  permission: 'terms.change',
  body: confirmed,
  work: (context, order) =>
    decide(context, order, async (tx, change) => {
      if (change.askedBy === order.person.id) throw fail('second_approver_required')
      await requireSettledNow(tx, order.person)
      await tx.run(end({ id: change.id, by: order.person.id, state: 'done' }))
      await putInForce(tx, change)
      return 'terms.approve'
    }),
})

/** Refuses terms that somebody else requested, or withdraws one's own request. Refusals: as for an approval. */
export const refuseTermsAct = deskAct({
  permission: 'terms.change',
  body: confirmed,
  work: (context, order) =>
    decide(context, order, async (tx, change) => {
      const isOwn = change.askedBy === order.person.id
      const state = isOwn ? 'withdrawn' : 'refused'
      await tx.run(end({ id: change.id, by: order.person.id, state }))
      return isOwn ? 'terms.withdraw' : 'terms.refuse'
    }),
})

async function ask(
  { database }: UseCaseContext,
  { person, requestId, body, ...order }: ActOrder<AskedTerms>,
) {
  const { reason, password, ...terms } = body
  const id = asId<TermsChangeId>(randomUUIDv7())
  const serviceEnvId = asId<ServiceEnvId>(order.id)
  // Checked first because the log refers to the service.
  const isThere = isUuid(order.id) && (await onPool(database.pool).first(place({ serviceEnvId })))
  if (!isThere) throw fail('merchant_not_found')
  const entry = {
    act: 'terms.ask',
    subject: { kind: 'terms_change', id },
    serviceEnvId,
    details: terms,
    cause: { requestId, reason },
  }
  await loggedRefusal(database, { manager: person, entry }, async () => {
    await confirmPassword(database, person, password)
    await inTransaction(database.pool, async (tx) => {
      const columns = { ...columnsOf(terms), id, serviceEnvId, reason, askedBy: person.id }
      await tx.run(db.insertInto('termsChange').values(columns))
      await logAct(tx, person, entry)
    }).catch((error: unknown) => {
      const isWaiting =
        error instanceof ConstraintViolation && error.constraint === 'terms_change_waits_once'
      throw isWaiting ? fail('terms_change_waits') : error
    })
  })
  return findTermsChange(database, id)
}

async function decide(
  { database }: UseCaseContext,
  { person, requestId, body: { reason, password }, ...order }: ActOrder<Static<typeof confirmed>>,
  work: (tx: Sql, change: LockedTerms) => Promise<string>,
) {
  if (!isUuid(order.id)) throw fail('terms_change_not_found')
  const id = asId<TermsChangeId>(order.id)
  const cause = { requestId, reason: reason ?? null }
  const entry = { act: 'terms.decide', subject: { kind: 'terms_change', id }, cause }
  await loggedRefusal(database, { manager: person, entry }, async () => {
    await confirmPassword(database, person, password)
    await inTransaction(database.pool, async (tx) => {
      const change = await tx.first(locked({ id }))
      if (change === undefined) throw fail('terms_change_not_found')
      if (change.state !== 'waiting') throw fail('action_not_allowed')
      const act = await work(tx, change)
      await logAct(tx, person, { ...entry, act, serviceEnvId: change.serviceEnvId })
    })
  })
  return findTermsChange(database, id)
}

type LockedTerms = SheetColumns & {
  readonly id: TermsChangeId
  readonly serviceEnvId: ServiceEnvId
  readonly askedBy: StaffMember['id']
}

/** The latest rule of a level applies; earlier ones are kept, because payments were priced by them. */
async function putInForce(tx: Sql, change: LockedTerms): Promise<void> {
  const { serviceEnvId, exchangeFeePercent, exchangeFeePayer } = change
  const { exchangeMarginPercent, exchangeMarginPayer, availabilityDelayHours: hours } = change
  const ofService = { level: 'service', serviceEnvId } as const
  await tx.run(
    db.insertInto('feeRule').values([
      {
        ...ofService,
        id: randomUUIDv7(),
        type: 'collection',
        kind: change.collectionKind,
        value: change.collectionValue,
        payer: change.collectionPayer,
      },
      {
        ...ofService,
        id: randomUUIDv7(),
        type: 'payout',
        kind: change.payoutKind,
        value: change.payoutValue,
        payer: 'merchant',
      },
    ]),
  )
  await tx.run(
    db
      .updateTable('serviceEnv')
      .set({
        exchangeFeePercent,
        exchangeFeePayer,
        exchangeMarginPercent,
        exchangeMarginPayer,
        availabilityDelay: sql<
          string | null
        >`nullif(${hours}::int * interval '1 hour', interval '0')`,
      })
      .where('id', '=', serviceEnvId),
  )
}

const place = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db.selectFrom('serviceEnv').select('id').where('id', '=', p.serviceEnvId),
)

const locked = prepared((p: Params<{ id: TermsChangeId }>) =>
  db
    .selectFrom('termsChange')
    .select(['id', 'serviceEnvId', 'askedBy', 'state', 'collectionKind', 'collectionValue'])
    .select(['collectionPayer', 'payoutKind', 'payoutValue', 'exchangeFeePercent'])
    .select(['exchangeFeePayer', 'exchangeMarginPercent', 'exchangeMarginPayer'])
    .select('availabilityDelayHours')
    .where('id', '=', p.id)
    .forUpdate(),
)

const end = prepared(
  (p: Params<{ id: TermsChangeId; by: StaffMember['id']; state: TermsChangeState }>) =>
    db
      .updateTable('termsChange')
      .set({ state: p.state, decidedBy: p.by, decidedAt: now })
      .where('id', '=', p.id),
)
