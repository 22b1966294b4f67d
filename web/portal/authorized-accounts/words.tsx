import type {
  AuthorizedAccount,
  AuthorizedAccountStatus,
} from '#domain/authorized-accounts/account.ts'
import { groupedMaskedPhone } from '#domain/transactions/mask.ts'
import { banks, operatorOf } from '#domain/operators/operators.ts'
import { Badge } from '#web/design/badge.tsx'
import type { Choice } from '#web/design/choice.tsx'
import type { Tone } from '#web/design/tone.ts'

const statuses = {
  pending: ['wait', 'En vérification'],
  active: ['ok', 'Actif'],
  revoked: ['still', 'Révoqué'],
} as const satisfies Readonly<Record<AuthorizedAccountStatus, readonly [Tone, string]>>

export function AccountBadge({ status }: Pick<AuthorizedAccount, 'status'>) {
  const [tone, label] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** The number, masked, with who keeps it. */
export function accountText(account: AuthorizedAccount): string {
  if (account.type === 'mobile_money') {
    const name = operatorOf(account.provider)?.name ?? account.provider
    return `${name} · ${groupedMaskedPhone(account.phone)}`
  }
  const name = banks.find(({ code }) => code === account.provider)?.name ?? account.provider
  return `${name} · ${account.accountMasked}`
}

/** The account as one to choose. */
export function accountChoice(account: AuthorizedAccount): Choice {
  return { value: account.id, label: account.holderName, note: accountText(account) }
}
