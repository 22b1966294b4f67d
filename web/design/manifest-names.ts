/** The files by which a phone keeps pages like an app, by the language of their reader; the desk is in French alone. */
export const manifestNames = {
  portal: { fr: 'portal.webmanifest', en: 'portal-en.webmanifest' },
  staff: { fr: 'staff.webmanifest', en: 'staff.webmanifest' },
} as const
