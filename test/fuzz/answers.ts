import assert from 'node:assert/strict'
import fc from 'fast-check'
import { call, type Call, type CallAnswer } from '#test/support/call.ts'
import { dereferenced } from '#test/support/openapi.ts'
import { type Known, requestsTo } from './requests.ts'

/** `FUZZ_CASES` and `FUZZ_SEED` in the environment look further; a failure prints the seed that finds it again. */
export const cases = Number(process.env['FUZZ_CASES'] ?? 800)
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const idsMax = 200

interface Fuzzed {
  readonly baseUrl: string
  /** Where the API is described. */
  readonly description: string
  readonly known: Known
  readonly after?: (request: Call, answer: CallAnswer) => Promise<void>
}

/** Sends `cases` requests made from a description; fails at a 5xx, or an answer that it does not describe. The statuses seen. */
export async function askAnything(fuzzed: Fuzzed): Promise<ReadonlySet<number>> {
  const { baseUrl, known, after } = fuzzed
  const description = dereferenced(await (await fetch(baseUrl + fuzzed.description)).json())
  const seen = new Set<number>()
  const answeredAsDescribed = fc.asyncProperty(requestsTo(description, known), async (request) => {
    // `call` holds each answer to the envelope and to the description.
    const answer = await call(fuzzed, request)
    const { status, json } = answer
    assert.ok(status < 500 || status === 501, `${status} ${JSON.stringify(json)}`)
    seen.add(status)
    const id = json?.data?.id
    if (typeof id === 'string' && known.ids.length < idsMax) known.ids.push(id)
    await after?.(request, answer)
  })
  await fc.assert(answeredAsDescribed, { numRuns: cases, seed, endOnFailure: true })
  return seen
}
