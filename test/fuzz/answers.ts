import assert from 'node:assert/strict'
import fc from 'fast-check'
import { call, type Call, type CallAnswer } from '#test/support/call.ts'
import { dereferenced } from '#test/support/openapi.ts'
import { type Known, requestsTo } from './requests.ts'

/** `FUZZ_CASES` and `FUZZ_SEED` in the environment look further; a failure prints the seed that finds it again. */
export const cases = Number(process.env['FUZZ_CASES'] ?? 800)
const seed = Number(process.env['FUZZ_SEED'] ?? 2)
const idsMax = 200

export interface Fuzzed {
  readonly baseUrl: string
  /** Where the API is described. */
  readonly description: string
  readonly known: Known
  readonly after?: (request: Call, answer: CallAnswer) => Promise<void>
}

/** An answer of ours that no caller should ever get. */
export class ServerFault extends Error {}

/** What every request made from a description keeps: no 5xx, and no answer that it does not describe; with the statuses seen. */
export async function describedAnswers(fuzzed: Fuzzed) {
  const { baseUrl, known, after } = fuzzed
  const description = dereferenced(await (await fetch(baseUrl + fuzzed.description)).json())
  const seen = new Set<number>()
  const property = fc.asyncProperty(requestsTo(description, known), async (request) => {
    // `call` holds each answer to the envelope and to the description.
    const answer = await call(fuzzed, request)
    const { status, json } = answer
    if (status >= 500 && status !== 501) throw new ServerFault(`${status} ${JSON.stringify(json)}`)
    seen.add(status)
    const id = json?.data?.id
    if (typeof id === 'string' && known.ids.length < idsMax) known.ids.push(id)
    await after?.(request, answer)
  })
  return { property, seen }
}

/** Sends `cases` of them, and fails at the first that does not keep it. The statuses seen. */
export async function askAnything(fuzzed: Fuzzed): Promise<ReadonlySet<number>> {
  const { property, seen } = await describedAnswers(fuzzed)
  await fc.assert(property, { numRuns: cases, seed, endOnFailure: true })
  return seen
}

/** Fails unless requests of each of these statuses were among them. */
export function assertReached(seen: ReadonlySet<number>, statuses: readonly number[]): void {
  for (const status of statuses) {
    assert.ok(seen.has(status), `requests that reach ${status} are among them`)
  }
}
