import type { IncomingMessage } from 'node:http'
import type { RouterContext } from '@koa/router'
import type { ParameterizedContext } from 'koa'
import { admitAddress } from '#http/admission.ts'
import { clientAddress } from '#http/client-address.ts'
import type { HttpDependencies } from '#http/dependencies.ts'
import type { RequestState } from '#http/request-state.ts'
import type { Language } from '#domain/text/language.ts'
import { deskOf } from '#web/errors/error-page.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { tokenField } from '#web/design/form.tsx'
import type { PageAnswer } from './answer.ts'
import { emptyForm, type Form, readForm } from './form.ts'
import {
  chosenAtDoor,
  inFrench,
  type LanguageChoice,
  languageChoice,
  languageName,
  type Speech,
  speechOf,
} from './language.ts'
import { cookieNames } from './session-guard.ts'
import type { OpenedPage, PageRequest, PageRoute } from './route.ts'
import { telling } from './telling.ts'
import { type AnswerTools, writeAnswer } from './write-answer.ts'

export interface PageTools extends AnswerTools {
  readonly http: Pick<
    HttpDependencies,
    'rateLimit' | 'trustedProxyHops' | 'log' | 'addressShares' | 'bodyRoom'
  >
  /** Compares in constant time. */
  readonly sameBytes: (a: Uint8Array, b: Uint8Array) => boolean
  /** Stores the language of the person with this portal session; false if it is over. */
  readonly keepLanguage: (token: string, language: Language) => Promise<boolean>
}

type PageContext = RouterContext<RequestState>

/**
 * The steps of every page: rate limit of the address, origin of the form, session, the form itself, the answer. The
 * form is read, and the answer sent, in nobody's share.
 */
export async function handlePage(
  context: PageContext,
  route: PageRoute,
  tools: PageTools,
): Promise<void> {
  const speech = readSpeech(context, tools, route.isBilingual)
  const address = clientAddress(context.req, tools.http.trustedProxyHops)
  const inShare = route.isAlways ? inNone : sharesOf(context, { tools, address })
  const opened = await inShare(() => open(context, { route, tools, address, speech }))
  if (opened.kind !== 'opened')
    return writeAnswer(context, opened, { tools, csrfToken: null, speech })
  const { csrfToken, passkeyPath } = opened
  await telling(context, { tools, csrfToken, speech }, async () => {
    const form = await formOf(context.req, { route, tools, address })
    const answer = await inShare(() => answerOf(opened, form, { route, tools }))
    await writeAnswer(context, answer, { tools, csrfToken, passkeyPath, speech })
  })
}

type InShare = <Result>(work: () => Promise<Result>) => Promise<Result>

const inNone: InShare = (work) => work()

/** Whoever asks for many pages at once waits for their own: those of one address, and of one session. */
function sharesOf(
  { req }: PageContext,
  { tools, address }: { readonly tools: PageTools; readonly address: string },
): InShare {
  const { addressShares } = tools.http
  const { cookie } = req.headers
  const token =
    tools.cookies.read(cookie, cookieNames.portal) ?? tools.cookies.read(cookie, cookieNames.staff)
  return (work) =>
    addressShares.run(`from ${address}`, () =>
      token === undefined ? work() : addressShares.run(`by ${token}`, work),
    )
}

async function open(
  context: PageContext,
  { route, tools, address, speech }: Arrived & { readonly speech: Speech },
): Promise<OpenedPage | PageAnswer> {
  if (!route.isAlways) await admitAddress(context.req, tools.http)
  if (route.method === 'POST' && isFromElsewhere(context.req)) throw refuse('from_elsewhere')
  const choice = await chosenLanguage(context, tools, speech)
  return choice ?? route.open(requestOf(context, { route, tools, address, speech }))
}

async function formOf(
  request: IncomingMessage,
  { route: { method, formBytesMax: bytesMax }, tools, address }: Arrived,
): Promise<Form> {
  if (method !== 'POST') return emptyForm
  return tools.http.bodyRoom.within({ request, address, bytesMax }, () =>
    readForm(request, bytesMax),
  )
}

/** The language of the answer. */
export function readSpeech(
  context: ParameterizedContext,
  { cookies }: Pick<PageTools, 'cookies'>,
  isBilingual: boolean,
): Speech {
  if (!isBilingual) return inFrench
  const { req, querystring } = context
  return speechOf({
    query: req.method === 'POST' ? null : new URLSearchParams(querystring),
    cookie: cookies.read(req.headers.cookie, languageName),
    preferred: context.acceptsLanguages('fr', 'en') === 'en' ? 'en' : 'fr',
  })
}

/**
 * The answer to a reader who chooses the language of a page that has two; undefined for everything else. The browser
 * keeps the choice; in the portal the account does too, or will from the log-in on, unless another site's link chose.
 */
export async function chosenLanguage(
  { method, path, querystring, req }: ParameterizedContext,
  tools: Pick<PageTools, 'cookies' | 'keepLanguage'>,
  { otherLanguageHref }: Speech,
): Promise<PageAnswer | undefined> {
  if (method === 'POST' || otherLanguageHref === null) return undefined
  const choice = languageChoice(path, new URLSearchParams(querystring))
  if (choice === undefined) return undefined
  const isOfPerson = deskOf(path) === 'portal' && !isFromElsewhere(req)
  return isOfPerson ? keptByAccount(req, tools, choice) : choice.answer
}

async function keptByAccount(
  { headers }: IncomingMessage,
  { cookies, keepLanguage }: Pick<PageTools, 'cookies' | 'keepLanguage'>,
  { language, answer }: LanguageChoice,
): Promise<PageAnswer> {
  const token = cookies.read(headers.cookie, cookieNames.portal)
  if (token !== undefined && (await keepLanguage(token, language))) return answer
  return { ...answer, cookies: [...(answer.cookies ?? []), chosenAtDoor(language)] }
}

interface Place {
  readonly route: PageRoute
  readonly tools: PageTools
}

interface Arrived extends Place {
  readonly address: string
}

function requestOf(
  context: PageContext,
  { route, tools, address, speech }: Arrived & { readonly speech: Speech },
): PageRequest {
  const { state } = context
  return {
    method: route.method,
    path: context.path,
    params: context.params,
    query: new URLSearchParams(context.querystring),
    address,
    requestId: state.requestId,
    language: speech.language,
    cookie: (name) => tools.cookies.read(context.req.headers.cookie, name),
    get signal() {
      return state.clientLeft()
    },
  }
}

async function answerOf(opened: OpenedPage, form: Form, place: Place): Promise<PageAnswer> {
  const { csrfToken } = opened
  if (place.route.method === 'POST' && csrfToken !== null) {
    const given = Buffer.from(form.secret(tokenField))
    if (!place.tools.sameBytes(given, Buffer.from(csrfToken))) throw refuse('form_expired')
  }
  return opened.answer(form)
}

/**
 * True for a form that another site made a browser send. Browsers say so in `Sec-Fetch-Site`; older ones only send
 * the origin, which is `null` for pages with a no-referrer policy. Forms of logged-in people also carry a token.
 */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  if (origin === undefined || origin === 'null') return false
  return !URL.canParse(origin) || new URL(origin).host !== host
}
