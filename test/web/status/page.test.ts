import assert from 'node:assert/strict'
import { setOperatorState } from '#use-cases/operators/change.ts'
import { stateKeptMs } from '#use-cases/figures/state.ts'
import { startMigratedPostgres } from '#test/support/stack.ts'
import { given } from '#test/support/given.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { outboxOf } from '#test/support/paid.ts'
import { cause } from '#test/support/people.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'

const page = '/etat'

describe('the public page of how the service does', () => {
  let api: ApiAlone
  const started: { stop(): Promise<void> }[] = []
  beforeEach(async () => {
    api = await startApiAlone()
    started.push(api)
  })
  after(() => Promise.all(started.map((each) => each.stop())))

  const ask = (language = 'fr') =>
    fetch(`${api.baseUrl}${page}`, { headers: { 'Accept-Language': language } })
  const read = async (language?: string) => (await ask(language)).text()

  it('says in French, or in English to who prefers it, that all is well; caches may keep it a moment', async () => {
    const answer = await ask()
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), `public, max-age=${stateKeptMs / 1000}`)
    assert.match(answer.headers.get('vary') ?? '', /Accept-Language/)
    const french = await answer.text()
    assert.match(french, /<html lang="fr">/)
    assert.match(french, /Tout fonctionne/)
    assert.equal([...french.matchAll(/Normal</g)].length, 5, 'ours, and two live operators')
    const english = await read('en-GB,en;q=0.9,fr;q=0.5')
    assert.match(english, /<html lang="en">/)
    assert.match(english, /Everything works/)
    assert.doesNotMatch(english, /Encaissements|Opérateur|Nous ne vous/)
    assert.match(await read('yo'), /Tout fonctionne/)
  })

  it('tells of an operator that is closed, and of what is late, and no figure of anybody’s', async () => {
    const supervisor = await deskBrowser(api, 'supervisor')
    const { database } = api
    const closed = { provider: 'mtn-benin', mode: 'live', isOpen: false } as const
    await setOperatorState(database, supervisor.member, {
      ...closed,
      cause: { ...cause(), reason: 'Panne annoncée' },
    })
    const merchant = await createMerchant(api, { mode: 'live' })
    const late = await acceptOne({ database, outbox: outboxOf(database) }, merchant)
    await api.database.pool.query(
      `update transaction set expires_at = now() - interval '5 minutes' where id = $1`,
      [late],
    )
    const text = await read()
    assert.match(text, /Le service est perturbé/)
    assert.match(text, /MTN Mobile Money<\/dt><dd><span[^>]*>.*?Fermé/)
    assert.match(text, /Encaissements<\/dt><dd><span[^>]*>.*?Perturbé/)
    assert.match(text, /Webhooks<\/dt><dd><span[^>]*>.*?Normal/)
    assert.doesNotMatch(text, /Panne annoncée|FCFA|XOF/)
  })

  it('asks the books once for all who look', async () => {
    const { pool } = api.database
    let asked = 0
    pool.on('acquire', () => (asked += 1))
    await Promise.all(Array.from({ length: 20 }, () => read()))
    const once = asked
    assert.ok(once > 0)
    await Promise.all(Array.from({ length: 20 }, () => read('en')))
    assert.equal(asked, once)
  })
})

describe('the public page, while the database is away', function () {
  this.timeout(90_000)
  const postgres = given(() => startMigratedPostgres())
  const api = given(() => startApiAlone({ DATABASE_URL: postgres.url }))
  before(() => postgres.stop())

  it('says that the state is not known, and answers', async () => {
    const answer = await fetch(`${api.baseUrl}${page}`)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /État inconnu/)
  })
})
