import { sandboxEndings } from '#domain/sandbox/numbers.ts'
import type { Guide } from './guides.ts'
import { addressOf, type Operation, titleOf } from './reference-page.ts'
import { type Language, rootOf } from './words.ts'

/** One place that can be found: its title, its address and its words. */
interface Found {
  readonly title: string
  readonly url: string
  readonly text: string
}

/** What the search of a language looks through, in the browser. */
export function bySearch(given: {
  readonly language: Language
  readonly guides: readonly Guide[]
  readonly operations: readonly Operation[]
}): Found[] {
  const { language, guides, operations } = given
  const root = rootOf(language)
  return [
    ...guides.flatMap(({ name, title, parts }) =>
      parts.map((part) => ({
        title: part.title === title ? title : `${title} — ${part.title}`,
        url: `${root}/${name}#${part.anchor}`,
        text: part.text.slice(0, textLengthMax),
      })),
    ),
    ...operations.map((operation) => ({
      title: titleOf(operation, language),
      url: addressOf(operation, language),
      text: `${operation.name} ${operation.method} ${operation.path} ${String(operation.described['description'])}`,
    })),
    {
      title: language === 'fr' ? 'Cartes et numéros de test' : 'Test cards and numbers',
      url: '/docs/sandbox',
      text: sandboxEndings('collection')
        .map(({ ending, scenario }) => `${ending} ${scenario}`)
        .join(' '),
    },
  ]
}

const textLengthMax = 1200
