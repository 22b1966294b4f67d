import { money } from '#domain/money/money.ts'
import type { StandingOrderState } from '#domain/standing-orders/order.ts'
import type { Rhythm, Timetable } from '#domain/standing-orders/timetable.ts'
import type { Language } from '#domain/text/language.ts'
import type { StandingOrderDay, StandingOrderRecord } from '#use-cases/standing-orders/find.ts'
import { moneyText } from '#web/design/money.tsx'
import type { Tone } from '#web/design/tone.ts'
import { standingOrderWords } from './words.ts'

const daysOfWeek = 7
const daysOfMonth = 31
/** Some months have no later day. */
const shortestMonth = 28

/** How often, as lists show it: `Chaque lundi`. */
function rhythmText({ rhythm, day }: Omit<Timetable, 'hour'>, language: Language): string {
  const { timetable: words } = standingOrderWords[language]
  if (rhythm === 'daily') return words.daily
  if (rhythm === 'weekly') return words.weekly(words.weekdays[(day ?? 1) - 1] ?? '')
  const say = (day ?? 0) > shortestMonth ? words.monthlyOrLast : words.monthly
  return say(`${day}`)
}

/** The same with its hour. */
export function timetableText(timetable: Timetable, language: Language): string {
  const { at } = standingOrderWords[language].timetable
  return at(rhythmText(timetable, language), `${timetable.hour}`)
}

const choices: readonly Omit<Timetable, 'hour'>[] = [
  { rhythm: 'daily', day: null },
  ...daysOf('weekly', daysOfWeek),
  ...daysOf('monthly', daysOfMonth),
]

function daysOf(rhythm: Rhythm, count: number): Omit<Timetable, 'hour'>[] {
  return Array.from({ length: count }, (_, at) => ({ rhythm, day: at + 1 }))
}

/** The choices, as `<select>` options. */
export function rhythmChoices(
  language: Language,
): readonly (readonly [value: string, label: string])[] {
  return choices.map((choice) => [rhythmValue(choice), rhythmText(choice, language)])
}

/** What the value of such an option means. */
export function rhythmOf(value: string): Omit<Timetable, 'hour'> | undefined {
  return choices.find((choice) => rhythmValue(choice) === value)
}

/** The option's value: `weekly-1`. */
export function rhythmValue({ rhythm, day }: Omit<Timetable, 'hour'>): string {
  return day === null ? rhythm : `${rhythm}-${day}`
}

/** The amount of each payout: `25 000 F CFA`, or everything within its bounds. */
export function amountText(
  { amount, floor, most }: Pick<StandingOrderRecord, 'amount' | 'floor' | 'most'>,
  language: Language,
): string {
  const { amount: words } = standingOrderWords[language]
  const said = (xof: bigint): string => moneyText(money(xof, 'XOF'), language)
  if (amount !== null) return said(amount)
  const bounds = [
    ...(floor > 0n ? [words.except(said(floor))] : []),
    ...(most === null ? [] : [words.atMost(said(most))]),
  ]
  return [words.everything, ...bounds].join(', ')
}

/** How an order's state is shown. */
export const orderTones: Readonly<Record<StandingOrderState, Tone>> = {
  awaiting_approval: 'wait',
  active: 'ok',
  paused: 'wait',
  ended: 'still',
}

/** How the state of a due day is shown. */
export const dayTones: Readonly<Record<StandingOrderDay['state'], Tone>> = {
  due: 'wait',
  sent: 'ok',
  refused: 'bad',
  skipped: 'still',
}
