import type { ComponentChild } from 'preact'
import type { Cookie } from './cookies.ts'
import type { Flash } from '#web/design/scope.ts'

/**
 * What a page route answers: a page, a part of one, nothing new, a redirect, a file, or a stream of parts that change.
 */
export type PageAnswer = HtmlAnswer | NoAnswer | RedirectAnswer | FileAnswer | StreamAnswer

interface HtmlAnswer extends AnswerHead {
  readonly kind: 'html'
  readonly content: ComponentChild
  readonly status: number
  /** A fragment that replaces part of an open page. */
  readonly isPart: boolean
  /** For forms of somebody logged in by this very answer; otherwise forms carry the requester's token. */
  readonly csrfToken?: string
}

interface NoAnswer extends AnswerHead {
  readonly kind: 'none'
}

/** Another address of this service to go to. */
export interface RedirectAnswer extends AnswerHead {
  readonly kind: 'redirect'
  readonly to: string
  readonly flash: Flash | null
}

export interface FileAnswer extends AnswerHead {
  readonly kind: 'file'
  /** Chunks are written as they arrive, so long content is never held in memory whole. */
  readonly content: Uint8Array | string | AsyncIterable<string | Uint8Array>
  readonly contentType: string
  /** The file name to save it under. */
  readonly fileName: string
  /** Called once the answer is over, however it ends. */
  readonly whenOver?: () => void
  /** True: saved at once. False: shown inline where the browser can. */
  readonly isSaved: boolean
}

interface StreamAnswer extends AnswerHead {
  readonly kind: 'stream'
  readonly follow: (stream: PageStream) => Promise<void>
}

/** Server-sent events to one reader, each a part of the page. */
export interface PageStream {
  send(event: string, content: ComponentChild): void
  /** Sends a keep-alive comment, so that no proxy considers the connection dead. */
  beat(): void
  /** Aborts when the reader leaves or the process stops. */
  readonly ended: AbortSignal
}

export interface AnswerHead {
  /** The one site that may frame the page; without it nobody may. */
  readonly framedBy?: string | null
  readonly cookies?: readonly Cookie[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A whole page: `html(<Frame title="…">…</Frame>)`. */
export function html(
  content: ComponentChild,
  head: AnswerHead & Partial<Pick<HtmlAnswer, 'status' | 'csrfToken'>> = {},
): HtmlAnswer {
  return { kind: 'html', content, status: 200, isPart: false, ...head }
}

/** A fragment that replaces part of an open page. */
export function part(content: ComponentChild): HtmlAnswer {
  return { ...html(content), isPart: true }
}

/** To an open page that asked whether anything changed: it stays as it is. */
export const unchanged: NoAnswer = { kind: 'none' }

/** Server-sent events until `follow` resolves; each stream counts against a limit (`stream-slots.ts`). */
export function stream(follow: StreamAnswer['follow']): StreamAnswer {
  return { kind: 'stream', follow }
}

/** The answer with something around all that is shown with it: what its components may ask for. */
export function within(
  answer: PageAnswer,
  around: (content: ComponentChild) => ComponentChild,
): PageAnswer {
  if (answer.kind === 'html') return { ...answer, content: around(answer.content) }
  if (answer.kind !== 'stream') return answer
  return {
    ...answer,
    follow: (stream) =>
      answer.follow({
        ...stream,
        send: (event, content) => stream.send(event, around(content)),
      }),
  }
}

/** After a form: a 303 to one of our paths, with a message that the next page shows once. */
export function redirect(
  to: string,
  head: AnswerHead & { readonly flash?: Flash } = {},
): RedirectAnswer {
  if (!isLocalPath(to)) throw new RangeError('a page redirects within the service only')
  return { kind: 'redirect', to, flash: null, ...head }
}

/** After a form that did its work: to one of our paths, which says so. */
export function doneAt(to: string, text: string): RedirectAnswer {
  return redirect(to, { flash: { tone: 'ok', text } })
}

/** A document made for the reader, such as an invoice or an export. */
export function file(
  given: Pick<FileAnswer, 'content' | 'contentType' | 'fileName'> &
    Partial<Pick<FileAnswer, 'isSaved' | 'whenOver'>> &
    AnswerHead,
): FileAnswer {
  return { kind: 'file', isSaved: false, ...given }
}

/** True for a path on this service; `//evil.example` and `/\evil` lead elsewhere. */
export function isLocalPath(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)
}
