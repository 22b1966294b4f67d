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

/** What an answer needs of the process. */
export interface AnswerTools {
  readonly cookies: Cookies
  readonly flashes: Flashes
  readonly assetPath: PageScope['assetPath']
}

/** For whom it is written. */
interface Reader extends Pick<PageScope, 'csrfToken' | 'passkeyPath'> {
  readonly tools: AnswerTools
}

/** Writes what a page answered. `csrfToken` is that of its reader, null where nobody is logged in. */
export async function writeAnswer(
  context: ParameterizedContext<RequestState>,
  answer: PageAnswer,
  reader: Reader,
): Promise<void> {
  context.set({ ...headersFor(answer.framedBy ?? null), ...answer.headers })
  const { tools } = reader
  const { cookies, flashes } = tools
  const set = [...(answer.cookies ?? [])]
  if (answer.kind === 'redirect') {
    if (answer.flash) set.push(flashes.write(answer.flash))
    context.status = 303
    context.set('Location', answer.to)
  } else if (answer.kind === 'file') {
    context.status = 200
    context.set({ 'Content-Type': answer.contentType, 'Content-Disposition': disposition(answer) })
    context.body = bodyOf(answer.content)
  } else if (answer.kind === 'stream') {
    const scope = { ...sayingNothing(context, tools), csrfToken: null }
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

function bodyOf(content: Extract<PageAnswer, { kind: 'file' }>['content']) {
  if (typeof content === 'string') return content
  return content instanceof Uint8Array ? Buffer.from(content) : Readable.from(content)
}

type Page = Extract<PageAnswer, { kind: 'html' }>

/** Returns the cookies that showing the page changes. */
async function writePage(
  context: ParameterizedContext,
  answer: Page,
  { tools, csrfToken: ofReader, passkeyPath = null }: Reader,
): Promise<readonly Cookie[]> {
  const { cookies, flashes } = tools
  const csrfToken = answer.csrfToken ?? ofReader
  const said = cookies.read(context.req.headers.cookie, flashCookie)
  const flash = answer.isPart ? null : flashes.read(said)
  const scope = { ...sayingNothing(context, tools), csrfToken, passkeyPath, flash }
  const render = answer.isPart ? renderPart : renderPage
  const text = render(answer.content, scope)
  context.status = answer.status
  context.set('Content-Type', 'text/html; charset=utf-8')
  // Packed size tells of a text next to a secret: pages with a token in them go as they are.
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

/** The text of a page; everything in it is escaped. */
function renderPage(content: ComponentChild, scope: PageScope): string {
  return `<!doctype html>${renderPart(content, scope)}`
}

/** The text of what stands within a page. */
function renderPart(content: ComponentChild, scope: PageScope): string {
  return renderToString(h(ScopeContext.Provider, { value: scope }, content))
}

/** Everything a page needs comes from the service itself, as files: no script or style in the page. */
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

/** Headers of every page; what is personal stays out of every cache, which is the rule of the whole service. */
const pageHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': refusedFeatures.map((name) => `${name}=()`).join(', '),
  'Referrer-Policy': 'no-referrer',
}

/** No frame around a page, but that of the site which it was made for. */
function headersFor(framedBy: string | null): Readonly<Record<string, string>> {
  const headers = { 'Content-Security-Policy': policyOf(framedBy ?? "'none'"), ...pageHeaders }
  return framedBy === null ? { ...headers, 'X-Frame-Options': 'DENY' } : headers
}

type StreamAnswer = Extract<PageAnswer, { kind: 'stream' }>

/** How soon a browser comes back when its line broke. */
const comeBackMs = 2000

/** Writes server-sent events as they come. A failure on the way ends the stream, whose reader comes back. */
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

/** A line end within the text begins another line of data. */
function dataLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}`)
    .join('\n')
}
