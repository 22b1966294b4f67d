import assert from 'node:assert/strict'
import { asId, type TransactionId } from '#domain/ids.ts'
import { onPool } from '#db/sql.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import {
  createPortalMerchant,
  portalReader,
  type PortalReader,
  testModeReader,
} from '#test/support/portal.ts'
import { exportOf } from '#test/support/typed-forms.ts'
import { addRate, addTariff, setExchangeTerms } from '#test/support/tariffs.ts'

describe('a payment that was converted, in the portal', () => {
  const api = given(() => sharedApiAlone())
  const shop = given(() => createPortalMerchant(api.database))
  let reader: PortalReader
  before(async () => {
    const { database } = api
    await addRate(database, 'USD', { xofPerUnit: '612.25', at: new Date('2024-03-03T03:03:03Z') })
    const dollars = `update service set currency = 'USD' where id = $1`
    await onPool(database.pool).rows(dollars, [shop.live.serviceId])
    reader = await portalReader(api, shop)
    await reader.post('/portail/service', { vers: shop.test.serviceEnvId })
  })

  const paid = async (payer: 'customer' | 'merchant') => {
    const fee = { percent: '1.5', payer }
    await setExchangeTerms(api.database, shop.test, { fee, margin: { percent: '2', payer } })
    const body = { amount: 16.64, currency: 'USD' }
    const { json, text } = await call(api, collectionCall(shop.test.keys.secret, body))
    assert.ok(json.data, text)
    const transactionId = asId<TransactionId>(json.data.id)
    const outbox = outboxOf(api.database)
    await settleTransaction(api.database, outbox, { transactionId, outcome: success })
    await outbox.drain()
    return json.data
  }
  const francs = (text: string, label: string): number => {
    const [, digits = 'NaN'] =
      new RegExp(`<dt>${label}</dt><dd><span[^>]*>([^<]*)`).exec(text) ?? []
    return Number(digits.replaceAll(/[^\d-]/g, '') || 'NaN')
  }

  for (const payer of ['customer', 'merchant'] as const) {
    it(`shows rate, fee and margin of the ${payer}: page and CSV add up to the franc`, async () => {
      const { id, amount_charged: charged, net_amount: net, fees, exchange } = await paid(payer)
      const { text } = await reader.get(`/portail/transactions/${id}`)
      const whose = payer === 'customer' ? 'du client' : 'du marchand'
      const parts = ['Frais de change', 'Marge de change'].map((name) =>
        francs(text, `${name}, à la charge ${whose}`),
      )
      assert.deepEqual(parts, [exchange.fee, exchange.margin])
      assert.equal(francs(text, 'Débité'), charged)
      assert.equal(francs(text, 'Prix converti'), exchange.amount)
      const rate = String(exchange.rate).replace('.', ',')
      assert.ok(text.includes(`1\u00A0$\u00A0US = ${rate}\u00A0F\u00A0CFA`), text)
      assert.equal(charged, net + fees.amount + exchange.fee + exchange.margin)
      const file = await reader.get(await exportOf(reader, { q: id }))
      const [head = '', line = ''] = file.text.split('\r\n')
      const titles = head.split(';')
      const cell = (title: string) =>
        Number(line.split(';')[titles.indexOf(title)]?.replaceAll('"', '').replace(',', '.'))
      const sum = ['Frais', 'Frais de change', 'Marge de change', 'Net'].map(cell)
      assert.equal(
        sum.reduce((total, part) => total + part),
        cell('Débité'),
      )
      assert.equal(cell('Frais à votre charge'), exchange.amount - net)
      assert.equal(cell('Prix converti'), exchange.amount)
      assert.equal(cell('Taux'), exchange.rate)
      // Excel in French counts with a decimal comma, in English with a point.
      assert.ok(line.includes(`"${rate}"`), line)
    })
  }

  it('costs its merchant what the net is less than the price: the payer paid what the amount was rounded up by', async () => {
    const { database } = api
    const other = await createPortalMerchant(database)
    const tariff = { type: 'collection', kind: 'percentage', value: '1.9' } as const
    await addTariff(database, other.test, { ...tariff, level: 'service', payer: 'merchant' })
    const body = { amount: 1003, currency: 'XOF' }
    const { json, text } = await call(api, collectionCall(other.test.keys.secret, body))
    assert.equal(json.data?.amount_charged, 1005, text)
    assert.deepEqual([json.data.net_amount, json.data.fees.amount], [984, 21])
    const transactionId = asId<TransactionId>(json.data.id)
    const outbox = outboxOf(database)
    await settleTransaction(database, outbox, { transactionId, outcome: success })
    await outbox.drain()
    const its = await testModeReader(api, other)
    const { text: file } = await its.get(await exportOf(its, { q: transactionId }))
    const [titles = [], cells = []] = file.split('\r\n').map((line) => line.split(';'))
    assert.equal(cells[titles.indexOf('Frais à votre charge')], '19')
  })
})
