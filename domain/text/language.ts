/** The languages that people who pay are spoken to in: French, and English for who asks for it. */
export const languages = ['fr', 'en'] as const

export type Language = (typeof languages)[number]
