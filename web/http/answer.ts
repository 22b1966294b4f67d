import type { ComponentChild } from 'preact'
import type { Cookie } from './cookies.ts'
import type { Flash } from '#web/design/scope.ts'

/** What a page route answers: a page, a part of one, another address to go to, a file, or parts of a page as they change. */
export type PageAnswer = HtmlAnswer | RedirectAnswer | FileAnswer | StreamAnswer

interface HtmlAnswer extends AnswerHead {
  readonly kind: 'html'
  readonly content: ComponentChild
  readonly status: number
  /** Replaces something within a page that is open. */
  readonly isPart: boolean
  /** For the forms of who was let in by this very answer; else they carry the token of who asked. */
  readonly csrfToken?: string
}

/** Another address of ours to go to. */
export interface RedirectAnswer extends AnswerHead {
  readonly kind: 'redirect'
  readonly to: string
  readonly flash: Flash | null
}

interface FileAnswer extends AnswerHead {
  readonly kind: 'file'
  /** Parts are written as they come: what is long is never held whole. */
  readonly content: Uint8Array | string | AsyncIterable<string>
  readonly contentType: string
  /** As it is saved. */
  readonly fileName: string
  /** Saved at once, or shown where the reader's browser can. */
  readonly isSaved: boolean
}

interface StreamAnswer extends AnswerHead {
  readonly kind: 'stream'
  readonly follow: (stream: PageStream) => Promise<void>
}

/** Server-sent events on their way to one reader, each a part of the page. */
export interface PageStream {
  send(event: string, content: ComponentChild): void
  /** Says nothing, so that nobody on the way takes the line for dead. */
  beat(): void
  /** Aborts when the reader leaves or the process stops. */
  readonly ended: AbortSignal
}

export interface AnswerHead {
  /** The one site that may show the page in a frame; without it nobody may. */
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

/** What replaces a part of a page that is open. */
export function part(content: ComponentChild): HtmlAnswer {
  return { ...html(content), isPart: true }
}

/** Server-sent events until `follow` is done; whoever asks for them counts against a limit (`stream-slots.ts`). */
export function stream(follow: StreamAnswer['follow']): StreamAnswer {
  return { kind: 'stream', follow }
}

/** After a form: 303 to an address of ours, with a message that the next page shows once. */
export function redirect(
  to: string,
  head: AnswerHead & { readonly flash?: Flash } = {},
): RedirectAnswer {
  if (!isLocalPath(to)) throw new RangeError('a page redirects within the service only')
  return { kind: 'redirect', to, flash: null, ...head }
}

/** A document made for the reader, such as an invoice or an export. */
export function file(
  given: Pick<FileAnswer, 'content' | 'contentType' | 'fileName'> &
    AnswerHead & { readonly isSaved?: boolean },
): FileAnswer {
  return { kind: 'file', isSaved: false, ...given }
}

/** True for a path of this very service, however it was put together: `//evil.example` and `/\evil` lead elsewhere. */
export function isLocalPath(text: string): boolean {
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)
}
