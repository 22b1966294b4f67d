import type { Context } from 'koa'
import type { Language } from '#domain/text/language.ts'

/** The language of the sentences in an answer of the API: English for who asks for it, French for everybody else. */
export function askedLanguage(context: Pick<Context, 'acceptsLanguages'>): Language {
  return context.acceptsLanguages('fr', 'en') === 'en' ? 'en' : 'fr'
}
