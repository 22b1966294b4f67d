/** The languages of pages and messages: French, and English for those who ask for it. The staff reads French. */
export const languages = ['fr', 'en'] as const

export type Language = (typeof languages)[number]
