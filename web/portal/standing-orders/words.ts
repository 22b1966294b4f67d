import { money } from '#domain/money/money.ts'
import type { PausingReason, StandingOrderState } from '#domain/standing-orders/order.ts'
import type { Rhythm, Timetable } from '#domain/standing-orders/timetable.ts'
import type { StandingOrderDay, StandingOrderRecord } from '#use-cases/standing-orders/find.ts'
import { moneyText } from '#web/design/money.tsx'
import type { Tone } from '#web/design/tone.ts'

/** An order's state in a word. */
export const orderStates = {
  awaiting_approval: ['wait', 'À valider'],
  active: ['ok', 'Actif'],
  paused: ['wait', 'En pause'],
  ended: ['still', 'Terminé'],
} as const satisfies Readonly<Record<StandingOrderState, readonly [Tone, string]>>

/** Why the service paused it, and what to do. */
export const pauseReasons: Readonly<Record<PausingReason, string>> = {
  maker_gone:
    'La personne au nom de qui ce retrait partait n’a plus le droit d’en demander. Reprenez-le\u00A0: il partira en votre nom.',
  account_gone:
    'Le compte n’est plus autorisé. Choisissez un autre compte, puis reprenez le retrait.',
}

/** The state of a due day in a word; the payout's own status says more once it was sent. */
export const dayStates = {
  due: ['wait', 'En attente'],
  sent: ['ok', 'Envoyé'],
  refused: ['bad', 'Refusé'],
  skipped: ['still', 'Rien à envoyer'],
} as const satisfies Readonly<Record<StandingOrderDay['state'], readonly [Tone, string]>>

const weekdays = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']
const daysOfMonth = 31
/** Some months have no later day. */
const shortestMonth = 28

/** How often, as lists show it: `Chaque lundi`. */
function rhythmText({ rhythm, day }: Omit<Timetable, 'hour'>): string {
  if (rhythm === 'daily') return 'Chaque jour'
  if (rhythm === 'weekly') return `Chaque ${weekdays[(day ?? 1) - 1] ?? ''}`
  const name = day === 1 ? '1er' : `${day}`
  return `Chaque mois, le ${name}${(day ?? 0) > shortestMonth ? ' ou le dernier jour' : ''}`
}

/** The same with its hour. */
export function timetableText(timetable: Timetable): string {
  return `${rhythmText(timetable)}, à ${timetable.hour}\u00A0h`
}

/** The choices, as `<select>` options. */
export const rhythmChoices: readonly (readonly [value: string, label: string])[] = [
  choiceOf('daily', null),
  ...weekdays.map((_, at) => choiceOf('weekly', at + 1)),
  ...Array.from({ length: daysOfMonth }, (_, at) => choiceOf('monthly', at + 1)),
]

function choiceOf(rhythm: Rhythm, day: number | null): readonly [string, string] {
  return [rhythmValue({ rhythm, day }), rhythmText({ rhythm, day })]
}

/** The option's value: `weekly-1`. */
export function rhythmValue({ rhythm, day }: Omit<Timetable, 'hour'>): string {
  return day === null ? rhythm : `${rhythm}-${day}`
}

/** The amount of each payout: `25 000 F CFA`, or everything within its bounds. */
export function amountText(order: Pick<StandingOrderRecord, 'amount' | 'floor' | 'most'>): string {
  const { amount, floor, most } = order
  if (amount !== null) return moneyText(money(amount, 'XOF'))
  const bounds = [
    ...(floor > 0n ? [`sauf ${moneyText(money(floor, 'XOF'))}`] : []),
    ...(most === null ? [] : [`${moneyText(money(most, 'XOF'))} au plus`]),
  ]
  return ['Tout le disponible', ...bounds].join(', ')
}
