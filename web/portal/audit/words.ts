import { isCurrencyCode } from '#domain/money/currency.ts'
import { type ErrorCode, errorMessage, errorTable } from '#domain/errors/errors.ts'
import { parseAmount } from '#domain/money/money.ts'
import { portalActNames } from '#domain/audit/portal-acts.ts'
import { isPortalRole } from '#domain/people/portal-roles.ts'
import type { LoggedAct } from '#use-cases/audit/list.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import { moneyText } from '#web/design/money.tsx'
import type { Tone } from '#web/design/tone.ts'
import { keyNames } from '#web/portal/key-names.ts'
import { providerName } from '#web/portal/payouts/words.tsx'
import { roleNames } from '#web/portal/role-names.ts'

/** What was done; a line may be older than this version, and its act gone. */
export function actText({ act }: Pick<LoggedAct, 'act'>): string {
  return portalActNames[act] ?? act
}

/** To whom or what, and how, as far as there are words for it. */
export function detailText({ subjectName, details }: LoggedAct): string {
  const known = Object.entries(details).map(([name, value]) => detailWords[name]?.(value) ?? null)
  const texts = [subjectName, sumText(details), ...known]
  return texts.filter((text) => text !== null).join(' · ')
}

/** An amount with its currency; a currency alone is a setting. */
function sumText({ amount, currency }: LoggedAct['details']): string | null {
  if (!isCurrencyCode(currency)) return null
  if (typeof amount !== 'number') return `devise\u00A0: ${currency}`
  const sum = parseAmount(String(amount), currency)
  return sum.ok ? moneyText(sum.value) : null
}

const detailWords: Readonly<Record<string, (value: unknown) => string | null>> = {
  role: (value) => (isPortalRole(value) ? roleNames[value] : null),
  kind: (value) => keyNames[value as keyof typeof keyNames] ?? null,
  public_name: (value) => `nom\u00A0: ${String(value)}`,
  provider: (value) => providerName(String(value)),
  fee_payer: (value) => {
    if (value === null) return 'frais selon le tarif'
    return `frais payés par ${value === 'merchant' ? 'vous' : 'le client'}`
  },
}

/** How it went, in a word, and in a sentence where it was refused. */
export function outcomeOf({ outcome }: Pick<LoggedAct, 'outcome'>): {
  readonly tone: Tone
  readonly word: string
  readonly sentence: string | null
} {
  if (outcome === 'done') return { tone: 'ok', word: 'Fait', sentence: null }
  if (outcome === null) return { tone: 'wait', word: 'Sans suite connue', sentence: null }
  if (outcome in errorTable)
    return { tone: 'bad', word: 'Refusé', sentence: errorMessage(outcome as ErrorCode) }
  return { tone: 'bad', word: 'Échec', sentence: 'Un incident de notre côté l’a interrompu.' }
}

/** In which service and mode; nothing for what concerns the whole merchant. */
export function placeText({ serviceEnvId }: LoggedAct, places: readonly Place[]): string {
  const place = places.find(({ id }) => id === serviceEnvId)
  if (place === undefined) return ''
  return `${place.publicName}, ${place.mode === 'live' ? 'réel' : 'test'}`
}
