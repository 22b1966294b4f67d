import { isJsonObject, type JsonObject } from '#http/json.ts'
import { readGuides } from './guides.ts'
import { addressOf, operationsOf, serverUrlOf, titleOf } from './reference-page.ts'

/** The documentation on one page, for programs that read text: guides, then every operation. */
export function llmsText(description: JsonObject): string {
  const info = isJsonObject(description['info']) ? description['info'] : {}
  const baseUrl = serverUrlOf(description)
  const operations = operationsOf(description).map(
    (each) => `- [${titleOf(each, 'en')}](${addressOf(each, 'en')}): ${each.method} ${each.path}`,
  )
  return [
    `# ${String(info['title'])} ${String(info['version'])}`,
    `> ${String(info['description'])} The whole description is at /openapi.json.`,
    '## Operations',
    operations.join('\n'),
    ...readGuides('en', baseUrl).map(({ source }) => source.replaceAll(/^#/gm, '##').trim()),
    '',
  ].join('\n\n')
}
