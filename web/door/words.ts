import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { type DoorWords, french } from './french.tsx'

/** The texts of the log-in pages; those of staff are always in French. */
export const doorWords: Readonly<Record<Language, DoorWords>> = { fr: french, en: english }

export const useDoorWords = inPageLanguage(doorWords)
