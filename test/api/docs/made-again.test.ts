import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import { documentation } from '#api/docs/pages.ts'

describe('the documentation', () => {
  it('is made at the next request where it could not be made at the first', async () => {
    let tries = 0
    const merchants = { servers: [{ url: 'https://pay.example' }], paths: {}, tags: [] }
    const describeOnce = () => {
      tries += 1
      if (tries === 1) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
      return { merchants, staff: {} }
    }
    const files = { style: '/a.css', script: '/a.js', icon: '/a.svg' }
    const app = new Koa().use(documentation(describeOnce, files))
    app.silent = true
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      for (const status of [500, 200, 200]) {
        const answer = await fetch(`http://127.0.0.1:${port}/openapi.json`)
        assert.equal(answer.status, status)
        await answer.text()
      }
      assert.equal(tries, 2)
    } finally {
      server.close()
    }
  })
})
