import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { fail } from '#domain/errors/errors.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import { automaticProvider } from '#use-cases/pricing/offer.ts'
import type { PayoutOrder } from './request.ts'

/**
 * How an authorized account is paid: a number through its operator, an account through its bank. It names the account, so
 * another one that gets the same number later is not paid.
 */
export function wayTo(
  account: AuthorizedAccount,
): Pick<PayoutOrder, 'provider' | 'phone' | 'accountId'> {
  if (account.type === 'bank') {
    return { provider: account.provider, phone: undefined, accountId: account.id }
  }
  const phone = parsePhone(`+${account.phone}`)
  if (!phone.ok) throw fail(phone.code)
  return { provider: automaticProvider, phone: phone.value, accountId: account.id }
}
