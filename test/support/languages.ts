import { type ComponentChildren, Fragment, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { portalActWords } from '#domain/audit/portal-acts.ts'
import { failureWords } from '#domain/errors/failures.ts'
import type { Language } from '#domain/text/language.ts'
import { eventWords } from '#domain/webhooks/event-names.ts'
import { timeWords } from '#web/design/time-text.ts'
import { doorWords } from '#web/door/words.ts'
import { designWords } from '#web/design/words.tsx'
import { errorWords } from '#web/errors/words.ts'
import { homeWords } from '#web/home/page.tsx'
import { invoiceWords } from '#web/invoice/words.ts'
import { confirmationWords } from '#web/payer-confirmation/page.tsx'
import { failureTellings } from '#web/payer/failed.tsx'
import { payerWords } from '#web/payer/words.ts'
import { portalRoleNames } from '#domain/people/role-names.ts'
import { apiCallWords } from '#web/portal/api-calls/words.tsx'
import { activityWords } from '#web/portal/audit/words.ts'
import { accountWords } from '#web/portal/authorized-accounts/words.tsx'
import { balanceWords } from '#web/portal/balance/words.ts'
import { dashboardWords } from '#web/portal/dashboard/words.ts'
import { keyWords } from '#web/portal/keys/words.ts'
import { payoutFileWords } from '#web/portal/payouts/file-words.ts'
import { payoutWords } from '#web/portal/payouts/words.ts'
import { refundWords } from '#web/portal/refunds/words.tsx'
import { searchWords } from '#web/portal/search/pages.tsx'
import { standingOrderWords } from '#web/portal/standing-orders/words.ts'
import { transactionListWords } from '#web/portal/transactions/words.ts'
import { webhookWords } from '#web/portal/webhooks/words.ts'
import { sandboxOutcomes } from '#domain/sandbox/outcomes.ts'
import { cashSessionWords } from '#web/portal/cash-sessions/words.tsx'
import { collectWords } from '#web/portal/collections/words.tsx'
import { daySalesWords } from '#web/portal/day-sales/words.tsx'
import { operatorWords } from '#web/portal/operators/page.tsx'
import { paymentLinkWords } from '#web/portal/payment-links/words.ts'
import { sandboxWords } from '#web/portal/sandbox/words.tsx'
import { terminalWords } from '#web/portal/terminals/words.tsx'
import { portalWords } from '#web/portal/words.tsx'
import { peopleActs } from '#domain/mail/people-acts.ts'
import { mailWords } from '#domain/mail/words.ts'
import { notificationSentences } from '#domain/notifications/words.ts'
import { ownAccountWords } from '#web/portal/account/words.tsx'
import { notificationWords } from '#web/portal/notifications/words.ts'
import { openingWords } from '#web/portal/openings/pages.tsx'
import { peopleWords } from '#web/portal/people/words.tsx'
import { settingsWords } from '#web/portal/settings/words.ts'
import { wordsOf as statusWords } from '#web/status/page.tsx'
import { refundLabels } from '#web/refunds/facts.ts'
import { transactionWords } from '#web/transactions/words.tsx'
import { verificationWords } from '#web/verification/words.tsx'

/** Every table of what people read in two languages, by the file that it stands in. */
export const tables: Readonly<Record<string, Readonly<Record<Language, object>>>> = {
  'domain/mail/people-acts.ts': peopleActs,
  'domain/mail/words.ts': mailWords,
  'domain/notifications/words.ts': notificationSentences,
  'domain/audit/portal-acts.ts': portalActWords,
  'domain/errors/failures.ts': failureWords,
  'domain/people/role-names.ts': portalRoleNames,
  'domain/webhooks/event-names.ts': eventWords,
  'domain/sandbox/outcomes.ts': sandboxOutcomes,
  'web/design/time-text.ts': timeWords,
  'web/design/words.tsx': designWords,
  'web/door/words.ts': doorWords,
  'web/errors/words.ts': errorWords,
  'web/home/page.tsx': homeWords,
  'web/invoice/words.ts': invoiceWords,
  'web/payer-confirmation/page.tsx': confirmationWords,
  'web/payer/failed.tsx': failureTellings,
  'web/payer/words.ts': payerWords,
  'web/portal/api-calls/words.tsx': apiCallWords,
  'web/portal/audit/words.ts': activityWords,
  'web/portal/authorized-accounts/words.tsx': accountWords,
  'web/portal/balance/words.ts': balanceWords,
  'web/portal/dashboard/words.ts': dashboardWords,
  'web/portal/keys/words.ts': keyWords,
  'web/portal/payouts/file-words.ts': payoutFileWords,
  'web/portal/payouts/words.ts': payoutWords,
  'web/portal/refunds/words.tsx': refundWords,
  'web/portal/search/pages.tsx': searchWords,
  'web/portal/standing-orders/words.ts': standingOrderWords,
  'web/portal/transactions/words.ts': transactionListWords,
  'web/portal/webhooks/words.ts': webhookWords,
  'web/portal/cash-sessions/words.tsx': cashSessionWords,
  'web/portal/collections/words.tsx': collectWords,
  'web/portal/day-sales/words.tsx': daySalesWords,
  'web/portal/operators/page.tsx': operatorWords,
  'web/portal/payment-links/words.ts': paymentLinkWords,
  'web/portal/sandbox/words.tsx': sandboxWords,
  'web/portal/terminals/words.tsx': terminalWords,
  'web/portal/words.tsx': portalWords,
  'web/portal/account/words.tsx': ownAccountWords,
  'web/portal/notifications/words.ts': notificationWords,
  'web/portal/openings/pages.tsx': openingWords,
  'web/portal/people/words.tsx': peopleWords,
  'web/portal/settings/words.ts': settingsWords,
  'web/status/page.tsx': statusWords,
  'web/refunds/facts.ts': refundLabels,
  'web/transactions/words.tsx': transactionWords,
  'web/verification/words.tsx': verificationWords,
}

/** What the browser of a reader of this language asks for. */
export const preferred: Readonly<Record<Language, string>> = {
  fr: 'fr-FR,fr;q=0.9,en;q=0.5',
  en: 'en-GB,en;q=0.9,fr;q=0.5',
}

/** A sentence of a table. */
export interface Sentence {
  /** Where in its table. */
  readonly name: string
  /** With `⟦0⟧` for what is filled in first, and so on. */
  readonly text: string
}

/** All sentences of a table. */
export function sentencesOf(table: object): Sentence[] {
  return Object.entries(table).flatMap(([name, entry]: [string, unknown]) => {
    if (typeof entry === 'object' && entry !== null) {
      return sentencesOf(entry).map((each) => ({ ...each, name: `${name}.${each.name}` }))
    }
    return [{ name, text: textOf(entry) }]
  })
}

/** What is filled into a sentence, each as often as it stands there. */
export function marksIn(text: string): string[] {
  return (text.match(/⟦\d⟧/g) ?? []).toSorted()
}

function textOf(entry: unknown): string {
  if (typeof entry === 'string') return entry
  if (typeof entry !== 'function') throw new TypeError(`no sentence: ${String(entry)}`)
  const marks = Array.from({ length: entry.length }, (_, at) => `⟦${at}⟧`)
  return renderToString(h(Fragment, null, Reflect.apply(entry, null, marks) as ComponentChildren))
}

const spaces = /[\s\u00A0\u202F]+/g

/** What stands in each language alone: pieces of its sentences that the other has nowhere. */
function piecesOf(language: Language): readonly string[] {
  const pieces = (of: Language): string[] =>
    Object.values(tables)
      .flatMap((table) => sentencesOf(table[of]))
      .flatMap(({ text }) => text.split(/⟦\d⟧/))
      .map((piece) => piece.replaceAll(spaces, ' ').trim())
      .filter((piece) => piece.length >= pieceLengthMin)
  const others = pieces(language === 'fr' ? 'en' : 'fr').join(' ¶ ')
  return [...new Set(pieces(language))].filter((piece) => !isWithin(others, piece))
}

const pieceLengthMin = 5
const pieces = { fr: piecesOf('fr'), en: piecesOf('en') }

/** Words that no sentence of the other language has; French letters with accents besides. */
const signs: Readonly<Record<Language, RegExp>> = {
  fr: /[àâçéèêëîïôùûœ«»]|(?<!\p{L})(?:le|la|les|des|du|votre|vous|nous|pour|avec|une|est|sur|ce|cette|ne|pas|au|montant|frais|paiement|lundi)(?!\p{L})/giu,
  en: /(?<!\p{L})(?:the|your|you|this|that|with|and|for|from|not|payment|pay|amount|fees|receipt|number|of|is|are|to|at|on|by|monday)(?!\p{L})/giu,
}

/** What stands on a page in a language that it does not speak; the way to that language aside. */
export function strayWords(html: string, spoken: Language): string[] {
  const stray = spoken === 'fr' ? 'en' : 'fr'
  const text = readIn(html)
  const known = pieces[stray].filter((piece) => isWithin(text, piece))
  return [...known, ...(text.match(signs[stray]) ?? [])]
}

/** True where it stands in a text with no letter before or after it. */
function isWithin(text: string, piece: string): boolean {
  const isLetter = (sign: string | undefined): boolean => sign !== undefined && /\p{L}/u.test(sign)
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + piece.length])) return true
  return false
}

/** Attributes that people read or hear. */
const spokenAttributes =
  /\s(?:aria-label|alt|title|placeholder|content|data-title|data-label|data-text|data-go-on|data-copied|data-said|data-unknown|data-too-large|data-reading|data-unread|data-unit)="([^"]*)"/g
const toOtherLanguage = /<a [^>]*lang="(?:fr|en)" rel="nofollow">[^<]*<\/a>/g

/** Ids, codes that people type, ends of keys, numbers of reports, codes of events and acts, names of hosts, routes of the API, and names of headers. */
const codes =
  /\b[0-9A-Z]{4}(?:-[0-9A-Z]{4})+\b|\b(?=[a-f]*\d)[0-9a-f]{4,}\b|\b(?=[A-F]*\d)[0-9A-F]{4,}\b|\b[a-z_]+\.[a-z_]+\b|\/v2\/[\w/:-]+|\bX(?:-[A-Z][a-z]+)+\b/g
/** Samples of code, whose remarks are in French. */
const codeToCopy = /<pre class="code".*?<\/pre>/gs

/** All that a page says, to eyes and ears; addresses and codes apart. */
function readIn(html: string): string {
  const rest = html
    .replaceAll(toOtherLanguage, '')
    .replaceAll(codeToCopy, '')
    .replaceAll(/<code(?: [^>]*)?>.*?<\/code>/gs, '')
  const attributes = [...rest.matchAll(spokenAttributes)].map(([, value = '']) => value)
  const said = [
    rest.replaceAll(/<[^>]*>/g, ' '),
    ...attributes.filter((text) => !/^https?:/.test(text)),
  ]
  const text = said.join(' ¶ ').replaceAll('&amp;', '&').replaceAll(spaces, ' ')
  return text.replaceAll(codes, '')
}
