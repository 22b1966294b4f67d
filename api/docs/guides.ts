import { readFileSync } from 'node:fs'
import MarkdownIt from 'markdown-it'
import { sandboxEndings } from '#domain/sandbox/numbers.ts'
import { type WebhookEventType, webhookEventTypes } from '#domain/webhooks/events.ts'
import { eventDataSchemas, eventGroupOf } from '#api/schemas/webhook-events.ts'
import { wheelName } from './downloads/libraries.ts'
import { fieldMarkdown } from './field-table.ts'
import { outcomeOf } from './sandbox-page.ts'
import { exampleEvent, exampleLinkEvent, whenSent } from './webhooks.ts'
import { type Language, slugOf, typeset, words } from './words.ts'

/** Guides in reading order; each is a Markdown file in both languages. */
export const guideNames = [
  'quickstart',
  'questions',
  'libraries',
  'authentication',
  'idempotency',
  'errors-and-retries',
  'amounts',
  'statuses',
  'collect',
  'payouts',
  'refunds',
  'payment-links',
  'cash-desk',
  'webhooks',
  'events',
  'testing',
  'going-live',
  'limits',
  'versions',
] as const

export type GuideName = (typeof guideNames)[number]

/** A guide, parsed. */
export interface Guide {
  readonly name: GuideName
  readonly title: string
  /** The whole guide, including its title. */
  readonly html: string
  /** Its sections, for the search: heading, anchor and plain text. */
  readonly parts: readonly GuidePart[]
  /** Its Markdown, with the generated parts filled in. */
  readonly source: string
}

interface GuidePart {
  readonly title: string
  readonly anchor: string
  readonly text: string
}

/** All guides in a language, for the service at this base URL; `added` are the calls that need a version by name. */
export function readGuides(
  language: Language,
  baseUrl: string,
  added: readonly string[] = [],
): Guide[] {
  const markdown = markdownIn(language)
  return guideNames.map((name) => {
    const file = new URL(`./guides/${language}/${name}.md`, import.meta.url)
    const text = filled(readFileSync(file, 'utf8'), language, baseUrl)
    const source = text.replace('<!-- added -->', () =>
      added.map((call) => `- \`${call}\``).join('\n'),
    )
    const parts = partsOf(source, language)
    return {
      name,
      title: parts[0]?.title ?? name,
      html: markdown.render(source).replaceAll(/(<a href="[a-z-]+)\.md/g, '$1'),
      parts,
      source,
    }
  })
}

/** Headings with anchors, code blocks with a copy button, tables that fit a phone, and the language's spacing. */
function markdownIn(language: Language): InstanceType<typeof MarkdownIt> {
  const markdown = new MarkdownIt({ html: false, typographer: false })
  const { escapeHtml } = markdown.utils
  const { rules } = markdown.renderer
  rules['heading_open'] = (tokens, at) => {
    const { tag = 'h2' } = tokens[at] ?? {}
    const title = tokens[at + 1]?.content ?? ''
    const label = escapeHtml(`${words[language].linkTo} ${plain(title, language)}`)
    return `<${tag} id="${slugOf(title)}"><a class="anchor" href="#${slugOf(title)}" aria-label="${label}">#</a>`
  }
  rules['fence'] = (tokens, at) =>
    `<div class="sample"><pre tabindex="0"><code>${escapeHtml(tokens[at]?.content ?? '')}</code></pre></div>\n`
  // One that is wider than a phone is scrolled, by the keyboard too.
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  rules['text'] = (tokens, at) => escapeHtml(typeset(tokens[at]?.content ?? '', language))
  return markdown
}

/** Fills in what the code knows: the base URL, the name of the Python library, event bodies, sandbox number endings. */
function filled(source: string, language: Language, baseUrl: string): string {
  return source
    .replaceAll('https://pay.example', baseUrl)
    .replaceAll('payment_service.whl', wheelName())
    .replace('<!-- events -->', () => eventsText(language))
    .replace('<!-- vector -->', () => `\`\`\`json\n${vector()}\`\`\``)
    .replace('<!-- endings -->', () => endingsText(language))
}

/** The events of each group with an example, then what their fields say. */
function eventsText(language: Language): string {
  const groups = Map.groupBy(webhookEventTypes, ({ code }) => eventGroupOf(code))
  return [...groups]
    .map(([group, types]) => {
      const fields = fieldMarkdown(eventDataSchemas[group].schema, language)
      const events = types.map((type) => eventText(type, language))
      return [...events, `## ${fieldsOf[language](group)}\n\n${fields}\n`].join('\n')
    })
    .join('\n')
}

function eventText({ code, description }: WebhookEventType, language: Language): string {
  const said = language === 'fr' ? description : whenSent[code]
  const link =
    code === 'payment.success'
      ? `\n${throughLink[language]}\n\n${jsonBlock(exampleLinkEvent())}`
      : ''
  return `## ${code}\n\n${said}\n\n${jsonBlock(exampleEvent(code))}${link}`
}

const fieldsOf: Readonly<Record<Language, (group: string) => string>> = {
  en: (group) => `Fields of ${group} events`,
  fr: (group) => `Champs des événements ${group}`,
}

/** A delivery with what comes of it, to try a verifier against; one of sdk/vectors. */
function vector(): string {
  return readFileSync(new URL('./webhook-vector.json', import.meta.url), 'utf8')
}

const throughLink: Readonly<Record<Language, string>> = {
  en: 'Through a payment link `externalId` is the `reference` of the link:',
  fr: 'Par un lien de paiement, `externalId` est la `reference` du lien :',
}

function jsonBlock(value: object): string {
  return `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\`\n`
}

function endingsText(language: Language): string {
  const head = language === 'fr' ? '| fin | issue |' : '| last four | outcome |'
  const rows = sandboxEndings('collection').map(
    ({ ending, scenario }) => `| \`${ending}\` | ${outcomeOf(scenario, language)} |`,
  )
  return [head, '|---|---|', ...rows].join('\n')
}

function partsOf(source: string, language: Language): GuidePart[] {
  // A comment in a sample is no heading.
  const text = source.replaceAll(sample, (lines) => lines.replaceAll(/^#/gm, ' #'))
  return text.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [head = '', ...rest] = part.split('\n')
    const title = head.replace(/^#+ /, '').trim()
    if (title === '') return []
    const said = plain(rest.join(' '), language)
    return [{ title: plain(title, language), anchor: slugOf(title), text: said }]
  })
}

const sample = /^```.*?^```$/gms

/** The text without Markdown syntax. */
function plain(text: string, language: Language): string {
  const words = text.replaceAll(/[`*|#]|\]\([^)]*\)|\[|^-+\|-+$/g, ' ').replaceAll(/\s+/g, ' ')
  return typeset(words.trim(), language).replaceAll(/ (?=[.,)])/g, '')
}
