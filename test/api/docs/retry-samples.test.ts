import assert from 'node:assert/strict'
import { readGuides } from '#api/docs/guides.ts'
import type { ScriptedAnswer } from '#test/sdk/scripted-service.ts'
import { playSample } from './play-sample.ts'
import { type Sample, samplesIn } from './samples.ts'

const written = ['python', 'php', 'ts', 'go', 'bash']

describe('the samples of the guide on errors and retries', function () {
  this.timeout(120_000)

  for (const language of ['en', 'fr'] as const) {
    const guides = readGuides(language, 'https://pay.example')
    const { source = '' } = guides.find(({ name }) => name === 'errors-and-retries') ?? {}
    const programs = samplesIn(source)

    it(`are there in five languages: ${language}`, () => {
      assert.deepEqual(
        programs.map((program) => program.language),
        written,
      )
    })

    for (const sample of programs) {
      const title = `${sample.language} (${language})`

      it(`send the same request under the same key until it is answered: ${title}`, async function () {
        const played = await play(sample, [{ drop: true }, { cut: '{' }, broken, limited, accepted])
        if (played === undefined) return void this.skip()
        assert.match(played.said, new RegExp(`${id}.*pending`), played.said)
        assert.equal(played.keys.length, 5)
        assert.equal(new Set(played.keys).size, 1)
      })

      it(`do not repeat what was refused, and say why: ${title}`, async function () {
        const played = await play(sample, [
          refusal(422, 'invalid_amount', 'Le montant est refusé.'),
        ])
        if (played === undefined) return void this.skip()
        assert.match(played.said, /Le montant est refusé/)
        assert.doesNotMatch(played.said, /Undefined|KeyError|TypeError|panic/)
        assert.equal(played.keys.length, 1)
      })
    }

    for (const sample of programs.filter((each) => each.language !== 'bash')) {
      it(`go on with the payment that an order has: ${sample.language} (${language})`, async function () {
        const busy = refusal(409, 'request_in_progress', 'En cours.')
        const played = await play(sample, [busy, taken, answer(200, 'succeeded')])
        if (played === undefined) return void this.skip()
        assert.match(played.said, new RegExp(`${id} succeeded`), played.said)
        assert.deepEqual(played.paths.slice(2), [`/v2/transactions/${id}`])
      })
    }
  }
})

const id = '0199f3a0-7c11-7d3e-8a44-5b6c7d8e9f01'
const meta = { request_id: '0199f3a0-9001-7a52-9c0d-2f3e4d5c6b71' }

function answer(status: number, state: string): ScriptedAnswer {
  return { status, body: { data: { id, object: 'transaction', status: state }, meta } }
}

const accepted = answer(202, 'pending')
const taken = refusal(409, 'duplicate_reference', 'Prise.')
const limited = refusal(429, 'rate_limited', 'Trop de requêtes.')
/** As a proxy says it. */
const broken: ScriptedAnswer = {
  status: 502,
  headers: { 'Content-Type': 'text/html', 'Retry-After': '0' },
  body: '<h1>Bad Gateway</h1>',
}

function refusal(status: number, code: string, message: string): ScriptedAnswer {
  const details = code === 'duplicate_reference' ? { transaction_id: id } : {}
  const error = { code, type: 'refused', message, details, ...meta, doc_url: null }
  return { status, ...(status === 429 && { headers: { 'Retry-After': '0' } }), body: { error } }
}

/** What a sample says of these answers, and which requests it sends. */
async function play(sample: Sample, answers: readonly ScriptedAnswer[]) {
  const played = await playSample(sample, answers)
  if (played === undefined) return undefined
  const { stdout, stderr, requests } = played
  return {
    said: stdout + stderr,
    paths: requests.map(({ url }) => url),
    keys: requests.map(({ idempotencyKey }) => idempotencyKey),
  }
}
