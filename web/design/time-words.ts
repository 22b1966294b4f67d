import type { Language } from '#domain/text/language.ts'

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
