import type { Language } from '#domain/text/language.ts'

/** The address of the documentation in each language. */
export const documentation = {
  fr: { home: '/docs', errors: '/docs/erreurs', sandbox: '/docs/sandbox' },
  en: { home: '/docs/en', errors: '/docs/en/errors', sandbox: '/docs/en/sandbox' },
} as const satisfies Record<Language, object>
