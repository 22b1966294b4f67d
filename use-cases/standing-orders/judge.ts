import { fail, type ErrorCode, ServiceError } from '#domain/errors/errors.ts'
import type {
  AuthorizedAccountId,
  PortalUserId,
  ServiceEnvId,
  StandingOrderId,
} from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import {
  monthTotal,
  needsSecondPerson,
  type StandingAmount,
} from '#domain/standing-orders/order.ts'
import type { Timetable } from '#domain/standing-orders/timetable.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { takeTurn } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql as text } from '#db/statements.ts'
import { findAuthorizedAccount } from '#use-cases/authorized-accounts/find.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { wayTo } from '#use-cases/payouts/way-to.ts'
import { makePayoutOffer } from '#use-cases/pricing/payout-offer.ts'
import { probed } from './due.ts'

/** What to send, to whom and when. */
export interface StandingTerms extends StandingAmount {
  readonly name: string
  readonly accountId: AuthorizedAccountId
  readonly timetable: Timetable
}

/** The service and the maker of an order. */
export interface StandingPlace {
  readonly serviceEnvId: ServiceEnvId
  readonly mode: Mode
  readonly memberId: PortalUserId
}

/** Refusals that need not apply to future payouts: an operator that is down today may be back by then. */
const forLater: readonly ErrorCode[] = ['provider_unavailable']

/**
 * Refuses what could never be paid: an account that is not active (recipient_not_authorized), or an amount that its
 * operator does not accept (those of `makePayoutOffer`).
 */
export async function requirePayable(
  context: Pick<UseCaseContext, 'database' | 'isOpen'>,
  { serviceEnvId, mode }: StandingPlace,
  { accountId, amount, most }: StandingTerms,
): Promise<void> {
  const account = await findAuthorizedAccount(context.database, serviceEnvId, accountId)
  if (account.status !== 'active') throw fail('recipient_not_authorized')
  const each = amount ?? most
  // An amount with only an upper limit is also limited by the operator's maximum.
  const ignored: readonly ErrorCode[] =
    amount === null ? [...forLater, 'payout_amount_too_large'] : forLater
  try {
    await makePayoutOffer(context, {
      seller: { serviceEnvId, mode, channel: 'dashboard', terminalId: null },
      ...wayTo(account),
      amount: money(each ?? probed, 'XOF'),
    })
  } catch (error) {
    if (!(error instanceof ServiceError) || !ignored.includes(error.code)) throw error
  }
}

/** The monthly total of terms, and whether one person may approve them. */
export interface Judged {
  readonly monthTotal: bigint | null
  readonly needsApproval: boolean
}

/**
 * Checks terms together with the service's other orders that one person alone has approved, so that many small orders
 * cannot bypass the limit; what this order has already paid counts too. Orders of a service are checked one at a
 * time.
 */
export async function judgeTerms(
  tx: Sql,
  { serviceEnvId, id }: { readonly serviceEnvId: ServiceEnvId; readonly id: StandingOrderId },
  { terms, approvalAbove }: { readonly terms: StandingTerms; readonly approvalAbove: bigint },
): Promise<Judged> {
  await tx.all(takeTurn({ name: `standing orders of ${serviceEnvId}` }))
  const month = monthTotal(terms, terms.timetable)
  const { unseen } = await tx.only(unseenBeside({ serviceEnvId, id }))
  return { monthTotal: month, needsApproval: needsSecondPerson({ month, unseen }, approvalAbove) }
}

/**
 * Within a month, with one person's approval only: what the other open orders may send, plus what any order has sent
 * under terms that no longer apply. What this order has sent counts in full.
 */
const unseenBeside = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: StandingOrderId }>) =>
  db.selectNoFrom((eb) => {
    const isCounted = text<boolean>`${column('standingOrder.id', 'o')} <> ${p.id}
      and ${column('standingOrder.endedAt', 'o')} is null and not ${column('standingOrder.needsApproval', 'o')}`
    const isOfTerms = text<boolean>`${column('standingOrderDay.createdAt', 'd')} >= ${column('standingOrder.termsSince', 'o')}`
    const planned = eb
      .selectFrom('standingOrder as o')
      .select((each) => each.fn.sum<bigint>('o.monthTotal').as('sum'))
      .where('o.serviceEnvId', '=', p.serviceEnvId)
      .where(isCounted)
    const sent = eb
      .selectFrom('standingOrderDay as d')
      .innerJoin('standingOrder as o', 'o.id', 'd.orderId')
      .select((each) => each.fn.sum<bigint>('d.amount').as('sum'))
      .where('o.serviceEnvId', '=', p.serviceEnvId)
      .where('d.state', 'in', ['due', 'sent'])
      .where('d.isSeen', '=', false)
      .where('d.createdAt', '>', text<Date>`now() - interval '31 days'`)
      .where(text<boolean>`not (${isCounted} and ${isOfTerms})`)
    return text<bigint>`(coalesce(${planned}, 0) + coalesce(${sent}, 0))::bigint`.as('unseen')
  }),
)
