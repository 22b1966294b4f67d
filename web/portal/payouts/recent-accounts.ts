import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { plainWords } from '#domain/payouts/file-columns.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'

/** The accounts in order of likely use: the most recently paid first, the others in their given order. */
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

/**
 * Accounts whose names, the merchant's own or the holder's, contain every typed word, ignoring accents, or whose number's last four characters were typed;
 * no more of it is shown.
 */
export function accountsLike(
  accounts: readonly AuthorizedAccount[],
  typed: string,
): readonly AuthorizedAccount[] {
  const words = plainWords(typed)
  const digits = words.join('')
  return accounts.filter((account) => {
    const name = plainWords(`${account.ownName ?? ''} ${account.holderName}`).join(' ')
    const number = account.type === 'bank' ? account.accountMasked : account.phone
    return words.every((word) => name.includes(word)) || number.slice(-shownSigns) === digits
  })
}

const shownSigns = 4
