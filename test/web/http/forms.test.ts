import assert from 'node:assert/strict'
import { isLocalPath, redirect } from '#web/http/answer.ts'
import { startToyPages } from '#test/web/toy-pages.tsx'
import { given } from '#test/support/given.ts'

describe('forms of pages', () => {
  const toy = given(() => startToyPages())

  const post = (
    path: string,
    fields: string | Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    fetch(toy.url + path, {
      method: 'POST',
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      redirect: 'manual',
    })
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; ')

  it('lead to a page (303) that says once what was done, escaped', async () => {
    const sent = await post('/hello/awa', { word: ' pagne\r\n\u0000 ' })
    assert.deepEqual([sent.status, sent.headers.get('Location')], [303, '/hello/awa'])
    const cookie = cookieOf(sent)
    for (const line of sent.headers.getSetCookie())
      assert.match(line, /; Path=\/; HttpOnly; SameSite=Lax/)
    const page = await fetch(`${toy.url}/hello/awa`, { headers: { cookie } })
    assert.match(await page.text(), /role="status".*Reçu\u00A0: pagne &lt;b>/)
    assert.match(page.headers.getSetCookie().join(), /flash=; .*Max-Age=0/)
    const next = await fetch(`${toy.url}/hello/awa`)
    assert.doesNotMatch(await next.text(), /Reçu/)
  })

  it('show no sentence that somebody else wrote into the cookie', async () => {
    const sent = await post('/hello/awa', { word: 'pagne' })
    const [, body = '', mac = ''] = /flash=([^.;]+)\.([^;]+)/.exec(cookieOf(sent)) ?? []
    const other = Buffer.from('ok Payez ailleurs').toString('base64url')
    for (const value of [
      `${other}.${mac}`,
      `${body}.`,
      `${body}.${mac.slice(0, -2)}AA`,
      other,
      '',
    ]) {
      const page = await fetch(`${toy.url}/hello/awa`, { headers: { cookie: `flash=${value}` } })
      assert.equal(page.status, 200)
      assert.doesNotMatch(await page.text(), /pagne|ailleurs|role="status"/)
    }
  })

  it('carry a small file where the page allows it, and nothing larger', async () => {
    const picture = (bytes: number) => Buffer.alloc(bytes, 0xfb).toString('base64url')
    const send = async (text: string, path = '/picture') => {
      const answer = await post(path, { picture: text })
      return [answer.status, await answer.text()] as const
    }
    assert.match((await send(picture(204_800)))[1], /204800 bytes/)
    assert.match((await send(''))[1], /none bytes/)
    assert.equal((await send(picture(230_000)))[0], 413)
    assert.equal((await send(picture(40_000), '/hello/awa'))[0], 413)
    assert.equal((await send('+/=='))[0], 400)
  })

  it('are refused from another site, whichever way the browser says so', async () => {
    const elsewhere = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'not an address' },
    ]
    for (const headers of elsewhere) {
      const answer = await post('/hello/awa', {}, headers)
      assert.equal(answer.status, 403, JSON.stringify(headers))
      assert.match(await answer.text(), /Formulaire refusé/)
    }
    for (const headers of [
      { 'Sec-Fetch-Site': 'same-origin' },
      { Origin: toy.url },
      { Origin: 'null' },
    ]) {
      assert.equal((await post('/hello/awa', {}, headers)).status, 303, JSON.stringify(headers))
    }
  })

  it('of people who are logged in are taken with their token alone', async () => {
    const cookie = 'member=awa'
    const page = await (await fetch(`${toy.url}/members`, { headers: { cookie } })).text()
    const [, token = ''] = /name="csrf_token" value="([^"]+)"/.exec(page) ?? []
    const sent = await post('/members', `csrf_token=${token}&box=a&box=b`, { cookie })
    assert.deepEqual([sent.status, await sent.text()], [200, '<!doctype html><p>awa a+b</p>'])
    for (const wrong of ['', 'token-of-kossi', `${token} `]) {
      assert.equal((await post('/members', { csrf_token: wrong }, { cookie })).status, 403, wrong)
    }
    assert.equal((await post('/members', { csrf_token: token })).status, 303)
  })

  it('and pages behind a door are not packed with the token in them', async () => {
    const headers = { cookie: 'member=awa', 'Accept-Encoding': 'br' }
    const page = await fetch(`${toy.url}/members`, { headers })
    assert.equal(page.headers.get('Content-Encoding'), null)
    const stranger = await fetch(`${toy.url}/members`, { redirect: 'manual' })
    assert.deepEqual([stranger.status, stranger.headers.get('Location')], [303, '/login'])
  })

  it('are refused when too large, not forms, or of too many fields', async () => {
    assert.equal((await post('/hello/awa', `word=${'a'.repeat(33_000)}`)).status, 413)
    assert.equal(
      (await post('/hello/awa', '{}', { 'Content-Type': 'application/json' })).status,
      400,
    )
    assert.equal((await post('/hello/awa', 'a=1&'.repeat(300))).status, 400)
  })

  it('never lead out of the service', () => {
    for (const path of ['/', '/a/b?c=d&e=%20#f', '/~a.b-c']) assert.ok(isLocalPath(path), path)
    const outside = [
      '',
      'a',
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a\nb',
      '/a b',
      '/\t/evil',
    ]
    for (const path of outside) {
      assert.ok(!isLocalPath(path), path)
      assert.throws(() => redirect(path), RangeError)
    }
  })

  it('over https have cookies that are bound to this very host', async () => {
    const secure = await startToyPages(true)
    const answer = await fetch(`${secure.url}/hello/awa`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      redirect: 'manual',
    })
    const lines = answer.headers.getSetCookie()
    await secure.close()
    assert.equal(lines.length, 2)
    for (const line of lines)
      assert.match(line, /^__Host-(flash|seen)=.*Path=\/; HttpOnly; SameSite=Lax; Secure/)
  })
})
