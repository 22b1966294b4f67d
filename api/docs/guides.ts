import { readFileSync } from 'node:fs'
import MarkdownIt from 'markdown-it'
import { sandboxEndings, sandboxOutcomes } from '#domain/sandbox/numbers.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { type Language, slugOf } from './words.ts'
import { exampleEvent } from './webhooks.ts'

/** Guides in the order in which they are read; each is a file of Markdown in both languages. */
export const guideNames = [
  'quickstart',
  'authentication',
  'idempotency',
  'amounts',
  'statuses',
  'collect',
  'payouts',
  'refunds',
  'payment-links',
  'cash-desk',
  'webhooks',
  'testing',
  'going-live',
  'limits',
  'versions',
] as const

export type GuideName = (typeof guideNames)[number]

/** A guide, read. */
export interface Guide {
  readonly name: GuideName
  readonly title: string
  /** The whole of it, its title included. */
  readonly html: string
  /** Its parts, for the search: heading, anchor and plain text. */
  readonly parts: readonly GuidePart[]
  /** Its Markdown, with what is filled in by the code. */
  readonly source: string
}

interface GuidePart {
  readonly title: string
  readonly anchor: string
  readonly text: string
}

/** All guides of a language. */
export function readGuides(language: Language): Guide[] {
  return guideNames.map((name) => {
    const file = new URL(`./guides/${language}/${name}.md`, import.meta.url)
    const source = filled(readFileSync(file, 'utf8'), language)
    const parts = partsOf(source)
    return {
      name,
      title: parts[0]?.title ?? name,
      html: markdown.render(source).replaceAll(/(<a href="[a-z-]+)\.md/g, '$1'),
      parts,
      source,
    }
  })
}

const markdown = new MarkdownIt({ html: false, typographer: false })
markdown.renderer.rules['heading_open'] = (tokens, at) => {
  const { tag = 'h2' } = tokens[at] ?? {}
  const anchor = slugOf(tokens[at + 1]?.content ?? '')
  return `<${tag} id="${anchor}"><a class="anchor" href="#${anchor}" aria-hidden="true" tabindex="-1">#</a>`
}

/** What the code knows better than a text: bodies of events, ends of numbers. */
function filled(source: string, language: Language): string {
  return source
    .replace('<!-- events -->', () => eventsText(language))
    .replace('<!-- endings -->', () => endingsText(language))
}

function eventsText(language: Language): string {
  return webhookEventTypes
    .map(({ code, description }) => {
      const said = language === 'fr' ? `${description}\n\n` : ''
      return `### ${code}\n\n${said}\`\`\`json\n${JSON.stringify(exampleEvent(code), null, 2)}\n\`\`\`\n`
    })
    .join('\n')
}

function endingsText(language: Language): string {
  const head = language === 'fr' ? '| fin | issue |' : '| last four | outcome |'
  const rows = sandboxEndings('collection').map(
    ({ ending, scenario }) =>
      `| \`${ending}\` | ${
        language === 'fr'
          ? sandboxOutcomes[scenario]
          : scenario
              .replaceAll(/([A-Z])/g, ' $1')
              .replaceAll('_', ' ')
              .toLowerCase()
      } |`,
  )
  return [head, '|---|---|', ...rows].join('\n')
}

function partsOf(source: string): GuidePart[] {
  return source.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [head = '', ...rest] = part.split('\n')
    const title = head.replace(/^#+ /, '').trim()
    if (title === '') return []
    const text = rest.join(' ').replaceAll(/[`*|#]|\]\([^)]*\)|\[/g, ' ')
    return [{ title, anchor: slugOf(title), text: text.replaceAll(/\s+/g, ' ').trim() }]
  })
}
