import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { guideNames, readGuides } from '#api/docs/guides.ts'
import { slugOf } from '#api/docs/words.ts'
import { given } from '#test/support/given.ts'
import { readyToPayOut } from '#test/support/payouts.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'
import { operationsOf } from './examples.ts'
import { prepared, type Sample, samplesIn } from './samples.ts'

const run = promisify(execFile)
const pageBytesMax = 100_000
/** To whom the samples pay out. */
const payee = '2290190000000'

interface Found {
  readonly title: string
  readonly url: string
  readonly text: string
}

describe('the pages of the documentation', () => {
  const service = given(() => sharedService())

  const page = async (path: string): Promise<string> => {
    const response = await fetch(service.baseUrl + path)
    assert.equal(response.status, 200, path)
    return response.text()
  }

  it('are all reached from the first one, in both languages, none larger than 100 KB, none leading nowhere', async function () {
    this.timeout(60_000)
    const seen = new Set(['/docs', '/docs/en'])
    for (const path of seen) {
      const text = await page(path)
      assert.ok(Buffer.byteLength(text) <= pageBytesMax, `${path} has ${text.length}`)
      for (const target of targetsOf(text)) seen.add(target)
    }
    for (const name of guideNames)
      assert.ok(seen.has(`/docs/${name}`) && seen.has(`/docs/en/${name}`))
    assert.ok(seen.size > 2 * (guideNames.length + 10), `${seen.size}`)
  })

  it('refuse other methods as every known address does: 405, with those that serve', async () => {
    const pages = ['/docs', '/docs/en/errors', '/openapi.json', '/healthz', '/readyz', '/metrics']
    const files = ['/assets/icon.svg', '/favicon.ico', '/docs/downloads/packages.json']
    for (const path of [...pages, ...files]) {
      const response = await fetch(service.baseUrl + path, { method: 'POST', body: '{}' })
      const { error } = (await response.json()) as { error: { code: string } }
      const told = [response.status, error.code, response.headers.get('Allow')]
      assert.deepEqual(told, [405, 'method_not_allowed', 'GET, HEAD, OPTIONS'], path)
    }
    for (const path of ['/docs/nowhere', '/docs/downloads/nothing.tgz', '/assets/nothing.svg']) {
      const unknown = await fetch(service.baseUrl + path, { method: 'POST' })
      assert.equal(unknown.status, 404, path)
    }
  })

  for (const language of ['en', 'fr'] as const)
    it(`lead from guide to guide to sections that are there (${language})`, () => {
      const guides = readGuides(language, 'https://pay.example')
      const links = guides.flatMap(({ source }) => [
        ...source.matchAll(/\]\(([a-z-]+)\.md#([^)]+)\)/g),
      ])
      assert.ok(links.length > 2)
      for (const [link, name, anchor] of links) {
        const { parts = [] } = guides.find((guide) => guide.name === name) ?? {}
        assert.ok(
          parts.some((part) => part.anchor === anchor),
          link,
        )
      }
    })

  it('say of each guide in one whole sentence what is in it', async () => {
    for (const path of ['/docs', '/docs/en']) {
      const [cards = ''] = /<ul class="cards">.*?<\/ul>/s.exec(await page(path)) ?? []
      const leads = [...cards.matchAll(/<\/a>([^<]*)<\/li>/g)].map(([, lead = '']) => lead.trim())
      assert.equal(leads.length, guideNames.length)
      for (const lead of leads) assert.match(lead, /^\p{Lu}[^.]{25,}\.$/u, path)
    }
  })

  it('list the calls that need a version by name, from the description', async () => {
    const description = JSON.parse(await page('/openapi.json'))
    const needing = operationsOf(description)
      .filter(({ described }) =>
        described.parameters.some(
          (each: Header) => isNeededHeader(each) && each.name === 'Service-Version',
        ),
      )
      .map(({ method, template }) => `${method} ${template}`)
    assert.ok(needing.includes('GET /v2/events') && !needing.includes('POST /v2/webhook_endpoints'))
    for (const path of ['/docs/versions', '/docs/en/versions']) {
      const listed = [...(await page(path)).matchAll(/<li><code>([^<]+)<\/code><\/li>/g)]
      assert.deepEqual(
        listed.map(([, call]) => call),
        needing,
      )
    }
  })

  it('are one text at /llms.txt: whole, its samples as they are, its links leading somewhere', async () => {
    const text = await page('/llms.txt')
    const fence = /^```.*?^```$/gms
    const [, publicUrl = ''] = /^export BASE_URL=(.+)$/m.exec(text) ?? []
    const samples = readGuides('en', publicUrl).flatMap(({ source }) => source.match(fence) ?? [])
    assert.deepEqual(text.match(fence), samples)
    assert.match(text, /^## Webhooks$/m)
    assert.match(text, /^- `GET \/v2\/events`$/m)
    const targets = [...text.replaceAll(fence, '').matchAll(/\]\(([^)#]+)[^)]*\)/g)]
    assert.ok(targets.length > 80, `${targets.length}`)
    for (const target of new Set(targets.map(([, to = '']) => to))) {
      if (!target.startsWith('https://')) await page(target)
    }
  })

  it('are in English for who prefers it and comes from elsewhere', async () => {
    const ask = (headers: Readonly<Record<string, string>>) =>
      fetch(`${service.baseUrl}/docs`, { headers, redirect: 'manual' })
    for (const language of ['*', 'fr', 'fr-BJ,fr;q=0.9,en;q=0.8', 'de'])
      assert.equal((await ask({ 'Accept-Language': language })).status, 200, language)
    for (const language of ['en', 'en-GB,en;q=0.9,fr;q=0.5', 'de,en;q=0.5']) {
      const response = await ask({ 'Accept-Language': language })
      assert.deepEqual([response.status, response.headers.get('Location')], [302, '/docs/en'])
      assert.match(response.headers.get('Vary') ?? '', /Accept-Language/)
    }
    const chosen = await ask({ 'Accept-Language': 'en', 'Sec-Fetch-Site': 'same-origin' })
    assert.equal(chosen.status, 200)
    assert.match(chosen.headers.get('Vary') ?? '', /Accept-Language.*Accept-Encoding/)
  })

  it('are sent packed to who takes it, and kept', async () => {
    const response = await fetch(`${service.baseUrl}/docs/erreurs`, {
      headers: { 'Accept-Encoding': 'br' },
    })
    assert.equal(response.headers.get('Content-Encoding'), 'br')
    assert.match(response.headers.get('Cache-Control') ?? '', /max-age/)
    assert.match(await response.text(), /invalid_amount/)
  })

  for (const [root, words] of [
    ['/docs', ['signature', 'rembourser', 'idempotency', '0003', 'localhost', 'locale', 'tunnel']],
    ['/docs/en', ['signature', 'refund', 'idempotency', '0003', 'localhost', 'local', 'tunnel']],
  ] as const) {
    it(`find ${words.join(', ')} under ${root}`, async () => {
      const index = JSON.parse(await page(`${root}/search.json`)) as Found[]
      for (const word of words) {
        const found = index.filter(({ title, text }) =>
          `${title} ${text}`.toLowerCase().includes(word),
        )
        assert.ok(found.length > 0, word)
        for (const { url } of found.slice(0, 2)) await page(url.split('#')[0] ?? '')
      }
    })
  }

  it('are found by the search at places that are there', async () => {
    for (const root of ['/docs', '/docs/en']) {
      for (const { url } of JSON.parse(await page(`${root}/search.json`)) as Found[]) {
        const [path = '', anchor] = url.split('#')
        const isThere = anchor === undefined || (await page(path)).includes(` id="${anchor}"`)
        assert.ok(isThere, url)
      }
    }
  })

  it('are found with a slash at the end of their address too, with what follows it', async () => {
    for (const [asked, meant] of [
      ['/docs/', '/docs'],
      ['/docs/en/', '/docs/en'],
      ['/docs/en/quickstart/?from=mail', '/docs/en/quickstart?from=mail'],
      ['/docs/en//', '/docs/en'],
      ['/portail/', '/portail'],
    ]) {
      const response = await fetch(service.baseUrl + asked, { redirect: 'manual' })
      assert.deepEqual([response.status, response.headers.get('Location')], [308, meant], asked)
    }
    for (const asked of ['//docs/en/', '/v2/session/', '/.//example.com/', '/%5Cexample.com/']) {
      const response = await fetch(service.baseUrl + asked, { redirect: 'manual' })
      assert.equal(response.status, 404, asked)
    }
  })

  it('show each call with every header that it must have, in four languages and where it is tried', async () => {
    const description = JSON.parse(await page('/openapi.json'))
    for (const { name, described } of operationsOf(description)) {
      const reference = await page(`/docs/en/reference/${slugOf(described.tags[0])}`)
      const [, section = ''] = reference.split(`<section id="${name}"`)
      const [own = ''] = section.split('</section>')
      const samples = [...own.matchAll(/<details name="[^"]*-code".*?<\/details>/gs)]
      assert.equal(samples.length, 4, name)
      const headers = described.parameters.filter(isNeededHeader)
      for (const { name: header } of headers) {
        for (const [sample] of samples) assert.ok(sample.includes(header), `${name} ${header}`)
      }
      const isAdded = headers.some((each: Header) => each.name === 'Service-Version')
      assert.equal(own.includes('data-version="2.6.0"'), isAdded, name)
    }
  })

  for (const language of ['en', 'fr'] as const) {
    it(`show samples that do what they say against the running service (${language})`, async function () {
      this.timeout(120_000)
      for (const { name, source } of readGuides(language, service.baseUrl)) {
        const tenant = await createTenant(service.database)
        await readyToPayOut(service.database, tenant, { balance: 10_000, phone: payee })
        for (const sample of samplesIn(source).filter(({ kind }) => kind !== 'server')) {
          const output = await outputOf(sample, {
            BASE_URL: service.baseUrl,
            KEY: tenant.keys.secret,
          })
          if (output === undefined) continue
          assert.doesNotMatch(output, /"error"|Traceback|Fatal|Warning/, `${name}: ${output}`)
          if (['collect', 'libraries'].includes(name)) assert.equal(output.trim(), 'succeeded')
          else if (sample.kind === 'sdk') await page(new URL(output.trim()).pathname)
        }
      }
    })
  }
})

interface Header {
  readonly name: string
  readonly in: string
  readonly required: boolean
}

function isNeededHeader({ in: place, required }: Header): boolean {
  return place === 'header' && required
}

/** Pages that a page leads to; the anchors of its own must be there. */
function targetsOf(text: string): string[] {
  const hrefs = [...text.matchAll(/ href="([^"]+)"/g)].map(([, href = '']) => href)
  for (const href of hrefs.filter((each) => each.startsWith('#'))) {
    assert.ok(text.includes(` id="${href.slice(1)}"`), href)
  }
  return hrefs.filter((href) => href.startsWith('/docs')).map((href) => href.split('#')[0] ?? '')
}

/** What a sample prints; undefined where its language is not on this machine. */
async function outputOf(
  sample: Sample,
  variables: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const ready = prepared(sample)
  if (ready === undefined) return undefined
  const [program, ...parts] = ready.command
  const options = { cwd: ready.folder, env: { ...process.env, ...ready.environment, ...variables } }
  const { stdout, stderr } = await run(program, parts, options)
  return stdout + stderr
}
