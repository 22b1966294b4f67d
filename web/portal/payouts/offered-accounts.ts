import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import {
  type AccountsWanted,
  countAccounts,
  findAccounts,
  findChosenAccount,
  numberOf,
} from '#use-cases/authorized-accounts/find.ts'
import { listTransactions } from '#use-cases/transactions/list.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import type { WebContext } from '#web/context.ts'

/** Accounts to choose from: the first of those that match, and the one that is chosen already. */
export interface OfferedAccounts {
  readonly shown: readonly AuthorizedAccount[]
  /** How many match. */
  readonly found: number
  /** How many there are to search in. */
  readonly all: number
  /** True if an account is being checked: where there is none to choose, the reader may wait for it. */
  readonly isAnyPending: boolean
  /** What was searched for; empty for nothing. */
  readonly search: string
}

/** This many accounts are shown at once; more of them are searched. */
export const shownAtOnce = 4
/** Recipients of the latest payouts are offered first. */
const latestMax = 50
const longAgo = new Date(0)

/** The accounts that a payout can go to, those that were paid last first. */
export async function offerAccounts(
  { database }: Pick<WebContext, 'database'>,
  { id: serviceEnvId, mode }: Place,
  { search, chosen }: { readonly search: string; readonly chosen: string },
): Promise<OfferedAccounts> {
  const wanted = { serviceEnvId, text: '', ...payable(mode) }
  const sought = { ...wanted, text: search }
  const latest = { filter: { type: 'payout', createdAfter: longAgo }, limit: latestMax } as const
  const payouts = await listTransactions(database, { serviceEnvId }, latest)
  const [first, found, all, pending, own] = await Promise.all([
    findAccounts(database, sought, { limit: shownAtOnce, first: payouts.flatMap(paidNumbers) }),
    countAccounts(database, sought),
    countAccounts(database, wanted),
    countAccounts(database, { serviceEnvId, text: '', status: 'pending' }),
    findChosenAccount(database, serviceEnvId, chosen),
  ])
  const isPayable = own !== undefined && (mode === 'live' || own.type === 'mobile_money')
  const isLeftOut = isPayable && first.every(({ id }) => id !== own.id)
  const shown = isLeftOut ? [own, ...first] : first
  return { shown, found, all, isAnyPending: pending > 0, search }
}

/** Bank transfers exist in live mode only. */
function payable(mode: Mode): Pick<AccountsWanted, 'status' | 'type'> {
  return mode === 'live' ? { status: 'active' } : { status: 'active', type: 'mobile_money' }
}

function paidNumbers({ customer, transfer, provider }: TransactionRecord): string[] {
  if (transfer) return [numberOf({ provider, accountMasked: transfer.accountMasked })]
  return customer.phone === null ? [] : [numberOf({ phone: customer.phone })]
}
