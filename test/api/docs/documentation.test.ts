import assert from 'node:assert/strict'
import { Validator } from '@seriousme/openapi-schema-validator'
import { html } from '#api/docs/html.ts'
import { englishFailures } from '#domain/errors/english-failures.ts'
import { englishHelp } from '#domain/errors/english.ts'
import { type ErrorCode, errorTable, failureCodes } from '#domain/errors/errors.ts'
import { sandboxCards } from '#domain/sandbox/acquirer.ts'
import { sandboxOutcomes } from '#domain/sandbox/outcomes.ts'
import { type ApiAlone, sharedApiAlone } from '#test/support/api-alone.ts'

describe('the documentation that the service gives of itself', () => {
  let api: ApiAlone

  before(async function () {
    this.timeout(60_000)
    api = await sharedApiAlone()
  })
  after(() => api?.stop())

  const get = (path: string) => fetch(api.baseUrl + path)
  const page = async (path: string) => (await get(path)).text()

  it('is valid OpenAPI 3.1', async () => {
    const response = await get('/openapi.json')
    assert.equal(response.headers.get('Content-Type'), 'application/json')
    const { valid, errors } = await new Validator().validate(JSON.parse(await response.text()))
    assert.ok(valid, JSON.stringify(errors))
  })

  it('names each operation once, and refers to no schema that is not there', async () => {
    const text = await page('/openapi.json')
    const { paths, components } = JSON.parse(text)
    const operations = Object.values<Record<string, { operationId: string }>>(paths).flatMap(
      (path) => Object.values(path).map(({ operationId }) => operationId),
    )
    assert.equal(new Set(operations).size, operations.length)
    assert.ok(operations.length >= 20)
    for (const [, kind = '', name = ''] of text.matchAll(/#\/components\/(\w+)\/(\w+)/g)) {
      assert.ok(components[kind][name], `${kind} ${name}`)
    }
  })

  it('says of each number how exact it is: a client in Go would keep seven digits of an amount', async () => {
    const text = await page('/openapi.json')
    const numbers: unknown[] = []
    JSON.parse(text, (_name, value) => {
      if ([value?.type].flat().includes('number')) numbers.push(value.format)
      return value
    })
    assert.ok(numbers.length > 50, `${numbers.length}`)
    assert.deepEqual(new Set(numbers), new Set(['double']))
  })

  /** What the API answers merchants, as the description says. */
  const merchantCodes = async (): Promise<ErrorCode[]> => {
    const { components } = JSON.parse(await page('/openapi.json'))
    return Object.keys(components.examples) as ErrorCode[]
  }
  const allCodes = Object.keys(errorTable) as ErrorCode[]

  for (const [path, codesOf] of [
    ['/docs/erreurs', merchantCodes],
    ['/staff/docs/erreurs', () => allCodes],
  ] as const) {
    it(`has a place for each error code at ${path}, as error.doc_url says, with its sentence, cause and remedy`, async () => {
      const text = await page(path)
      const codes = await codesOf()
      assert.ok(codes.length > 50)
      for (const code of codes) {
        const { cause, remedy } = errorTable[code]
        assert.ok(text.includes(`<div id="${code}">`), code)
        assert.ok(text.includes(html`${cause}`.html) && text.includes(html`${remedy}`.html), code)
      }
    })
  }

  it('tells merchants nothing of what only the staff and pages are refused with', async () => {
    const known = new Set<string>(await merchantCodes())
    const hidden = allCodes.filter((code) => !known.has(code))
    assert.ok(hidden.includes('last_administrator') && hidden.includes('second_approver_required'))
    for (const path of ['/docs/erreurs', '/docs/en/errors', '/docs/search.json', '/openapi.json']) {
      const text = await page(path)
      for (const code of hidden) assert.ok(!text.includes(`"${code}"`), `${path} ${code}`)
    }
    const refused = await get('/staff/api/session')
    const { error } = (await refused.json()) as { error: { doc_url: string } }
    assert.equal((await get(new URL(error.doc_url).pathname)).status, 200)
    assert.match(error.doc_url, /\/staff\/docs\/erreurs#session_required$/)
  })

  it('says why a payment failed', async () => {
    const text = await page('/docs/erreurs')
    for (const code of Object.keys(failureCodes))
      assert.ok(text.includes(`id="${code}-echec"`), code)
  })

  it('tells causes and remedies in English on the English page, and nothing of it in French', async () => {
    const text = await page('/docs/en/errors')
    for (const code of await merchantCodes()) {
      assert.ok(text.includes(`<div id="${code}">`), code)
      for (const said of englishHelp[code]) assert.ok(text.includes(html`${said}`.html), code)
    }
    for (const { message } of Object.values(englishFailures)) {
      assert.ok(text.includes(html`${message}`.html))
    }
    const [, codes = ''] = /<dl class="codes">(.*)<\/dl>/s.exec(text) ?? []
    assert.doesNotMatch(codes, /Que faire|Vérifiez|Envoyez|’est|\ble\b|\bla\b/)
  })

  it('shows every address of the API on its reference page, in French', async () => {
    const text = await page('/docs')
    const { paths } = JSON.parse(await page('/openapi.json'))
    for (const path of Object.keys(paths)) assert.ok(text.includes(`<code>${path}</code>`), path)
    assert.match(text, /<html lang="fr">/)
  })

  it('lists every card and every end of a number for tests', async () => {
    const text = await page('/docs/sandbox')
    for (const { number } of sandboxCards) {
      const outcome = sandboxOutcomes.fr.cards[number]
      assert.ok(text.includes(`<code>${number}</code>`) && text.includes(html`${outcome}`.html))
    }
    for (let ending = 1; ending <= 12; ending += 1) {
      assert.ok(text.includes(`<code>${String(ending).padStart(4, '0')}</code>`), `${ending}`)
    }
  })

  it('runs no script but its own, loads nothing from elsewhere and cannot be framed', async () => {
    for (const path of ['/docs', '/docs/erreurs', '/docs/sandbox']) {
      const response = await get(path)
      const policy = response.headers.get('Content-Security-Policy') ?? ''
      assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/)
      const text = await response.text()
      assert.doesNotMatch(text, /<script>|style="| on[a-z]+="/)
      for (const [, script = ''] of text.matchAll(/<script src="([^"]+)"/g)) {
        assert.equal((await fetch(new URL(script, api.baseUrl))).status, 200)
      }
      const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(text) ?? []
      assert.equal((await fetch(new URL(style, api.baseUrl))).status, 200)
    }
  })

  it('escapes whatever is put into a page', () => {
    const hostile = `<script>'&"</script>`
    assert.equal(
      html`<p title="${hostile}">${[hostile]}</p>`.html,
      `<p title="&lt;script&gt;&#39;&amp;&quot;&lt;/script&gt;">&lt;script&gt;&#39;&amp;&quot;&lt;/script&gt;</p>`,
    )
  })
})
