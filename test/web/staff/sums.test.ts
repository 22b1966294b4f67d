import assert from 'node:assert/strict'
import type { BankCode } from '#domain/operators/operators.ts'
import { onPool } from '#db/sql.ts'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { createMerchant } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { outboxTo } from '#test/support/orders.ts'
import { acceptedTransfer, authorizeBank, createBankTenant } from '#test/support/payouts.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'
import type { Tenant } from '#test/support/tenant.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

const transfers = '/staff/virements'
const refunds = '/staff/remboursements'

describe('queues of money at the desk', () => {
  const scene = givenCheckedScene()
  const desk = given(() => deskBrowser(scene.service, 'agent'))
  const merchantOf = async (serviceEnvId: string) => {
    const [row] = await onPool(scene.service.database.pool).rows<{ id: string; name: string }>(
      `select m.id, m.name from service_env e join service s on s.id = e.service_id
       join merchant m on m.id = s.merchant_id where e.id = $1`,
      [serviceEnvId],
    )
    return row ?? assert.fail('no merchant')
  }
  const ask = (tenant: Tenant, provider: BankCode, amount: number) =>
    acceptedTransfer(scene.service, tenant, { provider, amount })
  /** The rows of a list, and the sum above it. */
  const listed = async (by: DeskBrowser, path: string, query: Readonly<Record<string, string>>) => {
    const { status, text } = await by.get(`${path}?${new URLSearchParams(query)}`)
    assert.equal(status, 200)
    const [, sum = ''] = /<p><b>([^<]*)<\/b><\/p>/.exec(text) ?? []
    const ids = [...text.matchAll(RegExp(`href="${path}/([0-9a-f-]{36})`, 'g'))].map(([, id]) => id)
    return { text, ids, sum: sum.replaceAll(/\s/g, ' ') }
  }

  it('show the transfers of one bank and of one merchant, with their number and sum', async () => {
    const { database } = scene.service
    const [shop, other] = [await createBankTenant(database), await createBankTenant(database)]
    await authorizeBank(database, shop, 'boa-benin')
    const large = await ask(shop, 'uba-benin', 250_000)
    const small = await ask(shop, 'uba-benin', 20_000)
    const elsewhere = await ask(shop, 'boa-benin', 7_000)
    const foreign = await ask(other, 'uba-benin', 1_000)
    const { id: marchand, name } = await merchantOf(shop.serviceEnvId)

    const all = await listed(desk, transfers, { marchand })
    assert.deepEqual([all.ids, all.sum], [[large, small, elsewhere], '3 dossiers · 277 000 F CFA'])
    const uba = await listed(desk, transfers, { marchand, par: 'uba-benin' })
    assert.deepEqual([uba.ids, uba.sum], [[large, small], '2 dossiers · 270 000 F CFA'])
    assert.match(uba.text, RegExp(`<option value="${marchand}" selected>${name} · 2 · 270`))
    assert.match(uba.text, /<option value="boa-benin">Bank of Africa[^<]* · 1 · 7\u202F000/)
    const both = await listed(desk, transfers, { par: 'uba-benin' })
    for (const id of [large, small, foreign]) assert.ok(both.ids.includes(id))
    assert.ok(!both.ids.includes(elsewhere))
    assert.deepEqual((await listed(desk, transfers, { marchand, vue: 'approuver' })).ids, [])

    await desk.send(`${transfers}/${small}`, `${transfers}/${small}/prendre`)
    const mine = await listed(desk, transfers, { marchand, vue: 'moi' })
    assert.deepEqual([mine.ids, mine.sum], [[small], '1 dossier · 20 000 F CFA'])
  })

  it('lead on within what is chosen, from case to case, after an act, and back to the list', async () => {
    const { database } = scene.service
    const shop = await createBankTenant(database)
    await authorizeBank(database, shop, 'boa-benin')
    const first = await ask(shop, 'uba-benin', 1_000)
    await ask(shop, 'boa-benin', 2_000)
    await ask(await createBankTenant(database), 'uba-benin', 3_000)
    const last = await ask(shop, 'uba-benin', 4_000)
    const { id: marchand } = await merchantOf(shop.serviceEnvId)
    const chosen = new URLSearchParams({ par: 'uba-benin', marchand }).toString()
    const linksOf = async (page: string) => {
      const { text } = await desk.get(page)
      return [...text.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      )
    }
    const [firstPage, lastPage] = [first, last].map((id) => `${transfers}/${id}?${chosen}`)
    assert.ok(firstPage && lastPage)
    const rows = await linksOf(`${transfers}?${chosen}`)
    assert.ok(rows.includes(firstPage) && rows.includes(lastPage), 'rows')
    for (const [page, next] of [
      [firstPage, lastPage],
      [lastPage, firstPage],
    ] as const) {
      const links = await linksOf(page)
      assert.ok(links.includes(`${transfers}?${chosen}`), 'back')
      assert.ok(links.includes(next), 'next')
    }
    const taken = await desk.send(firstPage, `${transfers}/${first}/prendre?${chosen}`)
    assert.deepEqual([taken.status, taken.location], [303, firstPage])
    const several = await desk.post(`${transfers}/a-prendre?${chosen}`, { choix: [last] })
    const review = await linksOf(several.location ?? '')
    for (const link of [lastPage, `${transfers}?${chosen}`]) assert.ok(review.includes(link), link)
    const noted = { note: 'Vu' }
    const note = await desk.send(firstPage, `${transfers}/${first}/note?${chosen}`, noted)
    assert.deepEqual([note.status, note.location], [303, firstPage])
  })

  it('are narrowed alike in every view: the tabs keep what is chosen, and an ended one says so', async () => {
    const { database } = scene.service
    const [shop, other] = [await createBankTenant(database), await createBankTenant(database)]
    await authorizeBank(database, shop, 'boa-benin')
    const ended = await ask(shop, 'uba-benin', 1_000)
    for (const id of [
      ended,
      await ask(other, 'uba-benin', 2_000),
      await ask(shop, 'boa-benin', 3_000),
    ])
      for (const verb of ['prendre', 'rejeter'])
        await desk.send(`${transfers}/${id}`, `${transfers}/${id}/${verb}`, {
          reason: 'Compte clos',
        })
    const { id: marchand, name } = await merchantOf(shop.serviceEnvId)
    const chosen = { par: 'uba-benin', marchand }
    const open = await listed(desk, transfers, chosen)
    const tabs = /<nav class="views".*?<\/nav>/s.exec(open.text)?.[0] ?? ''
    const hrefs = [...tabs.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    )
    for (const vue of ['', 'approuver', 'rejected', 'moi'])
      assert.ok(
        hrefs.includes(
          `${transfers}?${new URLSearchParams({ ...(vue !== '' && { vue }), ...chosen })}`,
        ),
        `${vue}: ${hrefs.join(' ')}`,
      )
    const past = await listed(desk, transfers, { ...chosen, vue: 'rejected' })
    assert.deepEqual(past.ids, [ended])
    assert.match(past.text, RegExp(`Seulement\\s*<b>UBA[^<]*${name}</b>`))
    assert.ok(past.text.includes(`href="${transfers}?vue=rejected">Tout voir`))
    const nobody = { marchand: shop.serviceEnvId, vue: 'rejected' }
    assert.deepEqual((await listed(desk, transfers, nobody)).ids, [])
  })

  it('show the refunds of one operator and of one merchant, with their number and sum; what cannot exist filters nothing', async () => {
    const { database, temporal: client } = scene.service
    const books = { database, outbox: outboxTo({ database, client }) }
    const shop = await createMerchant(books)
    const { id: marchand } = await merchantOf(shop.serviceEnvId)
    const transactionId = await paidCollection(books, shop)
    const first = await refundOf(books, shop, { transactionId, amount: 400n })
    const second = await refundOf(books, shop, { transactionId, amount: 300n })
    const all = await listed(desk, refunds, { marchand })
    assert.deepEqual([all.ids, all.sum], [[first.id, second.id], '2 dossiers · 700 F CFA (test)'])
    const none = await listed(desk, refunds, { marchand, par: 'no-such-operator' })
    assert.deepEqual([none.ids, none.sum], [[], '0 dossier'])
    const unknown = await listed(desk, refunds, { marchand: "x' or 1=1" })
    assert.ok(unknown.ids.length >= 2)
  })
})
