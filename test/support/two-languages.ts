import assert from 'node:assert/strict'
import type { Language } from '#domain/text/language.ts'
import { strayWords } from './languages.ts'
import { wordsOf } from './payer.ts'
import type { Answer } from './portal.ts'

/** What a page says, in each language. */
export type Told = Readonly<Record<Language, string>>

/** Code to copy, codes of events and acts, routes, and names of headers: no language’s. */
const codes =
  /<pre class="code".*?<\/pre>|\b[a-z_]+\.[a-z_]+\b|\bX(?:-[A-Z][a-z]+)+\b|\/v2\/[^\s<\"]+/gs

/** Asserts that a page of the portal speaks this language alone, and says this. */
export function speaks(
  language: Language,
  { status, headers, text }: Answer,
  ...said: readonly Told[]
): void {
  const words = wordsOf({ text })
  assert.ok([200, 404, 409, 422, 503].includes(status), `${status}: ${words}`)
  assert.match(text, new RegExp(`^<!doctype html><html lang="${language}">`))
  assert.equal(headers.get('Content-Language'), language)
  assert.deepEqual(strayWords(text.replaceAll(codes, ''), language), [], words)
  for (const each of said) {
    assert.ok(words.includes(each[language]), `${each[language]} is not in: ${words}`)
  }
}
