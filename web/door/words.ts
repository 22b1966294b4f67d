import type { Language } from '#domain/text/language.ts'
import { useScope } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { type DoorWords, french } from './french.tsx'

/** The texts of the log-in pages; those of staff are always in French. */
export const doorWords: Readonly<Record<Language, DoorWords>> = { fr: french, en: english }

/** In the language of the page. */
export function useDoorWords(): DoorWords {
  return doorWords[useScope().language]
}
