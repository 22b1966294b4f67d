import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createApiCallLog, keepApiCallDays } from '#use-cases/api-calls/keep.ts'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { type Call, call, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { openDatabase } from '#test/support/service.ts'
import { createDatabase } from '#test/support/stack.ts'
import { createPortalMerchant, portalReader } from '#test/support/portal.ts'
import { searched, searchedAt } from '#test/support/typed-forms.ts'

const path = '/portail/journaux'

describe('API logs in the portal', () => {
  const api = given(() => startApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const reader = given(() => portalReader(api, merchant, 'developer'))
  before(async () => {
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
  })

  const ask = (request: Call) => call(api, request)
  const key = () => merchant.test.keys.secret

  it('have each call under the id that its answer carries, with what its error means', async () => {
    const answer = await ask({ path: `/v2/transactions/${randomUUID()}`, key: key() })
    const { request_id: id } = answer.json.error
    const list = await found(`q=${id}`)
    assert.ok(list.includes(`${path}/${id}`) && list.includes('404 transaction_not_found'))
    const page = await reader.get(`${path}/${id}`)
    assert.match(page.text, /GET \/v2\/transactions\/:id/)
    assert.match(page.text, /erreurs#transaction_not_found/)
    assert.ok(page.text.includes(key().slice(-4)) && !page.text.includes(key()))
    // An id that was only asked for is nobody’s transaction.
    assert.ok(!page.text.includes('Voir le paiement'))
  })

  it('lead from a payment’s request, its repeat and its reading to the transaction, and hold nothing of its payer', async () => {
    const request = collectionCall(key(), {
      customer: { name: 'Inès Zinsou', email: 'ines@example.com' },
    })
    const made = await ask(request)
    await ask(request)
    const { data, meta } = made.json
    await ask({ path: `/v2/transactions/${data.id}?wait=0`, key: key() })
    const lines = await eventually(async () => {
      const kept = await keptOf(data.id)
      return kept.length === 3 && kept
    })
    assert.deepEqual(
      lines.map(({ route, status, replay_of }) => [route, status, replay_of]),
      [
        ['/v2/collections', 202, null],
        ['/v2/collections', 202, meta.request_id],
        ['/v2/transactions/:id', 200, null],
      ],
    )
    assert.doesNotMatch(JSON.stringify(lines), /Zinsou|ines@|22901/)
    const original = await reader.get(`${path}/${meta.request_id}`)
    assert.match(original.text, new RegExp(`/portail/transactions/${data.id}`))
    assert.match(original.text, /Même réponse, redonnée/)
    assert.match((await reader.get(`${path}/${lines[1]?.id}`)).text, /Celle d’un appel d’avant/)
  })

  it('have calls that the key may not make, and none without a key that is known', async () => {
    const refused = await ask({ path: '/v2/balance', key: merchant.test.keys.public })
    assert.match(await found(`q=${refused.json.error.request_id}`), /403 secret_key_required/)
    const before = await countAll()
    await ask({ path: '/v2/balance', key: 'SKSANDBOX_unknown' })
    await ask({ path: '/v2/balance' })
    await ask({ path: '/v2/nowhere', key: key() })
    const last = await ask({ path: '/v2/session', key: key() })
    await found(`q=${last.json.meta.request_id}`)
    assert.equal(await countAll(), before + 1)
  })

  it('are narrowed by result, route, key and day, and go on page after page', async () => {
    const shop = await createPortalMerchant(api.database)
    const developer = await portalReader(api, shop, 'developer')
    await developer.post('/portail/service', { vers: shop.test.serviceEnvId })
    for (let made = 0; made < 27; made += 1)
      await ask({ path: '/v2/session', key: shop.test.keys.secret })
    await ask({ path: '/v2/balance', key: shop.test.keys.public })
    const rowsOf = async (query: string) => {
      const { status, text } = await developer.get(`${path}?${query}`)
      assert.equal(status, 200)
      return { count: text.match(/<code>GET \/v2/g)?.length ?? 0, text }
    }
    await eventually(async () => (await rowsOf('resultat=refuse')).count === 1)
    const first = await rowsOf('route=GET+%2Fv2%2Fsession')
    assert.equal(first.count, 25)
    const next = /href="[^"]*\?([^"]*suite=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&')
    assert.equal((await rowsOf(next ?? '')).count, 2)
    const [keyRow] = await onPool(api.database.pool).rows<{ id: string }>(
      `select id from api_key where service_env_id = $1 and kind = 'public'`,
      [shop.test.serviceEnvId],
    )
    assert.equal((await rowsOf(`cle=${keyRow?.id}`)).count, 1)
    assert.equal((await rowsOf('jour=2020-01-01')).count, 0)
    const typed = await searchedAt(developer, path, 'jour=x&resultat=y&cle=z&q=nothing')
    assert.equal((await rowsOf(typed.split('?')[1] ?? '')).count, 25)
    assert.equal((await reader.get(`${path}?${next}`)).status, 422)
  })

  it('are no business of collaborators, of the other mode, nor of another merchant', async () => {
    const answer = await ask({ path: '/v2/session', key: key() })
    const { request_id: id } = answer.json.meta
    await found(`q=${id}`)
    const live = await portalReader(api, merchant, 'developer')
    const stranger = await portalReader(api, await createPortalMerchant(api.database))
    for (const other of [live, stranger]) {
      assert.match((await searched(other, path, { q: id })).text, /Aucun appel ne correspond/)
      assert.equal((await other.get(`${path}/${id}`)).status, 404)
    }
    const collaborator = await portalReader(api, merchant, 'collaborator')
    assert.equal((await collaborator.get(path)).status, 403)
  })

  it('make room for days to come, and forget those of more than a month ago', async () => {
    const sql = onPool(api.database.pool)
    await sql.rows(
      `create table api_call_20200101 partition of api_call for values from ('2020-01-01') to ('2020-01-02')`,
    )
    await sql.rows(`drop table ${await lastDay()}`)
    await Promise.all([keepApiCallDays(sql), keepApiCallDays(sql)])
    await keepApiCallDays(sql)
    const days = await sql.rows<{ name: string }>(
      `select relname as name from pg_class where relname ~ '^api_call_2' and relkind = 'r' order by 1`,
    )
    const dayOf = (at: number): string =>
      `api_call_${new Date(Date.now() + at * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}`
    const names = days.map(({ name }) => name)
    const wanted = Array.from({ length: 9 }, (_, at) => dayOf(at - 1))
    // The books may have been made before midnight.
    assert.deepEqual(names.slice(-wanted.length), wanted)
    assert.ok(names.length <= wanted.length + 1)
    assert.ok(days.every(({ name }) => name > 'api_call_2026'))
  })

  async function lastDay(): Promise<string> {
    const { name } = await onPool(api.database.pool).one<{ name: string }>(
      `select max(relname::text) as name from pg_class where relname ~ '^api_call_2' and relkind = 'r'`,
    )
    return name
  }

  /** The list once it has what is looked for. */
  function found(query: string): Promise<string> {
    return eventually(async () => {
      const { text } = await searched(reader, path, query)
      return !text.includes('Aucun appel ne correspond') && text
    })
  }

  function keptOf(transactionId: string) {
    return onPool(api.database.pool).rows<{
      id: string
      route: string
      status: number
      replay_of: string | null
    }>('select * from api_call where transaction_id = $1 order by at, id', [transactionId])
  }

  async function countAll(): Promise<number> {
    const { count } = await onPool(api.database.pool).one<{ count: number }>(
      'select count(*)::int as count from api_call',
    )
    return count
  }
})

describe('calls that are kept', () => {
  const line = () => ({
    id: randomUUID(),
    replayOf: null,
    serviceEnvId: randomUUID() as never,
    apiKeyId: randomUUID() as never,
    at: new Date(),
    method: 'GET',
    route: '/v2/session',
    status: 200,
    errorCode: null,
    durationMs: 3,
    transactionId: null,
  })

  it('are written at the stop, and dropped and counted while the database is away, a bounded number at a time', async () => {
    const database = await openDatabase(await createDatabase())
    let dropped = 0
    const log = createApiCallLog(database, (count) => (dropped += count))
    log.note(line())
    await log.close()
    const kept = await onPool(database.pool).rows('select id from api_call')
    assert.deepEqual([kept.length, dropped], [1, 0])
    await database.close()
    const away = createApiCallLog(database, (count) => (dropped += count))
    for (let made = 0; made < 10_500; made += 1) away.note(line())
    assert.equal(dropped, 500)
    await away.close()
    assert.equal(dropped, 10_500)
  })
})
