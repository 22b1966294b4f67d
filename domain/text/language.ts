/** The languages for payers: French, and English for those who ask for it. */
export const languages = ['fr', 'en'] as const

export type Language = (typeof languages)[number]
