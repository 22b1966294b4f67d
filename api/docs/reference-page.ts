import { isJsonObject, type JsonObject } from '#http/json.ts'
import { fieldTable } from './field-table.ts'
import { sentenceIn } from './french.ts'
import { type Html, html, type Page, sample } from './html.ts'
import { samplesOf } from './samples.ts'
import { errorsRoot, type Language, rootOf, slugOf, words } from './words.ts'

/** One operation of the description, with its method and path. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly name: string
  readonly tag: string
  readonly described: JsonObject
}

/** All operations, in the order of the description. */
export function operationsOf(description: JsonObject): Operation[] {
  return entries(description['paths']).flatMap(([path, methods]) =>
    entries(methods).map(([method, described]) => ({
      method: method.toUpperCase(),
      path,
      name: String(described['operationId']),
      tag: firstOf(described['tags']),
      described,
    })),
  )
}

/** The base URL of the service. */
export function serverUrlOf({ servers }: JsonObject): string {
  const [first]: unknown[] = Array.isArray(servers) ? servers : []
  return isJsonObject(first) ? String(first['url']) : ''
}

/** The title of an operation, in a language. */
export function titleOf({ described }: Operation, language: Language): string {
  return String((language === 'fr' && described['x-french']) || described['summary'])
}

/** The address of an operation's documentation. */
export function addressOf({ tag, name }: Operation, language: Language): string {
  return `${rootOf(language)}/reference/${slugOf(tag)}#${name}`
}

/** A list of all operations, one line each. */
export function operationsList(operations: readonly Operation[], language: Language): Html {
  return html`<ul class="operations">
    ${operations.map(
      (each) =>
        html`<li>
          <span class="method">${each.method}</span> <code>${each.path}</code>
          <a href="${addressOf(each, language)}">${titleOf(each, language)}</a>
        </li>`,
    )}
  </ul>`
}

/** The operations of one tag, each with its fields on one side and code samples on the other. */
export function referencePage(
  description: JsonObject,
  { title, tag }: { readonly title: string; readonly tag: string },
  language: Language,
): Page {
  const all = operationsOf(description)
  const operations = all.filter((each) => each.tag === tag)
  return {
    title,
    lead: '',
    content: html`${operations.map((each) =>
      section({ description, language, first: firstWith(all, each) }, each),
    )}`,
  }
}

const keyNames: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  fr: {
    secret: 'clé secrète',
    public: 'clé publique',
    terminal: 'clé de terminal',
    session: 'jeton de caisse',
  },
  en: {
    secret: 'secret key',
    public: 'public key',
    terminal: 'terminal key',
    session: 'session token',
  },
}

interface OnPage {
  readonly description: JsonObject
  readonly language: Language
  /** The first operation with the same answer: its fields are described there. */
  readonly first: Operation
}

/** The first operation with the same answer as this one. */
function firstWith(operations: readonly Operation[], { described }: Operation): Operation {
  const wanted = answerReference(described)
  const found = operations.find((each) => answerReference(each.described) === wanted)
  if (found === undefined) throw new TypeError('an operation is among all of them')
  return found
}

function answerReference({ responses }: JsonObject): string {
  const success = entries(responses).find(([status]) => status.startsWith('2'))
  return JSON.stringify(contentOf(success?.[1])?.['schema']).replace(/(Answer|List)"/, '"')
}

function section({ description, language, first }: OnPage, operation: Operation): Html {
  const { name, described, method, path } = operation
  const say = words[language]
  const body = contentOf(described['requestBody'])
  return html`<section id="${name}" aria-labelledby="${name}-title" class="operation">
    <div>
      <h2 id="${name}-title">
        <a class="anchor" href="#${name}" aria-label="${say.linkTo} ${titleOf(operation, language)}"
          >#</a
        >${titleOf(operation, language)}
      </h2>
      <p><span class="method">${method}</span> <code>${path}</code></p>
      <p class="type">${keysText(described['x-keys'], language)}</p>
      <p>${sentenceIn(String(described['description']), language)}</p>
      ${parameters(described['parameters'], language)}
      ${
        body
          ? html`<h3>${say.body}</h3>
              ${fieldTable(description, body['schema'], language)}`
          : null
      }
      ${answers({ description, language, first }, operation)}
    </div>
    <div class="code">
      ${codeTabs(operation, body)}
      ${first.name === name ? exampleAnswer(described['responses'], language) : null}
      ${tryForm(operation, body, language)}
    </div>
  </section> `
}

function keysText(keys: unknown, language: Language): string {
  if (!Array.isArray(keys)) return words[language].noKey
  return keys.map((key) => keyNames[language][String(key)] ?? String(key)).join(', ')
}

function parameters(given: unknown, language: Language): Html | null {
  const list = Array.isArray(given) ? given.filter(isJsonObject) : []
  const shown = list.filter(({ name }) => name !== 'Accept-Language')
  if (shown.length === 0) return null
  const say = words[language]
  return html`<h3>${say.parameters}</h3>
    <dl class="fields">
      ${shown.map(
        (each) =>
          html`<div>
            <dt>
              <code>${String(each['name'])}</code>
              ${each['required'] === true ? html`<em>${say.required}</em>` : null}
            </dt>
            <dd>${sentenceIn(String(each['description']), language)}</dd>
          </div>`,
      )}
    </dl>`
}

function answers({ description, language, first }: OnPage, operation: Operation): Html {
  const say = words[language]
  const all = entries(operation.described['responses'])
  const success = all.find(([status]) => status.startsWith('2'))
  const schema = contentOf(success?.[1])?.['schema']
  const codes = all.flatMap(([status, { 'x-error-codes': given }]) =>
    Array.isArray(given) ? given.map((code) => ({ status, code: String(code) })) : [],
  )
  return html`<h3>${say.answer} ${success?.[0] ?? ''}</h3>
    ${
      first.name === operation.name
        ? html`<details>
            <summary>data</summary>
            ${fieldTable(description, schema, language)}
          </details>`
        : html`<p>data: <a href="${addressOf(first, language)}">${titleOf(first, language)}</a></p>`
    }
    <details>
      <summary>${say.refusals}</summary>
      <p>
        ${codes.map(({ status, code }) => html`<a href="${errorsRoot(language)}#${code}">${code}</a> ${status}, `)}
      </p>
    </details>`
}

function codeTabs(operation: Operation, body: JsonObject | undefined): Html {
  const { name, method, described } = operation
  const samples = samplesOf({
    method,
    path: filledPath(operation),
    body: firstExample(body),
    needsKey: Array.isArray(described['security']) && described['security'].length > 0,
    needsIdempotencyKey: isKeyed(described),
    version: versionOf(described),
  })
  return html`<div class="tabs">
    ${samples.map(
      ({ title, code }, at) =>
        html`<details name="${name}-code" ${at === 0 ? { html: 'open' } : null}>
          <summary>${title}</summary>
          ${sample(code)}
        </details>`,
    )}
  </div>`
}

function isKeyed({ parameters: given }: JsonObject): boolean {
  return JSON.stringify(given).includes('"Idempotency-Key"')
}

/** The `Service-Version` that a call must send for this operation; undefined if none. */
function versionOf({ parameters: given }: JsonObject): string | undefined {
  const list = Array.isArray(given) ? given.filter(isJsonObject) : []
  const named = list.find(({ name, required }) => name === 'Service-Version' && required === true)
  return named && textOf(named['example'], '')
}

function exampleAnswer(responses: unknown, language: Language): Html | null {
  const success = entries(responses).find(([status]) => status.startsWith('2'))
  const example = contentOf(success?.[1])?.['example']
  if (example === undefined) return null
  return html`<details>
    <summary>${words[language].example} ${success?.[0] ?? ''}</summary>
    ${sample(JSON.stringify(example, null, 1))}
  </details>`
}

function tryForm(operation: Operation, body: JsonObject | undefined, language: Language): Html {
  const { name, method, described } = operation
  const say = words[language]
  const example = firstExample(body)
  const path = filledPath(operation)
  const needsKey = JSON.stringify(described['security']) !== '[]'
  return html`<details class="try">
    <summary>${say.tryIt}</summary>
    <form
      data-method="${method}"
      data-idempotent="${isKeyed(described) ? 'yes' : ''}"
      data-version="${versionOf(described) ?? ''}"
      aria-label="${name}"
    >
      ${needsKey ? html`<label>${say.yourKey} <input name="key" autocomplete="off" /></label>` : null}
      <label>${method} <input name="path" value="${path}" /></label>
      ${example ? html`<label>${say.body} <textarea name="body" rows="8" spellcheck="false">${JSON.stringify(example, null, 2)}</textarea></label>` : null}
      <button>${say.send}</button>
      <pre hidden tabindex="0"><code></code></pre>
    </form>
  </details>`
}

/** An example value as it appears in a URL. */
function textOf(example: unknown, otherwise: string): string {
  return typeof example === 'string' || typeof example === 'number' ? `${example}` : otherwise
}

function filledPath({ path, described }: Operation): string {
  const given = described['parameters']
  const list = Array.isArray(given) ? given.filter(isJsonObject) : []
  const filled = path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    textOf(list.find((each) => each['name'] === name)?.['example'], name),
  )
  const query = list
    .filter((each) => each['in'] === 'query' && each['required'] === true)
    .map((each) => `${String(each['name'])}=${String(each['example'])}`)
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`
}

function firstExample(body: JsonObject | undefined): object | undefined {
  const [first] = entries(body?.['examples'])
  const value = first?.[1]['value']
  return isJsonObject(value) ? value : undefined
}

function contentOf(holder: unknown): JsonObject | undefined {
  const content = isJsonObject(holder) ? holder['content'] : undefined
  const json = isJsonObject(content) ? content['application/json'] : undefined
  return isJsonObject(json) ? json : undefined
}

function entries(value: unknown): [string, JsonObject][] {
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([key, entry]) =>
    isJsonObject(entry) ? [[key, entry]] : [],
  )
}

function firstOf(list: unknown): string {
  return Array.isArray(list) ? String(list[0]) : ''
}
