import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Language, languages } from './languages.ts'
import { type ScriptedService, startScriptedService } from './scripted-service.ts'
import { amountVectors, type HttpCase, httpVectors, webhookVectors } from './vectors.ts'

type Told = Readonly<Record<string, unknown>> & {
  readonly message?: string
  readonly waits?: readonly number[]
}

interface Played {
  readonly webhooks: readonly Told[]
  readonly http: readonly Told[]
  readonly amounts: {
    readonly decimals: readonly number[]
    readonly exact: readonly string[]
    readonly refused: readonly string[]
  }
}

for (const language of languages) {
  describe(`the library in ${language.name} makes of the vectors what they say`, function () {
    this.timeout(240_000)
    let service: ScriptedService
    let played: Played

    before(async function () {
      if (!language.isHere()) return void this.skip()
      service = await startScriptedService(httpVectors.cases.map(({ answers }) => answers))
      played = await play(language, service)
    })
    after(() => service?.stop())

    for (const [at, one] of webhookVectors.cases.entries()) {
      it(`webhook: ${one.name}`, () => {
        const { message = '', ...told } = played.webhooks[at] ?? {}
        assert.deepEqual(told, one.opened ? { opened: one.opened } : { error: one.error })
        for (const said of one.says ?? []) assert.ok(message.includes(said), message)
      })
    }

    for (const [at, one] of httpVectors.cases.entries()) {
      it(`call: ${one.name}`, () => {
        const { message = '', waits = [], ...told } = played.http[at] ?? {}
        const { says = [], ...expected } = one.expect
        assert.deepEqual(told, expected, message)
        for (const said of says) assert.ok(message.includes(said), message)
        checkRequests(service, at)
        checkWaits(waits, one.waits_ms)
      })
    }

    it('each request says which library sent it, and its version', () => {
      const agents = httpVectors.cases
        .flatMap((_, at) => service.requestsOf(at))
        .map(({ agent }) => agent)
      assert.ok(agents.length > 0)
      const strange = agents.filter((agent) => !agentOf(language).test(agent ?? ''))
      assert.deepEqual([...new Set(strange)], [])
    })

    it('amounts: exact ones, refused ones, decimals', () => {
      const { decimals, exact, refused } = amountVectors
      assert.deepEqual(played.amounts, {
        decimals: Object.values(decimals),
        exact: exact.map(({ json }) => json),
        refused: refused.map(() => 'invalid_amount'),
      })
    })
  })
}

async function play(language: Language, service: ScriptedService): Promise<Played> {
  return JSON.parse(await language.play(service.baseUrl)) as Played
}

const versionFiles = {
  TypeScript: 'typescript/package.json',
  Python: 'python/pyproject.toml',
  PHP: 'php/composer.json',
} as const

/** `payment-service-php/1.2.3 php/8.2.1`, with the version that the library is packed under. */
function agentOf({ name }: Language): RegExp {
  const known: Readonly<Record<string, readonly [library: string, runtime: string]>> = {
    TypeScript: ['js', 'node'],
    Python: ['python', 'python'],
    PHP: ['php', 'php'],
  }
  const [library, runtime] = known[name] ?? []
  const file = join(
    import.meta.dirname,
    '../../sdk',
    versionFiles[name as keyof typeof versionFiles],
  )
  const [, version = ''] = /"?version"?\s*[:=]\s*"([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? []
  assert.match(version, /^\d+\.\d+\.\d+$/)
  return new RegExp(
    `^payment-service-${library}/${version.replaceAll('.', '\\.')} ${runtime}/\\d+\\.\\d+\\.\\d+$`,
  )
}

/**
 * No request too many; all tries of one payment or link carry the same idempotency key, and reads and endpoints none. What a
 * version added is asked for by its name.
 */
function checkRequests(service: ScriptedService, at: number): void {
  const one = httpVectors.cases[at]
  assert.ok(one !== undefined)
  const { call, requests, url, key } = one
  const asked = service.requestsOf(at)
  assert.equal(asked.length, requests)
  const keys = asked.filter(({ method }) => method === 'POST').map((one) => one.idempotencyKey)
  assert.equal(new Set(keys).size, keys.length === 0 ? 0 : 1)
  const isKeyed = ['collection', 'payment_link', 'keyed'].includes(call)
  assert.ok(keys.every((sent) => (typeof sent === 'string') === isKeyed))
  if (key !== undefined) assert.equal(keys[0], key)
  if (url !== undefined) assert.equal(decodeURIComponent(asked[0]?.url ?? ''), url)
  const version = call === 'payment_link' ? '2.6.0' : undefined
  assert.ok(asked.every((one) => one.version === version))
  if (call === 'list') assert.ok(asked.slice(1).every(({ url }) => url.includes('cursor=c1')))
}

function checkWaits(waits: readonly number[], bounds: HttpCase['waits_ms']): void {
  assert.equal(waits.length, bounds.length, `waits ${waits.join()}`)
  for (const [at, [least, most]] of bounds.entries()) {
    const wait = waits[at] ?? 0
    assert.ok(wait >= least && wait <= most, `${wait} is not within ${least} and ${most}`)
  }
}
