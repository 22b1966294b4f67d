import { PassThrough, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ParameterizedContext } from 'koa'
import { type ComponentChild, h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { RequestState } from '#http/request-state.ts'
import { type PageScope, ScopeContext } from '#web/design/scope.ts'
import type { PageAnswer } from './answer.ts'
import type { Cookie, Cookies } from './cookies.ts'
import { flashCookie, type Flashes } from './flash.ts'
import type { Speech } from './language.ts'

/** What writing an answer needs from the process. */
export interface AnswerTools {
  readonly cookies: Cookies
  readonly flashes: Flashes
  readonly assetPath: PageScope['assetPath']
}

/** The reader it is written for. */
export interface Reader extends Pick<PageScope, 'csrfToken' | 'passkeyPath'> {
  readonly tools: AnswerTools
  readonly speech: Speech
}

/** Writes the answer of a page. `csrfToken` is the reader's; null if nobody is logged in. */
export async function writeAnswer(
  context: ParameterizedContext<RequestState>,
  answer: PageAnswer,
  reader: Reader,
): Promise<void> {
  context.set({ ...headersFor(answer.framedBy ?? null), ...answer.headers })
  const { tools, speech } = reader
  const { cookies, flashes } = tools
  tellLanguage(context, answer, speech)
  const set = [...(answer.cookies ?? [])]
  if (answer.kind === 'redirect') {
    set.push(...writeRedirect(context, answer, flashes))
  } else if (answer.kind === 'none') {
    context.status = 204
  } else if (answer.kind === 'file') {
    writeFile(context, answer)
  } else if (answer.kind === 'stream') {
    const scope = { ...sayingNothing(context, tools), ...speech, csrfToken: null }
    writeStream(context, answer, (content) => renderPart(content, scope))
  } else {
    set.push(...(await writePage(context, answer, reader)))
  }
  if (set.length > 0)
    context.append(
      'Set-Cookie',
      set.map((cookie) => cookies.write(cookie)),
    )
}

/** Returns the cookie with what the next page says. */
function writeRedirect(
  context: ParameterizedContext,
  { to, flash }: Extract<PageAnswer, { kind: 'redirect' }>,
  flashes: Flashes,
): readonly Cookie[] {
  context.status = 303
  context.set('Location', to)
  return flash ? [flashes.write(flash)] : []
}

function writeFile(
  context: ParameterizedContext<RequestState>,
  answer: Extract<PageAnswer, { kind: 'file' }>,
): void {
  context.status = 200
  context.set({ 'Content-Type': answer.contentType, 'Content-Disposition': disposition(answer) })
  context.body = bodyOf(answer.content)
  if (answer.whenOver !== undefined) context.state.whenOver(answer.whenOver)
}

/** A cache that kept a page in one language may not give it to who reads the other. */
function tellLanguage(
  context: ParameterizedContext,
  { kind }: PageAnswer,
  { language, isBilingual }: Speech,
): void {
  if (!isBilingual || kind === 'redirect' || kind === 'none') return
  context.set('Content-Language', language)
  context.vary(['Accept-Language', 'Cookie'])
}

function bodyOf(content: Extract<PageAnswer, { kind: 'file' }>['content']) {
  if (typeof content === 'string') return content
  return content instanceof Uint8Array ? Buffer.from(content) : Readable.from(content)
}

type Page = Extract<PageAnswer, { kind: 'html' }>

/** Returns the cookies that change because the page was shown. */
async function writePage(
  context: ParameterizedContext,
  answer: Page,
  { tools, csrfToken: ofReader, passkeyPath = null, speech }: Reader,
): Promise<readonly Cookie[]> {
  const { cookies, flashes } = tools
  const csrfToken = answer.csrfToken ?? ofReader
  const said = cookies.read(context.req.headers.cookie, flashCookie)
  const flash = answer.isPart ? null : flashes.read(said)
  const scope = { ...sayingNothing(context, tools), ...speech, csrfToken, passkeyPath, flash }
  const render = answer.isPart ? renderPart : renderPage
  const text = render(answer.content, scope)
  context.status = answer.status
  context.set('Content-Type', 'text/html; charset=utf-8')
  // Compressed size leaks text next to a secret (BREACH), so pages with a token are sent uncompressed.
  context.body = csrfToken === null ? await packed(context, text) : text
  return said === undefined || answer.isPart ? [] : [flashes.forget]
}

function sayingNothing({ path }: ParameterizedContext, { assetPath }: AnswerTools) {
  return { assetPath, flash: null, now: new Date(), path }
}

const brotliQuality = 5
const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }

async function packed(context: ParameterizedContext, text: string): Promise<Buffer | string> {
  context.vary('Accept-Encoding')
  const coding = context.acceptsEncodings('br', 'gzip', 'identity')
  if (coding === 'br') {
    context.set('Content-Encoding', coding)
    return pack.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
  }
  if (coding !== 'gzip') return text
  context.set('Content-Encoding', coding)
  return pack.gzip(text)
}

function disposition({ fileName, isSaved }: Extract<PageAnswer, { kind: 'file' }>): string {
  const plain = fileName.normalize('NFD').replaceAll(/[^A-Za-z0-9._-]/g, '')
  const kind = isSaved ? 'attachment' : 'inline'
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName)}`
}

/** Renders a whole page; all text in it is escaped. */
function renderPage(content: ComponentChild, scope: PageScope): string {
  return `<!doctype html>${renderPart(content, scope)}`
}

/** Renders a part of a page. */
function renderPart(content: ComponentChild, scope: PageScope): string {
  return renderToString(h(ScopeContext.Provider, { value: scope }, content))
}

/** Everything a page needs is a file of this service: no inline scripts or styles. */
const policyOf = (framedBy: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${framedBy}`,
    "base-uri 'none'",
  ].join('; ')

const refusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/** Headers of every page. Personal data stays out of every cache by a rule of the whole service. */
const pageHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': refusedFeatures.map((name) => `${name}=()`).join(', '),
  'Referrer-Policy': 'no-referrer',
}

/** Nobody may frame a page, except the site it was made for. */
function headersFor(framedBy: string | null): Readonly<Record<string, string>> {
  const headers = { 'Content-Security-Policy': policyOf(framedBy ?? "'none'"), ...pageHeaders }
  return framedBy === null ? { ...headers, 'X-Frame-Options': 'DENY' } : headers
}

type StreamAnswer = Extract<PageAnswer, { kind: 'stream' }>

/** How soon a browser reconnects after its connection broke. */
const comeBackMs = 2000

/** Writes server-sent events as they arrive. A failure ends the stream, and the reader reconnects. */
function writeStream(
  context: ParameterizedContext<RequestState>,
  { follow }: StreamAnswer,
  render: (content: ComponentChild) => string,
): void {
  const body = new PassThrough()
  const controller = new AbortController()
  const leave = (): void => controller.abort()
  body.once('close', leave)
  context.set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
  context.status = 200
  context.body = body
  body.write(`retry: ${comeBackMs}\n\n`)
  const write = (text: string): void => {
    if (!controller.signal.aborted) body.write(text)
  }
  context.state.streamFrom()
  const work = follow({
    send: (event, content) => write(`event: ${event}\n${dataLines(render(content))}\n\n`),
    beat: () => write(':\n\n'),
    ended: controller.signal,
  })
  void work.catch((error: unknown) => context.app.emit('error', error)).finally(() => body.end())
}

/** Each line of the text becomes a `data` line. */
function dataLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}`)
    .join('\n')
}
