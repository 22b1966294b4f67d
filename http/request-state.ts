import type { ServiceError } from '#domain/errors/errors.ts'
import type { AnyCaller } from '#use-cases/keys/caller.ts'

/** What the HTTP layer keeps of one request. */
export type RequestState = {
  /** Chosen by us, whatever the client sends. */
  requestId: string
  /** That it is answered in, of those a request may name. */
  version: string
  /** The path with its placeholders, once a route is found. */
  route: string | null
  /** Known once the key or session was, whatever else is refused. */
  caller: AnyCaller
  /** What the request was answered with, where that is a refusal. */
  refusal: ServiceError | null
  /** A signal that aborts when the client leaves before the answer; made when first asked for. */
  clientLeft(): AbortSignal
  /** To be called where an answer has no end of its own: what comes now is no longer counted as time to answer. */
  streamFrom(): void
}
