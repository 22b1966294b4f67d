import assert from 'node:assert/strict'
import { operators } from '#domain/operators/operators.ts'
import { loadAssets, readAssets } from '#http/asset-files.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'

describe('the files under /assets', () => {
  const api = given(() => startApiAlone({ PUBLIC_URL: 'https://pay.example.com/' }))

  const folder = new URL('../../http/assets/', import.meta.url)
  const assets = loadAssets('https://pay.example.com', readAssets(folder))
  const urls = operators.map(({ code }) => assets.urlOf(`${code}.svg`))
  const get = (path: string, init: RequestInit = {}) => fetch(api.baseUrl + path, init)
  const pathOf = (url: string | undefined) => {
    return new URL(url ?? '').pathname
  }

  it('hold a picture of each operator, which may be kept for ever', async () => {
    for (const url of urls) {
      assert.match(url, /^https:\/\/pay\.example\.com\/assets\/[a-z-]+\.[0-9a-f]{16}\.svg$/)
      const answer = await get(pathOf(url))
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('Content-Type'), 'image/svg+xml')
      assert.equal(answer.headers.get('Cache-Control'), 'public, max-age=31536000, immutable')
      assert.equal(answer.headers.get('X-Content-Type-Options'), 'nosniff')
      assert.equal(answer.headers.get('Access-Control-Allow-Origin'), '*')
      const text = await answer.text()
      assert.match(text, /^<svg [^>]*viewBox="0 0 96 96"/)
      assert.doesNotMatch(text, /<script|href|url\(/)
    }
    assert.equal(new Set(urls).size, operators.length)
  })

  it('are not sent again to whoever has them, and are not kept under another version', async () => {
    const path = pathOf(urls[0])
    const first = await get(path)
    const tag = first.headers.get('ETag') ?? ''
    // As a browser asks; left alone, fetch asks for no cache at all.
    const headers = { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' }
    const again = await get(path, { headers })
    assert.deepEqual([again.status, await again.text()], [304, ''])
    const head = await get(path, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
    const others = [
      path.replace(/[0-9a-f]{16}/, '0'.repeat(16)),
      path.replace(/\.[0-9a-f]{16}/, ''),
    ]
    for (const other of others) {
      const answer = await get(other)
      assert.deepEqual([answer.status, answer.headers.get('Cache-Control')], [200, 'no-cache'])
    }
  })

  it('are the only ones there', async () => {
    const elsewhere = [
      '/assets',
      '/assets/',
      '/assets/none.svg',
      '/assets/..%2fmain.ts',
      '/assets/%2e%2e/main.ts',
      '/assets/mtn-benin.svg/',
      '/assets/constructor',
    ]
    for (const path of elsewhere) assert.equal((await get(path)).status, 404, path)
    assert.equal((await get(pathOf(urls[0]), { method: 'POST' })).status, 405)
    assert.throws(() => assets.urlOf('none.svg'), RangeError)
  })
})
