import type { Language } from '#domain/text/language.ts'
import { useScope } from './scope.ts'

/** What the parts of a page say that payers meet; all others are in French alone. */
const french = {
  skip: 'Aller au contenu',
  testMode: 'Mode test',
  testModeLine: 'Mode test\u00A0: aucun argent réel',
  safety: 'Nous ne vous demanderons jamais votre code secret Mobile Money.',
  /** The other language by its own name, and its locale for previews. */
  otherLanguage: 'English',
  locale: 'fr_BJ',
  faults: 'Vérifiez votre saisie',
  optional: '(facultatif)',
  timeLeft: 'Temps restant',
  timeLeftLine: 'Il reste',
  share: 'Partager',
}

const english: typeof french = {
  skip: 'Skip to content',
  testMode: 'Test mode',
  testModeLine: 'Test mode: no real money',
  safety: 'We will never ask you for your Mobile Money PIN.',
  otherLanguage: 'Français',
  locale: 'en_GB',
  faults: 'Check what you typed',
  optional: '(optional)',
  timeLeft: 'Time left',
  timeLeftLine: 'Time left:',
  share: 'Share',
}

export const designWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

/** In the language of the page. */
export function useDesignWords(): typeof french {
  return designWords[useScope().language]
}
