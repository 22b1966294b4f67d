import { type ErrorCode, fail } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import type { Language } from '#domain/text/language.ts'
import { bodyBytesMax } from '#http/request-body.ts'
import type { PageAnswer } from './answer.ts'
import type { Form } from './form.ts'

/** A page request, before the session is known. */
export interface PageRequest {
  readonly method: 'GET' | 'POST'
  /** Without the query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** As rate limits count it; for an IPv6 client, its network. */
  readonly address: string
  readonly requestId: string
  /** Of what is answered; French for pages that have no other. */
  readonly language: Language
  cookie(name: string): string | undefined
  /** Aborts when the reader leaves before the answer. */
  readonly signal: AbortSignal
}

export type PageInput<Session> = PageRequest & { readonly form: Form; readonly session: Session }

/** The guard of pages that need a session: finds the request's session, or says where to go instead. */
export interface PageGuard<Session> {
  open(request: PageRequest): Promise<Entry<Session> | Lapsed | PageAnswer>
}

/** The session is over, but the submitted form is still looked at. */
export interface Lapsed {
  readonly kind: 'lapsed'
  readonly answer: (form: Form) => PageAnswer
}

/**
 * A reader who was let in. Each of their forms carries the token (`<Form>` adds it); a form without it is refused.
 */
export interface Entry<Session> {
  readonly kind: 'entry'
  readonly session: Session
  readonly csrfToken: string
  /** Where this reader asks for a passkey challenge to confirm a form; absent for readers without passkeys. */
  readonly passkeyPath?: string | null
}

/** The declaration of a page. */
export interface PageDefinition<Session> {
  readonly method: 'GET' | 'POST'
  /** With placeholders: `/verification/:code`. HEAD follows GET. */
  readonly path: string
  /** Maximum size of its form; 32 KB unless it carries a file. */
  readonly formBytesMax?: number
  /** Answers without the database: its readers are rate limited by this process alone, as for files. */
  readonly isAlways?: boolean
  /** In French and in English, as its reader prefers; without it in French only. */
  readonly isBilingual?: boolean
  readonly handler: (input: PageInput<Session>) => Promise<PageAnswer> | PageAnswer
}

/** One route of the pages; made by `publicPage` or `guardedPage`, listed in `web/routes.ts`. */
export interface PageRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly formBytesMax: number
  readonly isAlways: boolean
  readonly isBilingual: boolean
  open(request: PageRequest): Promise<OpenedPage | PageAnswer>
}

/** A page whose reader was let in. */
export interface OpenedPage {
  readonly kind: 'opened'
  readonly csrfToken: string | null
  readonly passkeyPath: string | null
  answer(form: Form): Promise<PageAnswer>
}

/** A page that anybody may open, in French and in English. */
export function payersPage(definition: PageDefinition<null>): PageRoute {
  return publicPage({ ...definition, isBilingual: true })
}

/** A page that anybody may open. */
export function publicPage(definition: PageDefinition<null>): PageRoute {
  return guardedPage(
    { open: () => Promise.resolve({ kind: 'entry', session: null, csrfToken: '' }) },
    definition,
  )
}

/** A page behind a guard, such as a log-in. */
export function guardedPage<Session>(
  guard: PageGuard<Session>,
  definition: PageDefinition<Session>,
): PageRoute {
  const { method, path, formBytesMax = bodyBytesMax, handler } = definition
  const { isAlways = false, isBilingual = false } = definition
  return {
    method,
    path,
    formBytesMax,
    isAlways,
    isBilingual,
    async open(request) {
      const entry = await guard.open(request)
      if (entry.kind === 'lapsed') {
        const answer = async (form: Form) => entry.answer(form)
        return { kind: 'opened', csrfToken: null, passkeyPath: null, answer }
      }
      if (entry.kind !== 'entry') return entry
      const { session, csrfToken, passkeyPath = null } = entry
      return {
        kind: 'opened',
        csrfToken: csrfToken || null,
        passkeyPath,
        answer: async (form) => handler({ ...request, form, session }),
      }
    },
  }
}

/** The value of a placeholder. */
export function param(input: Pick<PageRequest, 'params'>, name: string): string {
  const value = input.params[name]
  if (value === undefined) throw fail('route_not_found')
  return value
}

/** The id in the path; a malformed id gets the same error as an unknown one. */
export function idParam<Id extends string = string>(
  input: Pick<PageRequest, 'params'>,
  refusal: ErrorCode,
): Id {
  const text = param(input, 'id')
  if (!isUuid(text)) throw fail(refusal)
  return text as Id
}
