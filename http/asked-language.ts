import type { Context } from 'koa'
import type { Language } from '#domain/text/language.ts'

/** The language of the sentences in an API answer: English if requested, otherwise French. */
export function askedLanguage(context: Pick<Context, 'acceptsLanguages'>): Language {
  return context.acceptsLanguages('fr', 'en') === 'en' ? 'en' : 'fr'
}
