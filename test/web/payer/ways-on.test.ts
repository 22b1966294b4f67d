import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { onPool } from '#db/sql.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { type ApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createLink } from '#test/support/payment-links.ts'
import { goodPayer, PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

describe('the ways on of a payer', () => {
  let api: ApiAlone
  let tenant: Tenant
  before(async () => {
    api = await startApiAlone({ FRAUD_REQUESTS_PER_NUMBER: '50' })
    tenant = await createTenant(api.database)
  })
  after(() => api?.stop())

  const paying = async (changes: Parameters<typeof createLink>[2] = {}, typed = goodPayer()) => {
    const { id } = await createLink(api.database, tenant, changes)
    const path = `/sandbox/pay/${id}`
    const payer = new PayerBrowser(api)
    const { location } = await payer.pay(path, typed)
    return { id, path, payer, location, typed }
  }
  const settle = async (linkId: string, outcome: Partial<Outcome>) => {
    const { id } = await onPool(api.database.pool).one<{ id: string }>(
      'select id from transaction where payment_link_id = $1',
      [linkId],
    )
    await settleTransaction(api.database, outboxOf(api.database), {
      transactionId: asId<TransactionId>(id),
      outcome: { status: 'failed', providerReference: null, ...outcome } as Outcome,
    })
  }
  const waysOf = (page: { readonly text: string }): (readonly [string, string])[] =>
    [
      ...page.text.matchAll(/<a class="button[^"]*" href="([^"]*reprise=[^"]*)"[^>]*>(.*?)<\/a>/g),
    ].map(([, href = '', label = '']) => [
      label.replaceAll(/<[^>]*>/g, '').trim(),
      href.replaceAll('&amp;', '&'),
    ])
  const fieldOf = (page: { readonly form: Readonly<Record<string, string>> }, name: string) =>
    page.form[name] ?? ''

  it('are another number first where the number is at fault, and the same again where it is not', async () => {
    const all = ['Réessayer', 'Avec un autre numéro', 'Avec Moov Money', 'Par carte bancaire']
    for (const [failureCode, ways] of [
      ['insufficient_funds', [...all.slice(1), 'Réessayer']],
      ['payer_rejected', all],
      ['operator_unavailable', ['Avec Moov Money', 'Par carte bancaire', 'Réessayer']],
    ] as const) {
      const { id, payer, location } = await paying()
      await settle(id, { failureCode } as Partial<Outcome>)
      const labels = waysOf(await payer.get(location)).map(([label]) => label)
      assert.deepEqual(labels, ways, failureCode)
    }
  })

  it('keep what was typed, for the browser that typed it alone', async () => {
    const { id, payer, location, typed } = await paying()
    await settle(id, { failureCode: 'payer_rejected' } as Partial<Outcome>)
    const ways = new Map(waysOf(await payer.get(location)))
    const again = await payer.get(ways.get('Réessayer') ?? '')
    assert.equal(fieldOf(again, 'numero'), typed['numero'])
    assert.equal(fieldOf(again, 'nom'), typed['nom'])
    const other = await payer.get(ways.get('Avec un autre numéro') ?? '')
    assert.equal(fieldOf(other, 'numero'), '')
    assert.equal(fieldOf(other, 'nom'), typed['nom'])
    const stranger = await new PayerBrowser(api).get(ways.get('Réessayer') ?? '')
    assert.equal(fieldOf(stranger, 'nom'), '')
    assert.ok(!stranger.text.includes(typed['nom'] ?? '?'))
  })

  it('tell while waiting which code to dial, and the way of another number', async () => {
    const { payer, location } = await paying()
    const page = await payer.get(location)
    assert.match(page.text, /href="tel:\*880%23"/)
    assert.ok(wordsOf(page).includes('Payer avec un autre numéro'))
    const once = await paying({ maxPayments: 1 })
    const closed = wordsOf(await once.payer.get(once.location))
    assert.ok(!closed.includes('Payer avec un autre numéro'), 'others cannot pay it meanwhile')
  })

  it('ask once about a number that seems to be another operator’s, and then take it', async () => {
    const { id } = await createLink(api.database, tenant, {})
    const payer = new PayerBrowser(api)
    const path = `/sandbox/pay/${id}`
    const typed = { ...goodPayer(), operateur: 'moov-benin' }
    const asked = await payer.pay(path, typed)
    assert.equal(asked.status, 200)
    assert.ok(wordsOf(asked).includes('Ce numéro semble être chez MTN'), wordsOf(asked))
    const taken = await payer.post(path, asked.form)
    assert.equal(taken.status, 303)
    assert.match(taken.location, /^\/sandbox\/pay\//)
  })
})
