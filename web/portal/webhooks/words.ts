import type { Language } from '#domain/text/language.ts'
import { inPageLanguage } from '#web/design/scope.ts'
import { english } from './english.tsx'
import { french, type WebhookWords } from './french.tsx'

/** What the pages of webhooks say; a sentence that a language lacks does not compile. */
export const webhookWords: Readonly<Record<Language, WebhookWords>> = { fr: french, en: english }

export const useWebhookWords = inPageLanguage(webhookWords)
