import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { receiptNumber } from '#domain/receipts/receipt.ts'
import { money } from '#domain/money/money.ts'
import { foundMax, searchService } from '#use-cases/search/at-service.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { createMerchant } from '#test/support/books.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createLink } from '#test/support/payment-links.ts'
import { makePayment } from '#test/support/portal.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'

describe('a search at a service', () => {
  const api = given(() => sharedApiAlone())
  const shop = given(() => createMerchant(api))
  before(async () => {
    for (const [reference, payer, phone, minor] of people) {
      const price = money(minor, 'XOF')
      await makePayment(api.database, shop, { reference, payer, phone, price })
    }
  })

  /** References of the payments that a text finds, in their order. */
  async function referencesOf(text: string, place = shop): Promise<readonly string[]> {
    const found = await searchService(api.database, place.serviceEnvId, text)
    assert.ok(typeof found === 'object', text)
    return found.payments.map(({ reference }) => reference)
  }

  it('finds by the number, whole or by its end, as people write it', async () => {
    for (const text of ['+229 01 97 12 56 80', '0197125680', '97 12 56 80', '22997125680', '5680'])
      assert.deepEqual(await referencesOf(text), ['S-2', 'S-1'], text)
    assert.deepEqual(await referencesOf('0195680001'), ['S-3'])
    assert.deepEqual(await referencesOf('0197125681'), [])
  })

  it('finds by any word of the name, its beginning, and without its accents', async () => {
    const finds: Record<string, readonly string[]> = {
      seko: ['S-2', 'S-1'],
      'bio rach': ['S-2', 'S-1'],
      'SÉKO Bio': ['S-2', 'S-1'],
      zin: ['S-3'],
      'd’almeida': ['S-4'],
      ɖɔssou: ['S-5'],
      ƉƆSSOU: ['S-5'],
      محمد: ['S-6'],
      'rachida zinsou': [],
      '%': [],
      a_: [],
    }
    for (const [text, references] of Object.entries(finds)) {
      if (/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text))
        assert.deepEqual(await referencesOf(text), references, text)
    }
  })

  it('finds by the amount, the reference in any case, the operator’s, the id and the receipt', async () => {
    assert.deepEqual(await referencesOf('12 500 F'), ['S-2'])
    assert.deepEqual(await referencesOf('2500'), ['S-1'])
    assert.deepEqual(await referencesOf('s-3'), ['S-3'])
    const reference = 'OPERATEUR'
    const providerReference = `MP${randomUUID().slice(0, 8)}`
    const place = await createMerchant(api)
    const id = await makePayment(api.database, place, {
      reference,
      outcome: { ...success, providerReference },
    })
    const { serviceEnvId } = place
    const transaction = await findTransaction(api.database, { serviceEnvId }, id)
    assert.ok(transaction)
    const { operatorRequestId } = transaction
    const texts = [providerReference, id, id.toUpperCase(), operatorRequestId]
    for (const text of [
      ...texts,
      receiptNumber(transaction),
      receiptNumber(transaction).slice(9),
    ]) {
      assert.deepEqual(await referencesOf(text, place), [reference], text)
      assert.deepEqual(await referencesOf(text), [], 'of nobody else')
    }
  })

  it('finds by the last signs of a reference, ours or the operator’s, as somebody reads it out', async () => {
    const place = await createMerchant(api)
    for (const [reference, providerReference] of [
      ['FAC-2026-7731', '9920441866'],
      ['fac-2026-00ab7', '9920447731'],
      ['7731-AVANT', '4412_7731%'],
    ] as const)
      await makePayment(api.database, place, {
        reference,
        outcome: { ...success, providerReference },
      })
    assert.deepEqual(await referencesOf('7731', place), ['fac-2026-00ab7', 'FAC-2026-7731'])
    assert.deepEqual(await referencesOf('0AB7', place), ['fac-2026-00ab7'])
    assert.deepEqual(await referencesOf('41866', place), ['FAC-2026-7731'])
    assert.deepEqual(await referencesOf('731', place), [], 'three signs are too common')
    assert.deepEqual(await referencesOf('773_', place), [], 'and none stands for another')
    assert.deepEqual(await referencesOf('7731'), [], 'of nobody else')
  })

  it('finds refunds by the operator’s reference and id, links by title and reference', async () => {
    const place = await createMerchant(api)
    const outbox = outboxOf(api.database)
    const books = { database: api.database, outbox }
    const transactionId = await makePayment(api.database, place, {
      reference: 'REMBOURSE',
      outcome: success,
    })
    const refund = await refundOf(books, place, { transactionId, amount: 5000n })
    const link = await createLink(api.database, place, {
      title: 'Panier de fête',
      reference: 'PANIER-7',
    })
    const found = async (text: string) => {
      const hits = await searchService(api.database, place.serviceEnvId, text)
      assert.ok(typeof hits === 'object')
      return [...hits.refunds, ...hits.links].map(({ id }) => id)
    }
    assert.deepEqual(await found(refund.id), [refund.id])
    assert.deepEqual(await found('panier-7'), [link.id])
    assert.deepEqual(await found('fete pan'), [link.id])
    assert.deepEqual(await found(link.id), [link.id])
    await outbox.drain()
  })

  it('gives the latest of many, and says that there are more', async () => {
    const place = await createMerchant(api)
    for (let made = 0; made <= foundMax; made += 1)
      await makePayment(api.database, place, { reference: `N-${made}`, payer: 'Awa Dossou' })
    const found = await searchService(api.database, place.serviceEnvId, 'awa')
    assert.ok(typeof found === 'object')
    assert.deepEqual([found.payments.length, found.hasMore], [foundMax, true])
    assert.equal(found.payments[0]?.reference, `N-${foundMax}`)
  })

  it('knows a payer once, however often and at once they pay', async () => {
    const place = await createMerchant(api)
    const pay = (reference: string) => makePayment(api.database, place, { reference })
    await Promise.all(['A', 'B', 'C', 'D', 'E'].map(pay))
    const { rows } = await api.database.pool.query(
      'select word from payer_word where service_env_id = $1 order by word',
      [place.serviceEnvId],
    )
    assert.deepEqual(rows, [{ word: '#2400006910922' }, { word: 'adjavon' }, { word: 'eleonore' }])
  })
})

const people = [
  ['S-1', 'Rachidatou Bio Séko', '2290197125680', 2_500n],
  ['S-2', 'Rachidatou Bio Séko', '2290197125680', 12_500n],
  ['S-3', 'Koffi ZINSOU', '2290195680001', 700n],
  ['S-4', 'Rosine D’Almeida', '2290196000004', 800n],
  ['S-5', 'Ɖɔssou', '2290196000005', 900n],
  ['S-6', 'محمد', '2290196000006', 950n],
] as const
