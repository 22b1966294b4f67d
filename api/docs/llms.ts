import { isJsonObject, type JsonObject } from '#http/json.ts'
import { addedCalls } from './added-calls.ts'
import { readGuides } from './guides.ts'
import { addressOf, operationsOf, serverUrlOf, titleOf } from './reference-page.ts'
import { rootOf } from './words.ts'

/** The documentation on one page, for programs that read text: guides, then every operation. */
export function llmsText(description: JsonObject): string {
  const info = isJsonObject(description['info']) ? description['info'] : {}
  const baseUrl = serverUrlOf(description)
  const operations = operationsOf(description)
  const listed = operations.map(
    (each) => `- [${titleOf(each, 'en')}](${addressOf(each, 'en')}): ${each.method} ${each.path}`,
  )
  return [
    `# ${String(info['title'])} ${String(info['version'])}`,
    `> ${String(info['description'])} The whole description is at /openapi.json.`,
    '## Operations',
    listed.join('\n'),
    ...readGuides('en', baseUrl, addedCalls(operations)).map(({ source }) => standing(source)),
    '',
  ].join('\n\n')
}

/** A guide as a part of one page: its headings one level lower, its links from the root. Samples stay as they are. */
function standing(source: string): string {
  const parts = source.trim().split(/^(```.*?^```$)/ms)
  return parts.map((part) => (part.startsWith('```') ? part : lowered(part))).join('')
}

function lowered(text: string): string {
  return text.replaceAll(/^#/gm, '##').replaceAll(/\]\(([a-z-]+)\.md/g, `](${rootOf('en')}/$1`)
}
