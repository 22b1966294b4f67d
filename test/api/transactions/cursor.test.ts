import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { refusalOf, sharedApiScene, startSecondApi } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { createKey, createTenant, type Tenant } from '#test/support/tenant.ts'

describe('a walk through GET /v2/transactions', () => {
  let tenant: Tenant
  let key: string
  /** Newest first; several share the moment of their creation. */
  let ids: string[]

  const scene = given(() => sharedApiScene())
  before(async () => {
    tenant = scene.tenant
    key = tenant.keys.secret
    const made = await Promise.all(Array.from({ length: 25 }, () => scene.accept()))
    ids = made.map(({ json }) => json.data.id)
    const minute = (at: number) => new Date(Date.UTC(2026, 0, 1, 0, Math.floor(at / 4)))
    for (const [at, id] of ids.entries()) {
      await onPool(scene.service.database.pool).rows(
        'update transaction set created_at = $2 where id = $1',
        [id, minute(at)],
      )
    }
    const rank = new Map(ids.map((id, at) => [id, minute(at).getTime()]))
    ids.sort((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0) || (a < b ? 1 : -1))
  })

  const since = 'created_after=2025-12-31'
  const page = (search: string, reader = key, at = scene.baseUrl) =>
    scene.call({ path: `/v2/transactions?${since}${search}`, key: reader }, at)

  /** All pages, each row in order; `between` happens after each page. */
  async function walk(limit: number, between = async () => {}): Promise<string[]> {
    const seen: string[] = []
    let cursor = ''
    for (let pages = 0; pages < 60; pages += 1) {
      const { json, text } = await page(`&limit=${limit}${cursor}`)
      assert.ok(Array.isArray(json.data), text)
      assert.equal(json.meta.limit, limit)
      assert.equal(json.meta.has_more, json.meta.next_cursor !== null)
      assert.ok(json.data.length === limit || !json.meta.has_more)
      seen.push(...json.data.map(({ id }: { id: string }) => id))
      if (json.meta.next_cursor === null) return seen
      cursor = `&cursor=${json.meta.next_cursor}`
      await between()
    }
    throw new Error('the walk does not end')
  }

  it('visits each row once, in order, at every size of page', async () => {
    for (const limit of [1, 3, 4, 24, 25, 26, 100]) assert.deepEqual(await walk(limit), ids)
  })

  it('visits each row once while rows are being added, in another process too', async () => {
    const second = await startSecondApi(scene)
    try {
      const added: string[] = []
      const seen = await walk(4, async () => {
        added.push((await scene.accept()).json.data.id)
      })
      assert.deepEqual(seen, ids)
      assert.equal(added.length, 6)
      const { json } = await page('&limit=3')
      const onward = await page(`&limit=3&cursor=${json.meta.next_cursor}`, key, second.baseUrl)
      const shown = [...json.data, ...onward.json.data].map(({ id }: { id: string }) => id)
      assert.deepEqual(shown, added.toReversed())
    } finally {
      await second.stop()
    }
  })

  it('goes on with another limit and the same filters', async () => {
    const search = `&created_before=2026-01-02&channel=api`
    const first = await page(`${search}&limit=5`)
    const next = await page(`${search}&limit=10&cursor=${first.json.meta.next_cursor}`)
    const shown = [...first.json.data, ...next.json.data].map(({ id }: { id: string }) => id)
    assert.deepEqual(shown, ids.slice(0, 15))
  })

  describe('is refused with invalid_cursor when its cursor', () => {
    const invalid = { status: 422, code: 'invalid_cursor', field: 'cursor' }
    const cursorOf = async (reader = key): Promise<string> =>
      (await page('&limit=1', reader)).json.meta.next_cursor

    it('was changed in any character, cut, or lengthened', async () => {
      const cursor = await cursorOf()
      for (let at = 0; at < cursor.length; at += 1) {
        const other = cursor[at] === 'A' ? 'B' : 'A'
        const changed = cursor.slice(0, at) + other + cursor.slice(at + 1)
        assert.deepEqual(refusalOf(await page(`&cursor=${changed}`)), invalid, changed)
      }
      for (const changed of [cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`]) {
        assert.deepEqual(refusalOf(await page(`&cursor=${encodeURIComponent(changed)}`)), invalid)
      }
      assert.equal((await page(`&cursor=${cursor}`)).status, 200)
    })

    it('was made up', async () => {
      const payload = Buffer.from('["2026-01-01T00:00:00.000Z","x"]').toString('base64url')
      const texts = [
        'x',
        '.',
        'a.b',
        payload,
        `${payload}.`,
        `${payload}.${payload}`,
        'null',
        '%00',
      ]
      for (const text of [...texts, ids[0] ?? '', 'a'.repeat(1024), 'a'.repeat(5000)]) {
        assert.deepEqual(refusalOf(await page(`&cursor=${text}`)), invalid)
      }
    })

    it('is another key’s, of the same service or of another', async () => {
      const { database } = scene.service
      const cursor = await cursorOf()
      const sibling = await createKey(database, tenant, 'secret')
      const stranger = await createTenant(database)
      for (const reader of [sibling, tenant.keys.terminal, stranger.keys.secret]) {
        assert.deepEqual(refusalOf(await page(`&cursor=${cursor}`, reader)), invalid)
      }
    })

    it('is beside another wrong parameter: both are told', async () => {
      const answer = await page('&limit=0&cursor=')
      assert.equal(refusalOf(answer).code, 'validation_failed')
    })
  })
})
