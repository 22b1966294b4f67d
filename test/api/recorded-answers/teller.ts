import { ask, type Request } from './ask.ts'
import type { Recordings } from './recording.ts'

// The shape of answers is what is recorded, so it is not assumed here.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

/** What one request of a story carries, and by whom. */
export interface Told extends Omit<Request, 'method' | 'path'> {
  readonly caller?: string
}

/** Sends a request (`POST /v2/x`), notes the answer under these words, and returns its JSON. */
export type Tell = (about: string, request: string, told?: Told) => Promise<Json>

interface Teller {
  readonly baseUrl: string
  readonly recordings: Recordings
  /** The file of the story. */
  readonly name: string
  /** Who asks where the story does not say it. */
  readonly caller: string
  readonly key: string
}

/** A story, told answer by answer. */
export function createTeller({ baseUrl, recordings, name, ...usual }: Teller): Tell {
  let count = 0
  return async (about, request, told = {}) => {
    const [method = '', path = ''] = request.split(' ')
    const { caller = usual.caller, ...rest } = told
    const key = 'key' in told ? told.key : usual.key
    const { record, text } = await ask(baseUrl, { ...rest, key, method, path })
    count += 1
    recordings.note(name, { subject: String(count).padStart(3, '0'), about, caller, record })
    return text.startsWith('{') ? JSON.parse(text) : undefined
  }
}
