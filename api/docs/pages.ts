import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Middleware } from 'koa'
import { stringify } from 'yaml'
import { isJsonObject, type JsonObject } from '#http/json.ts'
import { isReadOnly } from '#http/read-only.ts'
import { errorsPage, staffErrorsPage } from './error-pages.ts'
import { addedCalls } from './added-calls.ts'
import { guideLeads } from './guide-leads.ts'
import { readGuides } from './guides.ts'
import { html, type Page } from './html.ts'
import { type DocsFiles, layout, type Section, type Surroundings } from './layout.ts'
import { llmsText } from './llms.ts'
import {
  type Operation,
  operationsList,
  operationsOf,
  referencePage,
  serverUrlOf,
} from './reference-page.ts'
import { sandboxPage } from './sandbox-page.ts'
import { bySearch } from './search.ts'
import { errorsRoot, type Language, rootOf, slugOf, typeset, words } from './words.ts'

/** The two descriptions: the merchants' API, which is documented publicly, and the staff's. */
interface Descriptions {
  readonly merchants: JsonObject
  readonly staff: JsonObject
}

interface ServedFile {
  readonly type: string
  /** Written at the first request: the description as YAML takes half a second, in which nothing else is answered. */
  readonly content: () => string
}

/**
 * The documentation (`/openapi.json`, the pages of `/docs`, `/staff/openapi.json`), generated once from routes,
 * guides and the table of errors, on the first request that it succeeds for.
 */
export function documentation(describe: () => Descriptions, files: DocsFiles): Middleware {
  let made: Promise<ReadonlyMap<string, ServedFile>> | undefined
  const fileAt = async (path: string): Promise<ServedFile | undefined> => {
    if (!places.test(path)) return undefined
    made ??= filesOf(describe, files).catch((error: unknown) => {
      made = undefined
      throw error
    })
    return (await made).get(path)
  }
  const placeFor = async (context: Parameters<Middleware>[0]): Promise<string> => {
    const isKnown = (await fileAt(context.path)) !== undefined
    if (!isRead(context)) return isKnown && isReadOnly(context) ? context.path : ''
    return isKnown ? context.path : missingFor(context)
  }
  const packed = new Map<string, Promise<Buffer>>()
  return async (context, next) => {
    if (isSentToEnglish(context)) return
    const place = await placeFor(context)
    const file = await fileAt(place)
    if (file === undefined) return next()
    context.status = place === context.path ? 200 : 404
    context.set({
      'Access-Control-Allow-Origin': '*',
      'Cache-Control': 'public, max-age=60',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'Content-Type': file.type,
      'Referrer-Policy': 'no-referrer',
    })
    context.vary('Accept-Encoding')
    const coding = context.acceptsEncodings('br', 'gzip', 'identity')
    if (coding !== 'br' && coding !== 'gzip') {
      context.body = file.content()
      return
    }
    const known = packed.get(coding + place) ?? pack[coding](file.content())
    packed.set(coding + place, known)
    context.set('Content-Encoding', coding)
    context.body = await known
  }
}

function isRead({ method }: Parameters<Middleware>[0]): boolean {
  return method === 'GET' || method === 'HEAD'
}

/**
 * Sends whoever prefers English and comes to `/docs` from elsewhere to the English pages; whoever chose French on our
 * own pages stays there.
 */
function isSentToEnglish(context: Parameters<Middleware>[0]): boolean {
  if (!isRead(context) || context.path !== rootOf('fr')) return false
  context.vary(['Accept-Language', 'Sec-Fetch-Site'])
  const isFrench = context.acceptsLanguages('fr', 'en') !== 'en'
  if (isFrench || context.get('Sec-Fetch-Site') === 'same-origin') return false
  context.redirect(rootOf('en'))
  return true
}

/** Paths that its files may have. */
const places = /^\/(?:docs|openapi|llms|staff\/(?:docs|openapi))/

/** Key of the 404 page of `/docs`. No request can ask for it: paths contain no space. */
const missingIn = (language: Language): string => `${rootOf(language)} 404`

function missingFor({ path, headers }: Parameters<Middleware>[0]): string {
  const isPage = path.startsWith('/docs/') && (headers.accept ?? '').includes('text/html')
  return isPage ? missingIn(path.startsWith(`${rootOf('en')}/`) ? 'en' : 'fr') : ''
}

/** Built in steps, so that requests are answered in between. */
async function filesOf(
  describe: () => Descriptions,
  files: DocsFiles,
): Promise<ReadonlyMap<string, ServedFile>> {
  const descriptions = describe()
  const all = new Map<string, ServedFile>()
  for (const part of [
    () => descriptionFiles(descriptions),
    () => pagesIn('fr', descriptions.merchants, files),
    () => pagesIn('en', descriptions.merchants, files),
  ]) {
    await nextTurn()
    for (const [path, file] of part()) all.set(path, file)
  }
  return all
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const

/** Without anchors and line folding, for readability. */
const yamlOptions = { aliasDuplicateObjects: false, lineWidth: 0 } as const

function descriptionFiles({ merchants, staff }: Descriptions): [string, ServedFile][] {
  return [
    served('/openapi.json', 'application/json', () => JSON.stringify(merchants)),
    served('/openapi.yaml', 'application/yaml', () => stringify(merchants, yamlOptions)),
    served('/staff/openapi.json', 'application/json', () => JSON.stringify(staff)),
    served('/llms.txt', 'text/plain; charset=utf-8', () => llmsText(merchants)),
  ]
}

function served(path: string, type: string, write: () => string): [string, ServedFile] {
  let written: string | undefined
  return [path, { type, content: () => (written ??= write()) }]
}

/** A page with its addresses in this language and in the other one. */
interface Placed {
  readonly path: string
  readonly other: string
  readonly page: Page
}

function pagesIn(
  language: Language,
  description: JsonObject,
  files: DocsFiles,
): [string, ServedFile][] {
  const operations = operationsOf(description)
  const guides = readGuides(language, serverUrlOf(description), addedCalls(operations))
  const around = {
    language,
    files,
    guides,
    sections: sectionsOf(description, operations, language),
  }
  const root = rootOf(language)
  const codes = codesOf(description)
  const search = bySearch({ language, guides, operations, codes })
  return [
    ...placedPages(around, description, operations).map(({ path, other, page }) =>
      served(path, 'text/html; charset=utf-8', () => layout(page, around, { path, other })),
    ),
    served(`${root}/search.json`, 'application/json', () => JSON.stringify(search)),
  ]
}

function placedPages(
  { language, guides, sections }: Surroundings,
  description: JsonObject,
  operations: readonly Operation[],
): Placed[] {
  const root = rootOf(language)
  const codes = codesOf(description)
  const other = language === 'fr' ? 'en' : 'fr'
  const others = rootOf(other)
  const errors = { path: errorsRoot(language), other: errorsRoot(other) }
  return [
    { path: root, other: others, page: homePage({ language, guides, operations }) },
    ...guides.map(({ name, title, html: content }) => ({
      path: `${root}/${name}`,
      other: `${others}/${name}`,
      page: { title, lead: '', content: { html: content.replace(/^<h1.*?<\/h1>/s, '') } },
    })),
    ...sections.map(({ slug, title, tag }) => ({
      path: `${root}/reference/${slug}`,
      other: `${others}/reference/${slug}`,
      page: referencePage(description, { title, tag }, language),
    })),
    { ...errors, page: errorsPage(codes, language) },
    {
      path: `/staff${errors.path}`,
      other: `/staff${errors.other}`,
      page: staffErrorsPage(language),
    },
    { path: missingIn(language), other: others, page: missingPage(language) },
    { path: `${root}/sandbox`, other: `${others}/sandbox`, page: sandboxPage(language) },
  ]
}

function missingPage(language: Language): Page {
  const { missing, missingLead, home } = words[language]
  const content = html`<p><a href="${rootOf(language)}">${home}</a></p>`
  return { title: missing, lead: missingLead, content }
}

function homePage({ language, guides, operations }: Listed): Page {
  const say = words[language]
  const root = rootOf(language)
  return {
    title: say.home,
    lead: say.lead,
    content: html`<ul class="cards">
        ${guides.map(
          ({ name, title }) =>
            html`<li>
              <a href="${root}/${name}"><strong>${title}</strong></a>
              ${typeset(guideLeads[language][name], language)}
            </li>`,
        )}
      </ul>
      <h2>${say.operations}</h2>
      ${operationsList(operations, language)}`,
  }
}

/** What the first page lists. */
type Listed = Pick<Surroundings, 'language' | 'guides'> & {
  readonly operations: readonly Operation[]
}

/** A reference page for each tag that has operations; webhook events are described in a guide. */
function sectionsOf(
  description: JsonObject,
  operations: readonly Operation[],
  language: Language,
): (Section & { tag: string })[] {
  const tags = description['tags']
  const list = Array.isArray(tags) ? tags.filter(isJsonObject) : []
  const withCalls = list.filter(({ name }) => operations.some(({ tag }) => tag === name))
  return withCalls.map(({ name, 'x-french': french }) => ({
    slug: slugOf(String(name)),
    title: String(language === 'fr' ? french : name),
    tag: String(name),
  }))
}

function codesOf(description: JsonObject): ReadonlySet<string> {
  const components = description['components']
  const examples = isJsonObject(components) ? components['examples'] : undefined
  return new Set(Object.keys(isJsonObject(examples) ? examples : {}))
}
