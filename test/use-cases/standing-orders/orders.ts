import { type Books, createMerchant, type Merchant, wideLimits } from '#test/support/books.ts'
import { giveBalance } from '#test/support/payouts.ts'
import { onPool } from '#db/sql.ts'
import type { AuthorizedAccountId, StandingOrderId } from '#domain/ids.ts'
import type { People } from '#domain/people/person.ts'
import type { StandingTerms } from '#use-cases/standing-orders/judge.ts'
import { makeStandingOrder } from '#use-cases/standing-orders/make.ts'
import { listStandingOrderDays, readStandingOrder } from '#use-cases/standing-orders/find.ts'
import { payDue, timeOfBooks } from '#use-cases/standing-orders/pay-due.ts'
import { authorizeAll, memberOf, numbersOf } from '#test/use-cases/payouts/files.ts'
import type { StandingOrderPaid } from '#workflows/contract/results.ts'

const [phone = ''] = numbersOf(1)
const dayMs = 86_400_000

/** What one person may let go in a month, in these tests. */
export const approvalAbove = 100_000n

/** What orders are made and paid with. */
export function contextOf(books: Books, isOpen: () => boolean = () => true) {
  return {
    ...books,
    limits: wideLimits,
    isOpen: () => Promise.resolve(isOpen()),
    staffApprovalAbove: approvalAbove,
  }
}

/** The account of this number, which is made active for it. */
export async function accountOf(
  books: Pick<Books, 'database'>,
  merchant: Pick<Merchant, 'serviceEnvId' | 'mode'>,
  phone: string,
): Promise<AuthorizedAccountId> {
  await authorizeAll(books.database, merchant, [phone])
  const { id } = await onPool(books.database.pool).one<{ id: AuthorizedAccountId }>(
    "select id from authorized_account where service_env_id = $1 and phone = $2 and status <> 'revoked'",
    [merchant.serviceEnvId, phone],
  )
  return id
}

/** A thousand francs each day, at an hour that has come. */
export async function termsOf(
  books: Books,
  accountId: AuthorizedAccountId,
  changes: Partial<StandingTerms> = {},
): Promise<StandingTerms> {
  const now = await timeOfBooks(books.database)
  const hour = (now.getUTCHours() + 1) % 24
  const timetable = { rhythm: 'daily', day: null, hour } as const
  const sent = { amount: 1000n, floor: 0n, most: null }
  return { name: 'Loyer', accountId, ...sent, timetable, ...changes }
}

/** Makes an order as somebody, and has it hold since yesterday: what came today is due. */
export async function madeBy(
  books: Books,
  merchant: Merchant,
  { member, terms }: { readonly member: People['portal']; readonly terms: StandingTerms },
): Promise<StandingOrderId> {
  const { serviceEnvId, mode } = merchant
  const place = { serviceEnvId, mode, memberId: member.id }
  const id = await makeStandingOrder(contextOf(books), place, terms)
  await holdSinceYesterday(books, id)
  return id
}

/** What was due since yesterday counts. */
export async function holdSinceYesterday(books: Books, id: StandingOrderId): Promise<void> {
  await onPool(books.database.pool).rows(
    `update standing_order set active_since = now() - interval '1 day' where id = $1`,
    [id],
  )
}

/** What somebody does with the order as it is now. */
export async function actOf(
  books: Books,
  merchant: Merchant,
  { id, member }: { readonly id: StandingOrderId; readonly member: People['portal'] },
) {
  const { serviceEnvId } = merchant
  const { version } = await readStandingOrder(books.database, serviceEnvId, id)
  return { serviceEnvId, id, member, version }
}

/** What tests do with standing orders: a merchant that has one, paying it now or days later, and what came of it. */
export function onOrders(books: Books) {
  async function scene(balance: number, changes: Partial<StandingTerms> = {}) {
    const merchant = await createMerchant(books)
    if (balance > 0) await giveBalance(books.database, merchant, balance)
    const accountId = await accountOf(books, merchant, phone)
    const member = await memberOf(books.database, merchant)
    const terms = await termsOf(books, accountId, changes)
    const id = await madeBy(books, merchant, { member, terms })
    return { merchant, accountId, member, terms, id }
  }
  const now = () => timeOfBooks(books.database)
  const pay = async (id: StandingOrderId, isOpen?: () => boolean): Promise<StandingOrderPaid> =>
    payDue(contextOf(books, isOpen), id, await now())
  const later = async (id: StandingOrderId, days: number) =>
    payDue(contextOf(books), id, new Date((await now()).getTime() + days * dayMs))
  const daysOf = async (id: StandingOrderId) =>
    (await listStandingOrderDays(books.database, id)).map(({ state, refusal, amount }) => ({
      state,
      refusal,
      amount,
    }))
  const payoutsOf = async ({ serviceEnvId }: Merchant): Promise<number> => {
    const [row] = await books.rows<{ count: number }>(
      `select count(*)::int as count from transaction where service_env_id = $1 and type = 'payout'`,
      serviceEnvId,
    )
    return row?.count ?? 0
  }
  return { scene, now, pay, later, daysOf, payoutsOf }
}
