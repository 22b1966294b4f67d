import type { Language } from '#domain/text/language.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Local time of the main market, UTC+1 all year. */
const localOffsetMs = hourMs

/**
 * How long ago, or when: `à l’instant`, `il y a 5 min`, `hier à 14:05`, `12 nov. à 14:05`, `12 nov. 2025`; in English
 * `just now`, `5 min ago`, `yesterday at 14:05`, `12 Nov at 14:05`, `12 Nov 2025`.
 */
export function relativeTime(time: Date, now: Date, language: Language): string {
  const words = timeWords[language]
  const agoMs = now.getTime() - time.getTime()
  const aheadMs = -agoMs
  if (aheadMs >= minuteMs && aheadMs < hourMs) return words.ahead(spanText(aheadMs))
  if (aheadMs >= hourMs || agoMs >= 6 * hourMs) return momentText(momentOf(time, now), language)
  return agoMs < minuteMs ? words.justNow : words.ago(spanText(agoMs))
}

/** When, in a list: `14:05` of today, else the day as well. */
export function listTime(time: Date, now: Date, language: Language): string {
  const moment = momentOf(time, now)
  if (moment.daysAgo === 0) return moment.clock
  const day = nearDay(moment.daysAgo, language)
  if (day !== undefined || moment.isThisYear)
    return `${day ?? monthDay(moment.at, language)} ${moment.clock}`
  return momentText(moment, language)
}

/** A day (`2025-03-03`) with its weekday: `lun. 3 mars`, `lun. 3 mars 2025` where it is of another year. */
export function dayText(day: string, now: Date, language: Language): string {
  const at = new Date(day)
  const year = at.getUTCFullYear()
  const isThisYear = year === new Date(now.getTime() + localOffsetMs).getUTCFullYear()
  const text = `${timeWords[language].weekdays[at.getUTCDay()]} ${monthDay(at, language)}`
  return isThisYear ? text : `${text} ${year}`
}

function spanText(spanMs: number): string {
  const minutes = Math.floor(spanMs / minuteMs)
  return minutes < 60 ? `${minutes}\u00A0min` : `${Math.floor(minutes / 60)}\u00A0h`
}

interface Moment {
  /** In local time. */
  readonly at: Date
  readonly clock: string
  /** Negative for future days. */
  readonly daysAgo: number
  readonly isThisYear: boolean
}

function momentOf(time: Date, now: Date): Moment {
  const at = new Date(time.getTime() + localOffsetMs)
  const today = new Date(now.getTime() + localOffsetMs)
  return {
    at,
    clock: at.toISOString().slice(11, 16),
    daysAgo: dayOf(today) - dayOf(at),
    isThisYear: at.getUTCFullYear() === today.getUTCFullYear(),
  }
}

function momentText({ at, clock, daysAgo, isThisYear }: Moment, language: Language): string {
  const day = nearDay(daysAgo, language)
  if (day !== undefined) return timeWords[language].at(day, clock)
  const ofMonth = monthDay(at, language)
  return isThisYear ? timeWords[language].at(ofMonth, clock) : `${ofMonth} ${at.getUTCFullYear()}`
}

function nearDay(daysAgo: number, language: Language): string | undefined {
  const { today, yesterday, tomorrow } = timeWords[language]
  return new Map([
    [0, today],
    [1, yesterday],
    [-1, tomorrow],
  ]).get(daysAgo)
}

function monthDay(at: Date, language: Language): string {
  return `${at.getUTCDate()}\u00A0${timeWords[language].months[at.getUTCMonth()]}`
}

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / dayMs)
}

/** What times and days are said with. */
const french = {
  justNow: 'à l’instant',
  ago: (span: string) => `il y a ${span}`,
  ahead: (span: string) => `dans ${span}`,
  /** A day and the time of day. */
  at: (day: string, clock: string) => `${day} à ${clock}`,
  today: 'aujourd’hui',
  yesterday: 'hier',
  tomorrow: 'demain',
  /** As lists of times and days show them. */
  months: [
    'janv.',
    'févr.',
    'mars',
    'avr.',
    'mai',
    'juin',
    'juil.',
    'août',
    'sept.',
    'oct.',
    'nov.',
    'déc.',
  ],
  weekdays: ['dim.', 'lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.'],
}

const english: typeof french = {
  justNow: 'just now',
  ago: (span) => `${span} ago`,
  ahead: (span) => `in ${span}`,
  at: (day, clock) => `${day} at ${clock}`,
  today: 'today',
  yesterday: 'yesterday',
  tomorrow: 'tomorrow',
  months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
}

export const timeWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }
