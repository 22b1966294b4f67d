import type { AuthorizedAccount } from '#domain/authorized-accounts/account.ts'
import { banks, operatorOf } from '#domain/operators/operators.ts'
import { groupedMaskedPhone } from '#domain/transactions/mask.ts'
import type { Choice } from '#web/design/choice.tsx'

/** What a merchant calls an account: its own name for it, or else its holder. */
export function calledOf(account: Pick<AuthorizedAccount, 'holderName' | 'ownName'>): string {
  return account.ownName ?? account.holderName
}

/** The masked number, with its operator or bank. */
export function accountText(account: AuthorizedAccount): string {
  if (account.type === 'mobile_money') {
    const name = operatorOf(account.provider)?.name ?? account.provider
    return `${name} · ${groupedMaskedPhone(account.phone).replaceAll(' ', '\u00A0')}`
  }
  const name = banks.find(({ code }) => code === account.provider)?.name ?? account.provider
  return `${name} · ${account.accountMasked}`
}

/** The account as an option of a choice; its holder is always named. */
export function accountChoice(account: AuthorizedAccount): Choice {
  const { id, holderName, ownName } = account
  const text = accountText(account)
  return {
    value: id,
    label: calledOf(account),
    note: ownName === null ? text : `${holderName} · ${text}`,
  }
}
