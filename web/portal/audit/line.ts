import { portalActNames } from '#domain/audit/portal-acts.ts'
import { type ErrorCode, errorTable, messageIn } from '#domain/errors/errors.ts'
import { isCurrencyCode } from '#domain/money/currency.ts'
import { parseAmount } from '#domain/money/money.ts'
import { isPortalRole } from '#domain/people/portal-roles.ts'
import { portalRoleNames } from '#domain/people/role-names.ts'
import type { Language } from '#domain/text/language.ts'
import type { LoggedAct } from '#use-cases/audit/list.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import { moneyText } from '#web/design/money.tsx'
import type { Tone } from '#web/design/tone.ts'
import { portalWords } from '#web/portal/words.tsx'
import { activityWords } from './words.ts'
import { providerName } from '#domain/operators/names.ts'

/** The name of the action; a line may be older than this version, and its action removed since. */
export function actText({ act }: Pick<LoggedAct, 'act'>, language: Language): string {
  return portalActNames[language][act] ?? act
}

/** Whom or what it was done to, and the details that have a name. */
export function detailText({ subjectName, details }: LoggedAct, language: Language): string {
  const known = Object.entries(details).map(
    ([name, value]) => detailWords[name]?.(value, language) ?? null,
  )
  const texts = [subjectName, sumText(details, language), ...known]
  return texts.filter((text) => text !== null).join(' · ')
}

/** An amount with its currency; a currency alone is a setting. */
function sumText({ amount, currency }: LoggedAct['details'], language: Language): string | null {
  if (!isCurrencyCode(currency)) return null
  if (typeof amount !== 'number') return activityWords[language].details.currency(currency)
  const sum = parseAmount(String(amount), currency)
  return sum.ok ? moneyText(sum.value, language) : null
}

type DetailWord = (value: unknown, language: Language) => string | null

const detailWords: Readonly<Record<string, DetailWord>> = {
  by: (value, language) => (value === 'passkey' ? activityWords[language].details.passkey : null),
  device: (value, language) => (value === 'new' ? activityWords[language].details.newDevice : null),
  role: (value, language) => (isPortalRole(value) ? portalRoleNames[language][value] : null),
  kind: (value, language) => {
    const names: Readonly<Record<string, string>> = portalWords[language].keys
    return names[String(value)] ?? null
  },
  public_name: (value, language) => activityWords[language].details.name(String(value)),
  provider: (value) => providerName(String(value)),
  fee_payer: (value, language) => {
    const { details } = activityWords[language]
    if (value === null) return details.feesByTariff
    return value === 'merchant' ? details.feesByYou : details.feesByCustomer
  },
}

/** The outcome in a word, and in a sentence if it was refused. */
export function outcomeOf(
  { outcome }: Pick<LoggedAct, 'outcome'>,
  language: Language,
): {
  readonly tone: Tone
  readonly word: string
  readonly sentence: string | null
} {
  const { outcomes } = activityWords[language]
  if (outcome === 'done') return { tone: 'ok', word: outcomes.done, sentence: null }
  if (outcome === null) return { tone: 'wait', word: outcomes.unknown, sentence: null }
  if (outcome in errorTable) {
    const sentence = messageIn(language, outcome as ErrorCode)
    return { tone: 'bad', word: outcomes.refused, sentence }
  }
  return { tone: 'bad', word: outcomes.failed, sentence: outcomes.failedText }
}

/** The service and mode; empty for what concerns the whole merchant. */
export function placeText(
  { serviceEnvId }: LoggedAct,
  places: readonly Place[],
  language: Language,
): string {
  const place = places.find(({ id }) => id === serviceEnvId)
  if (place === undefined) return ''
  return activityWords[language].places[place.mode](place.publicName)
}
