import { sandboxEndings } from '#domain/sandbox/numbers.ts'
import { isErrorCode, messageIn } from '#domain/errors/errors.ts'
import { textIn } from './french.ts'
import type { Guide } from './guides.ts'
import { addressOf, type Operation, titleOf } from './reference-page.ts'
import { outcomeOf } from './sandbox-page.ts'
import { errorsRoot, type Language, rootOf, words } from './words.ts'

/** One search result: its title, address and text. */
interface Found {
  readonly title: string
  readonly url: string
  readonly text: string
}

/** The search index of a language, for the browser. */
export function bySearch(given: {
  readonly language: Language
  readonly guides: readonly Guide[]
  readonly operations: readonly Operation[]
  readonly codes: ReadonlySet<string>
}): Found[] {
  const { language, guides, operations, codes } = given
  const root = rootOf(language)
  return [
    ...guides.flatMap(({ name, title, parts }) =>
      parts.map((part) => ({
        title: part.title === title ? title : `${title} — ${part.title}`,
        url: part.title === title ? `${root}/${name}` : `${root}/${name}#${part.anchor}`,
        text: part.text.slice(0, textLengthMax),
      })),
    ),
    ...operations.map((operation) => ({
      title: titleOf(operation, language),
      url: addressOf(operation, language),
      text: `${operation.name} ${operation.method} ${operation.path} ${textIn(String(operation.described['description']), language)}`,
    })),
    {
      title: words[language].sandbox,
      url: `${root}/sandbox`,
      text: sandboxEndings('collection')
        .map(({ ending, scenario }) => `${ending} ${outcomeOf(scenario, language)}`)
        .join(' '),
    },
    ...[...codes].filter(isErrorCode).map((code) => ({
      title: code,
      url: `${errorsRoot(language)}#${code}`,
      text: messageIn(language, code),
    })),
  ]
}

const textLengthMax = 1200
