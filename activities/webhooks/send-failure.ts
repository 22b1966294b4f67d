export type SendError =
  | 'address_refused'
  | 'dns_failed'
  | 'connection_failed'
  | 'tls_invalid'
  | 'connection_closed'
  | 'response_invalid'
  | 'timeout'
  | 'redirect'
  | 'http_status'

/** A send that failed before a response, with the code that merchants see in the history. */
export class SendFailure extends Error {
  readonly code: SendError

  constructor(code: SendError, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/** For emitters whose outcome is already decided: a later error matters to nobody, and must not end the process. */
export function ignoreLateErrors(): void {}
