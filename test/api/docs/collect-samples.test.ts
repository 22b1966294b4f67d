import assert from 'node:assert/strict'
import { readGuides } from '#api/docs/guides.ts'
import type { ScriptedAnswer } from '#test/sdk/scripted-service.ts'
import { playSample } from './play-sample.ts'
import { samplesIn } from './samples.ts'

describe('the samples of the guide on collecting', function () {
  this.timeout(120_000)

  for (const language of ['en', 'fr'] as const) {
    const guides = readGuides(language, 'https://pay.example')
    const { source = '' } = guides.find(({ name }) => name === 'collect') ?? {}
    const programs = samplesIn(source).filter((sample) => sample.language !== 'bash')

    it(`are there in two languages: ${language}`, () => {
      assert.deepEqual(
        programs.map((program) => program.language),
        ['python', 'php'],
      )
    })

    for (const sample of programs) {
      it(`pause where waits are all taken and after a limit: ${sample.language} (${language})`, async function () {
        const answers = [answer('pending', 202), skipped, limited, answer('succeeded', 200)]
        const began = Date.now()
        const played = await playSample(sample, answers)
        if (played === undefined) return void this.skip()
        assert.equal(played.stdout.trim(), 'succeeded', played.stderr)
        assert.equal(played.requests.length, answers.length)
        assert.ok(Date.now() - began >= 3000)
      })

      it(`say why they were refused: ${sample.language} (${language})`, async function () {
        const played = await playSample(sample, [refused])
        if (played === undefined) return void this.skip()
        const { stdout, stderr } = played
        assert.match(stdout + stderr, /Le montant est refusé/)
        assert.doesNotMatch(stdout + stderr, /Undefined|KeyError|TypeError/)
      })
    }
  }
})

const meta = { request_id: '0199f3a0-9001-7a52-9c0d-2f3e4d5c6b71' }

function answer(status: string, code: number): ScriptedAnswer {
  const data = { id: '0199f3a0-7c11-7d3e-8a44-5b6c7d8e9f01', object: 'transaction', status }
  return { status: code, body: { data, meta } }
}

const skipped = { ...answer('pending', 200), headers: { 'Service-Wait': 'skipped' } }
const limited = refusal(429, 'rate_limited', 'Trop de requêtes.')
const refused = refusal(422, 'invalid_amount', 'Le montant est refusé.')

function refusal(status: number, code: string, message: string): ScriptedAnswer {
  const error = { code, type: 'refused', message, details: {}, ...meta, doc_url: null }
  return { status, headers: { 'Retry-After': '0' }, body: { error } }
}
