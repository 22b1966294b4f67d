import { events } from './french/events.ts'
import { links } from './french/links.ts'
import { receipts, transactions } from './french/transactions.ts'
import { requests, service } from './french/service.ts'
import { terminals } from './french/terminals.ts'
import { webhooks } from './french/webhooks.ts'
import { type Html, sentence } from './html.ts'
import { type Language, typeset } from './words.ts'

/** The description's English texts in French. A test finds missing and unused ones. */
export const frenchParts: readonly Readonly<Record<string, string>>[] = [
  service,
  transactions,
  receipts,
  requests,
  links,
  webhooks,
  events,
  terminals,
]

const french: ReadonlyMap<string, string> = new Map(frenchParts.flatMap(Object.entries<string>))

/** A sentence of the description, in the page's language. */
export function sentenceIn(text: string, language: Language): Html {
  return sentence(textIn(text, language))
}

/** The same as plain text. */
export function textIn(text: string, language: Language): string {
  return language === 'fr' ? inFrench(text) : text
}

/** Ends the text of each operation that a version added. */
const addedIn =
  / Send `Service-Version: ([\d.]+)`, which added it; without that header the answer is (\d{3})\.$/

function inFrench(text: string): string {
  const [sentenceOfVersion, version = '', status = ''] = addedIn.exec(text) ?? []
  if (sentenceOfVersion !== undefined) {
    const more = `Envoyez \`Service-Version: ${version}\`, qui l’a ajoutée ; sans cet en-tête, la réponse est ${status}.`
    return `${inFrench(text.replace(addedIn, ''))} ${typesetSentence(more)}`
  }
  return typesetSentence(french.get(text) ?? text)
}

/** Text between backticks is code and stays unchanged. */
function typesetSentence(text: string): string {
  return text
    .split('`')
    .map((part, at) => (at % 2 === 0 ? typeset(part, 'fr') : part))
    .join('`')
}
