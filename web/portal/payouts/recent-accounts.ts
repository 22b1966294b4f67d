import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { plainWords } from '#domain/payouts/file-columns.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'

/** The accounts in the order in which one is likely wanted: the last one that was paid first, the others as they came. */
export function lastPaidFirst(
  accounts: readonly AuthorizedAccount[],
  payouts: readonly TransactionRecord[],
): AuthorizedAccount[] {
  const placeOf = (account: AuthorizedAccount): number => {
    const at = payouts.findIndex((payout) => isTo(account, payout))
    return at < 0 ? payouts.length : at
  }
  const places = new Map(accounts.map((account) => [account.id, placeOf(account)]))
  return accounts.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
}

function isTo(account: AuthorizedAccount, { customer, transfer, provider }: TransactionRecord) {
  if (account.type === 'mobile_money') return !transfer && customer.phone === account.phone
  return account.provider === provider && transfer?.accountMasked === account.accountMasked
}

/** Those whose name has all that was typed, accents aside, or whose number ends so: of it no more is shown than four signs. */
export function accountsLike(
  accounts: readonly AuthorizedAccount[],
  typed: string,
): readonly AuthorizedAccount[] {
  const words = plainWords(typed)
  const digits = words.join('')
  return accounts.filter((account) => {
    const name = plainWords(account.holderName).join(' ')
    const number = account.type === 'bank' ? account.accountMasked : account.phone
    return words.every((word) => name.includes(word)) || number.slice(-shownSigns) === digits
  })
}

const shownSigns = 4
