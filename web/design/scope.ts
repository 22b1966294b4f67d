import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Language } from '#domain/text/language.ts'

/** A message for the next page, shown once: what the form that was just sent has done. */
export interface Flash {
  readonly tone: 'ok' | 'info' | 'bad'
  readonly text: string
}

/** What every component of a page can use without getting it as a property. */
export interface PageScope {
  /** The address of a file of the design, or of `http/assets/`. */
  readonly assetPath: (name: string) => string
  /** Goes into each form of people who are logged in. */
  readonly csrfToken: string | null
  /** Where the reader can use a passkey instead of their password; left out if they have none. */
  readonly passkeyPath?: string | null
  readonly flash: Flash | null
  readonly now: Date
  /** Of the page itself, without the query. */
  readonly path: string
  /** Of all that stands on it. */
  readonly language: Language
  /** The address of the same page in the other language; null for pages in French only. */
  readonly otherLanguageHref: string | null
}

export const ScopeContext = createContext<PageScope | null>(null)

export function useScope(): PageScope {
  const scope = useContext(ScopeContext)
  if (scope === null) throw new Error('a component was rendered outside of a page')
  return scope
}

/** Makes the hook that gives components their words in the language of the page. */
export function inPageLanguage<Words>(words: { readonly [Each in Language]: Words }): () => Words {
  return () => words[useScope().language]
}
