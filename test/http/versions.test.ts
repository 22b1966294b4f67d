import assert from 'node:assert/strict'
import { fail } from '#domain/errors/errors.ts'
import { createApp } from '#http/app.ts'
import { listen, type RunningServer } from '#http/listen.ts'
import { route } from '#http/route.ts'
import { addedVersion } from '#http/added-version.ts'
import { ToyWorld } from './toy-service.ts'
import { noteCodes } from '#test/support/seen-codes.ts'

const routes = [
  route({
    method: 'GET',
    path: '/v2/later',
    keys: 'none',
    summary: 'later',
    handler: () => {
      throw fail('not_implemented')
    },
  }),
  route({
    method: 'GET',
    path: '/v2/later',
    keys: 'none',
    since: addedVersion,
    summary: 'later',
    handler: () => ({ body: { data: 'new' } }),
  }),
  route({
    method: 'POST',
    path: '/v2/later',
    keys: 'none',
    since: addedVersion,
    summary: 'post',
    handler: () => ({ body: { data: 'made' } }),
  }),
  route({
    method: 'GET',
    path: '/v2/new',
    keys: 'none',
    since: addedVersion,
    summary: 'new',
    handler: () => ({ body: { data: 'new' } }),
  }),
  route({
    method: 'GET',
    path: '/v2/new/:id/part',
    keys: 'none',
    since: addedVersion,
    summary: 'part',
    handler: () => ({ body: { data: 'part' } }),
  }),
  route({
    method: 'GET',
    path: '/v2/kept/:id',
    keys: 'none',
    summary: 'kept',
    handler: () => ({ body: { data: 'kept' } }),
  }),
  route({
    method: 'PATCH',
    path: '/v2/kept/:id',
    keys: 'none',
    since: addedVersion,
    summary: 'change',
    handler: () => ({ body: { data: 'changed' } }),
  }),
]

describe('the version that a request names', () => {
  let server: RunningServer
  before(async () => {
    const dependencies = new ToyWorld().dependencies()
    const app = createApp(routes, dependencies)
    server = await listen(app, { host: '127.0.0.1', port: 0, dependencies })
  })
  after(() => server?.close())

  async function ask(path: string, method = 'GET', version?: string) {
    const headers = {
      ...(version !== undefined && { 'Service-Version': version }),
      ...(method === 'POST' && { 'Content-Type': 'application/json' }),
    }
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers,
      ...(method === 'POST' && { body: '{}' }),
    })
    const code = codeIn(await answer.text())
    return [answer.status, code, answer.headers.get('Service-Version')]
  }

  function codeIn(text: string): string {
    if (text === '') return ''
    const json = JSON.parse(text)
    if (json.error) noteCodes(json)
    return json.error?.code ?? 'ok'
  }

  it('has the routes that it added, and says itself in the answer', async () => {
    assert.deepEqual(await ask('/v2/later', 'GET', '2.6.0'), [200, 'ok', '2.6.0'])
    assert.deepEqual(await ask('/v2/later', 'POST', '2.6.0'), [200, 'ok', '2.6.0'])
    assert.deepEqual(await ask('/v2/new', 'GET', '2.6.0'), [200, 'ok', '2.6.0'])
    assert.deepEqual(await ask('/v2/other', 'GET', '2.6.0'), [404, 'route_not_found', '2.6.0'])
  })

  it('is named to whoever asks for what it added without naming it, and to nobody else', async () => {
    const told = async (path: string, method = 'GET') => {
      const url = `http://127.0.0.1:${server.port}${path}`
      const { error } = JSON.parse(await (await fetch(url, { method })).text())
      return [error.code, error.details.service_version, error.message]
    }
    const header = 'envoyez l’en-tête Service-Version: 2.6.0.'
    assert.deepEqual(await told('/v2/new'), [
      'route_not_found',
      '2.6.0',
      `Cette adresse n’existe pas dans cette version\u00A0: ${header}`,
    ])
    assert.deepEqual(await told('/v2/new/4711/part'), [
      'route_not_found',
      '2.6.0',
      `Cette adresse n’existe pas dans cette version\u00A0: ${header}`,
    ])
    assert.deepEqual(await told('/v2/other'), [
      'route_not_found',
      undefined,
      'Cette adresse n’existe pas\u00A0; la documentation est à /docs.',
    ])
    assert.deepEqual(await told('/v2/kept/4711', 'PATCH'), [
      'method_not_allowed',
      '2.6.0',
      `Cette méthode HTTP n’est pas acceptée à cette adresse dans cette version\u00A0: ${header}`,
    ])
    const [, none] = await told('/v2/kept/4711', 'DELETE')
    assert.equal(none, undefined)
  })

  it('is the one before for whoever names none: 501, 405 and 404 stay', async () => {
    for (const version of [undefined, '2.4.0']) {
      assert.deepEqual(await ask('/v2/later', 'GET', version), [501, 'not_implemented', '2.4.0'])
      assert.deepEqual(await ask('/v2/later', 'POST', version), [
        405,
        'method_not_allowed',
        '2.4.0',
      ])
      assert.deepEqual(await ask('/v2/new', 'GET', version), [404, 'route_not_found', '2.4.0'])
    }
  })

  it('is refused where there is no such version', async () => {
    for (const version of ['2.5', '3.0.0', '2.6.0, 2.4.0', ''])
      assert.deepEqual(await ask('/v2/later', 'GET', version), [400, 'unknown_version', '2.4.0'])
  })
})
