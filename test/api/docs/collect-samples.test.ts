import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { readGuides } from '#api/docs/guides.ts'
import { type ScriptedAnswer, startScriptedService } from '#test/sdk/scripted-service.ts'
import { prepared, type Sample, samplesIn } from './samples.ts'

const run = promisify(execFile)

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
        const played = await playAgainst(sample, answers)
        if (played === undefined) return void this.skip()
        assert.equal(played.stdout.trim(), 'succeeded', played.stderr)
        assert.equal(played.requests, answers.length)
        assert.ok(Date.now() - began >= 3000)
      })

      it(`say why they were refused: ${sample.language} (${language})`, async function () {
        const played = await playAgainst(sample, [refused])
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

/** What a sample says of these answers; undefined where its language is not on this machine. */
async function playAgainst(sample: Sample, answers: readonly ScriptedAnswer[]) {
  const ready = prepared(sample)
  if (ready === undefined) return undefined
  const service = await startScriptedService([answers])
  const variables = { ...ready.environment, BASE_URL: `${service.baseUrl}/0`, KEY: 'SKSANDBOX_x' }
  const [program, ...parts] = ready.command
  const options = { cwd: ready.folder, env: { ...process.env, ...variables } }
  const ended = await run(program, parts, options).catch((error: unknown) => error as Ended)
  const { stdout, stderr } = ended
  const requests = service.requestsOf(0).length
  await service.stop()
  return { stdout, stderr, requests }
}

interface Ended {
  readonly stdout: string
  readonly stderr: string
}
