import type { Language } from '#domain/text/language.ts'
import type { TransactionStatus } from '#domain/transactions/transaction.ts'
import { Icon, type IconName } from './icon.tsx'
import { useScope } from './scope.ts'
import { type Tone, toneIcons } from './tone.ts'
import { designWords } from './words.tsx'

/** A state in a word. */
export function Badge({
  tone,
  icon = tone === 'still' ? 'info' : toneIcons[tone],
  children,
}: {
  readonly tone: Tone
  /** That of its tone if left out. */
  readonly icon?: IconName
  readonly children: string
}) {
  return (
    <span class={`badge ${tone}`}>
      <Icon name={icon} />
      {children}
    </span>
  )
}

/** The statuses of transactions in a word each. */
export const statusNames: Readonly<Record<Language, Readonly<Record<TransactionStatus, string>>>> =
  { fr: designWords.fr.statuses, en: designWords.en.statuses }

const statusTones: Readonly<Record<TransactionStatus, Tone>> = {
  pending: 'wait',
  succeeded: 'ok',
  failed: 'bad',
  expired: 'still',
  cancelled: 'still',
}

/** The status of a transaction as its badge says it. */
export function statusWord(
  status: TransactionStatus,
  language: Language,
): readonly [tone: Tone, label: string] {
  return [statusTones[status], statusNames[language][status]]
}

/** The status of a transaction. */
export function StatusBadge({ status }: { readonly status: TransactionStatus }) {
  const [tone, label] = statusWord(status, useScope().language)
  return <Badge tone={tone}>{label}</Badge>
}
