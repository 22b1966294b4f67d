/** The app manifests, by the language of their reader; the desk is in French only. */
export const manifestNames = {
  portal: { fr: 'portal.webmanifest', en: 'portal-en.webmanifest' },
  staff: { fr: 'staff.webmanifest', en: 'staff.webmanifest' },
} as const
