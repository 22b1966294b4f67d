import { localTimeText } from '#domain/text/text.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Local time of the main market, UTC+1 all year. */
const localOffsetMs = hourMs

const months = [
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
]

/** How long ago, or when: `à l’instant`, `il y a 5 min`, `hier à 14:05`, `12 nov. à 14:05`, `12 nov. 2025`. */
export function relativeTime(time: Date, now: Date): string {
  const agoMs = now.getTime() - time.getTime()
  const aheadMs = -agoMs
  if (aheadMs >= minuteMs)
    return aheadMs < hourMs ? `dans ${spanText(aheadMs)}` : momentText(time, now)
  if (agoMs < minuteMs) return 'à l’instant'
  if (agoMs < 6 * hourMs) return `il y a ${spanText(agoMs)}`
  return momentText(time, now)
}

/** When, in a list: `14:05` of today, else the day as well. */
export function listTime(time: Date, now: Date): string {
  const text = momentText(time, now)
  return text.replace(`${nearDays[0]} à `, '').replace(' à ', ' ')
}

/** A day (`2025-03-03`) with its weekday: `lun. 3 mars`, `lun. 3 mars 2025` where it is of another year. */
export function dayText(day: string, now: Date): string {
  const at = new Date(day)
  const year = at.getUTCFullYear()
  const isThisYear = year === new Date(now.getTime() + localOffsetMs).getUTCFullYear()
  const text = `${weekdays[at.getUTCDay()]} ${at.getUTCDate()}\u00A0${months[at.getUTCMonth()]}`
  return isThisYear ? text : `${text} ${year}`
}

const weekdays = ['dim.', 'lun.', 'mar.', 'mer.', 'jeu.', 'ven.', 'sam.']

/** To the second, in full: `lundi 3 mars 2025 à 14:05:09`. */
export function exactTime(time: Date): string {
  return localTimeText(time)
}

function spanText(spanMs: number): string {
  const minutes = Math.floor(spanMs / minuteMs)
  return minutes < 60 ? `${minutes}\u00A0min` : `${Math.floor(minutes / 60)}\u00A0h`
}

function momentText(time: Date, now: Date): string {
  const at = new Date(time.getTime() + localOffsetMs)
  const today = new Date(now.getTime() + localOffsetMs)
  const days = dayOf(today) - dayOf(at)
  const clock = at.toISOString().slice(11, 16)
  const near = nearDays[days]
  if (near !== undefined) return `${near} à ${clock}`
  const day = `${at.getUTCDate()}\u00A0${months[at.getUTCMonth()]}`
  const isThisYear = at.getUTCFullYear() === today.getUTCFullYear()
  return isThisYear ? `${day} à ${clock}` : `${day} ${at.getUTCFullYear()}`
}

const nearDays: Readonly<Record<number, string>> = { 0: 'aujourd’hui', 1: 'hier', [-1]: 'demain' }

function dayOf(time: Date): number {
  return Math.floor(time.getTime() / dayMs)
}
