import assert from 'node:assert/strict'
import { startToyPages } from '#test/web/toy-pages.tsx'
import { given } from '#test/support/given.ts'

const browser = { Accept: 'text/html,application/xhtml+xml' }

describe('pages', () => {
  const toy = given(() => startToyPages())

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(toy.url + path, { headers: { ...browser, ...headers }, redirect: 'manual' })

  it('load nothing but files of the service, run no script of their own, and cannot be framed', async () => {
    for (const path of ['/hello/awa', '/nowhere', '/broken']) {
      const { headers } = await get(path)
      assert.equal(
        headers.get('Content-Security-Policy'),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff')
      assert.equal(headers.get('Referrer-Policy'), 'no-referrer')
      assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin')
      assert.equal(headers.get('Cache-Control'), 'no-store')
      assert.match(headers.get('Permissions-Policy') ?? '', /camera=\(\).*payment=\(\)/)
      assert.match(headers.get('Content-Type') ?? '', /^text\/html; charset=utf-8$/)
    }
  })

  it('have no script, style or handler written into them, and escape what they show', async () => {
    const text = await (
      await get(`/hello/${encodeURIComponent('<script>alert("1")</script>')}`)
    ).text()
    assert.ok(text.startsWith('<!doctype html><html lang="fr">'))
    assert.ok(text.includes('&lt;script>'))
    assert.doesNotMatch(text, /<script(?! src="\/assets\/)|<style| style=| on[a-z]+=/)
  })

  it('answer HEAD like GET, without a body', async () => {
    const head = await fetch(`${toy.url}/hello/awa`, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
  })

  it('are packed for whoever takes it', async () => {
    const packed = await get('/hello/awa', { 'Accept-Encoding': 'br' })
    assert.equal(packed.headers.get('Content-Encoding'), 'br')
    assert.match(packed.headers.get('Vary') ?? '', /Accept-Encoding/)
    assert.match(await packed.text(), /Bonjour/)
    const plain = await get('/hello/awa', { 'Accept-Encoding': 'identity' })
    assert.equal(plain.headers.get('Content-Encoding'), null)
  })

  it('tell browsers of an unknown address in a page, and programs in the envelope', async () => {
    const page = await get('/nowhere')
    assert.equal(page.status, 404)
    assert.match(await page.text(), /<h1>Page introuvable<\/h1>/)
    for (const [path, accept] of [
      ['/nowhere', '*/*'],
      ['/v2/nowhere', 'text/html'],
    ] as const) {
      const answer = await fetch(toy.url + path, { headers: { Accept: accept } })
      const { error } = (await answer.json()) as { error: { code: string } }
      assert.deepEqual([answer.status, error.code], [404, 'route_not_found'])
    }
  })

  it('tell of a method that an address does not take, and which it does', async () => {
    const answer = await fetch(`${toy.url}/broken`, { method: 'POST', headers: browser })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('Allow'), 'GET, HEAD')
    assert.match(await answer.text(), /<h1>Page introuvable<\/h1>/)
  })

  it('say of our own failures that there was one, and no more; the log has the rest', async () => {
    const answer = await get('/broken')
    const text = await answer.text()
    assert.equal(answer.status, 500)
    assert.match(text, /Une erreur est survenue/)
    assert.doesNotMatch(text, /secret cause/)
    const requestId = answer.headers.get('X-Request-Id') ?? ''
    assert.ok(text.includes(requestId))
    const failures = toy.world.logged.filter(
      (line) => 'code' in line && 'request_id' in line && line.request_id === requestId,
    )
    assert.equal(failures.length, 1)
  })

  it('show refusals of the service with their sentence and status', async () => {
    const answer = await get('/expired')
    assert.equal(answer.status, 410)
    assert.match(await answer.text(), /Ce lien n’est plus valable/)
  })

  it('give documents under their own name', async () => {
    const { headers } = await get('/file')
    assert.equal(headers.get('Content-Type'), 'text/csv')
    assert.equal(
      headers.get('Content-Disposition'),
      `attachment; filename="recusete.csv"; filename*=UTF-8''re%C3%A7us%20%C3%A9t%C3%A9.csv`,
    )
  })

  it('count each request for its address, and say when to come back', async () => {
    toy.world.ipDecision = { allowed: false, retryAfterSeconds: 7, max: 5, left: 0 }
    const answer = await get('/hello/awa')
    toy.world.ipDecision = { allowed: true, retryAfterSeconds: 60, max: 5, left: 4 }
    assert.equal(answer.status, 429)
    assert.equal(answer.headers.get('Retry-After'), '7')
    assert.match(await answer.text(), /<h1>Trop de demandes<\/h1>.*dans 7 secondes/)
  })

  it('are measured under their pattern, never under their path', async () => {
    await get('/hello/quelqu-un')
    const routes = new Set(toy.world.measured.map(({ route }) => route))
    assert.ok(routes.has('/hello/:name') && !JSON.stringify(toy.world.logged).includes('quelqu-un'))
  })
})
