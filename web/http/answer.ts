import type { ComponentChild } from 'preact'
import type { Cookie } from './cookies.ts'
import type { Flash } from './flash.ts'

/** What a page route answers: a page, another address to go to, or a file. */
export type PageAnswer = HtmlAnswer | RedirectAnswer | FileAnswer

interface HtmlAnswer extends AnswerHead {
  readonly kind: 'html'
  readonly content: ComponentChild
  readonly status: number
}

interface RedirectAnswer extends AnswerHead {
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

export interface AnswerHead {
  readonly cookies?: readonly Cookie[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A whole page: `html(<Frame title="…">…</Frame>)`. */
export function html(
  content: ComponentChild,
  head: AnswerHead & { readonly status?: number } = {},
): HtmlAnswer {
  return { kind: 'html', content, status: 200, ...head }
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
