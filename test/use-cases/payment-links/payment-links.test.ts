import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { changePaymentLink } from '#use-cases/payment-links/change.ts'
import { createPaymentLink, type NewPaymentLink } from '#use-cases/payment-links/create.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { setPaymentLinkState } from '#use-cases/payment-links/set-state.ts'
import { findPaymentLink, findPublicLink, listPaymentLinks } from '#use-cases/payment-links/find.ts'
import { asId, type PaymentLinkId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { PaymentLinkRecord } from '#domain/payment-links/payment-link.ts'
import { given } from '#test/support/given.ts'
import { linkTerms } from '#test/support/payment-links.ts'
import { acceptOne, createMerchant, givenBooks } from '#test/support/books.ts'
import { refusalCode, tallyOf } from '#test/support/outcome.ts'
import { success } from '#test/support/ends.ts'

describe('payment links of a merchant', () => {
  const books = givenBooks(20)
  const merchant = given(() => createMerchant(books))

  const create = (changes: Partial<NewPaymentLink> = {}, of = merchant) =>
    createPaymentLink(books.database, of.serviceEnvId, linkTerms(changes))
  const placeOf = ({ id }: PaymentLinkRecord, of = merchant) => ({
    serviceEnvId: of.serviceEnvId,
    id,
  })
  const setState = (link: PaymentLinkRecord, state: PaymentLinkRecord['state']) =>
    setPaymentLinkState(books.database, placeOf(link), state)
  const change = (link: PaymentLinkRecord, changes: Parameters<typeof changePaymentLink>[2]) =>
    changePaymentLink(books.database, placeOf(link), changes)
  const pay = (link: PaymentLinkRecord) =>
    acceptOne(books, merchant, { payable: link, terms: { price: money(1000n, 'XOF') } })

  it('are made once however often the same id is sent, also at once', async () => {
    const id = asId<PaymentLinkId>(randomUUIDv7())
    const made = await Promise.all(Array.from({ length: 5 }, () => create({ id })))
    for (const link of made) assert.deepEqual(link, made[0])
    const other = await createMerchant(books)
    assert.equal(await refusalCode(create({ id }, other)), 'payment_link_not_found')
  })

  it('are refused with each field that is wrong', async () => {
    const wrong: [Partial<NewPaymentLink>, string][] = [
      [{ title: ' ' }, 'invalid_field'],
      [{ title: 'x'.repeat(121) }, 'invalid_field'],
      [{ price: money(0n, 'XOF') }, 'invalid_amount'],
      [{ price: money(100n, 'EUR') }, 'invalid_amount'],
      [{ minAmount: money(1n, 'XOF') }, 'invalid_amount'],
      [{ price: null, minAmount: money(2n, 'XOF'), maxAmount: money(1n, 'XOF') }, 'invalid_amount'],
      [{ maxPayments: 0 }, 'invalid_field'],
      [{ redirectUrl: 'javascript:alert(1)' }, 'invalid_return_url'],
      [{ redirectUrl: 'https://a:b@boutique.example' }, 'invalid_return_url'],
      [{ metadata: { service_a: 'x' } }, 'invalid_metadata'],
      [{ title: '', maxPayments: 0 }, 'validation_failed'],
      [{ price: money(100n, 'USD'), currency: 'USD' }, 'exchange_rate_unavailable'],
    ]
    for (const [changes, code] of wrong) {
      assert.equal(await refusalCode(create(changes)), code, JSON.stringify(Object.keys(changes)))
    }
  })

  it('are changed field by field; a change that is wrong changes nothing', async () => {
    const link = await create({ metadata: { order: 'A-17' } })
    const changed = await change(link, { title: 'Autre titre', maxPayments: 4 })
    assert.deepEqual(
      { ...changed, updatedAt: link.updatedAt },
      {
        ...link,
        title: 'Autre titre',
        maxPayments: 4,
        paymentLink: { id: link.id, title: 'Autre titre' },
      },
    )
    assert.equal(await refusalCode(change(link, { title: '' })), 'invalid_field')
    assert.equal(await refusalCode(change(link, { minAmount: money(5n, 'XOF') })), 'invalid_amount')
    assert.deepEqual(await findPublicLink(books.database, link.id), changed)
    const free = await change(link, { price: null, minAmount: money(5n, 'XOF') })
    assert.deepEqual([free.price, free.minAmount], [null, money(5n, 'XOF')])
  })

  it('are closed and opened again, and cancelled for good', async () => {
    const link = await create()
    assert.equal((await setState(link, 'inactive')).status, 'inactive')
    assert.equal(await refusalCode(pay(link)), 'payment_link_cancelled')
    assert.equal((await setState(link, 'active')).status, 'active')
    assert.equal((await setState(link, 'cancelled')).status, 'cancelled')
    assert.equal((await setState(link, 'cancelled')).status, 'cancelled')
    assert.equal(await refusalCode(setState(link, 'active')), 'payment_link_cancelled')
    assert.equal(await refusalCode(change(link, { title: 'x' })), 'payment_link_cancelled')
    assert.equal(await refusalCode(pay(link)), 'payment_link_cancelled')
    await assert.rejects(
      books.rows(`update payment_link set state = 'active' where id = $1`, link.id),
      /cancelled for good/,
    )
    await assert.rejects(
      books.rows('delete from payment_link where id = $1', link.id),
      /never deleted/,
    )
  })

  it('are no other merchant’s to see or change, nor of the other mode', async () => {
    const link = await create()
    const others = [
      await createMerchant(books),
      await createMerchant(books, { mode: 'live', serviceId: merchant.serviceId }),
    ]
    for (const other of others) {
      const place = placeOf(link, other)
      const { database } = books
      for (const work of [
        () => findPaymentLink(database, other.serviceEnvId, link.id),
        () => changePaymentLink(database, place, { title: 'x' }),
        () => setPaymentLinkState(database, place, 'cancelled'),
      ]) {
        assert.equal(await refusalCode(work()), 'payment_link_not_found')
      }
      assert.deepEqual(await listPaymentLinks(database, other.serviceEnvId, { limit: 10 }), [])
    }
  })

  it('are listed from the newest, page by page, with what they brought', async () => {
    const own = await createMerchant(books)
    const links = []
    for (let at = 0; at < 5; at += 1) links.push(await create({ title: `Lien ${at}` }, own))
    const list = (limit: number, position?: PaymentLinkRecord) =>
      listPaymentLinks(books.database, own.serviceEnvId, { limit, ...(position && { position }) })
    const first = await list(3)
    const second = await list(3, first.at(-1))
    assert.deepEqual(
      [...first, ...second].map(({ title }) => title),
      links.map(({ title }) => title).toReversed(),
    )
    const [paid] = links
    assert.ok(paid)
    for (let at = 0; at < 2; at += 1) {
      const transactionId = await acceptOne(books, own, { payable: paid })
      await settleTransaction(books.database, books.outbox, { transactionId, outcome: success })
    }
    await acceptOne(books, own, { payable: paid })
    const found = await findPaymentLink(books.database, own.serviceEnvId, paid.id)
    assert.equal(found.paymentsCount, 2)
    assert.deepEqual(found.amountCollected, money(2000n, 'XOF'))
  })

  it('take one payment more at most, of many at once; each one more is refused', async () => {
    const link = await create({ maxPayments: 2 })
    const tally = await tallyOf(Array.from({ length: 12 }, () => pay(link)))
    assert.deepEqual(tally, { done: 2, payment_link_in_progress: 10 })
  })

  it('have a sandbox limit a minute each, apart from that of each key of their service', async () => {
    const own = await createMerchant(books)
    const limits = { sandboxPerMinute: 5 }
    const links = [await create({}, own), await create({}, own)]
    const payments = Array.from({ length: 20 }, (_, at) => {
      const [one, two] = links
      const payable = at % 2 === 0 ? one : two
      return acceptOne(books, own, { limits, ...(payable && { payable }) })
    })
    assert.deepEqual(await tallyOf(payments), { done: 10, sandbox_rate_limited: 10 })
    await acceptOne(books, own, { limits })
  })

  it('are paid no more often than they may be, even by a hand that does not ask', async () => {
    const link = await create({ maxPayments: 1 })
    const id: TransactionId = await pay(link)
    const copy = books.rows(
      `insert into transaction select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
         'reference', 'copy', 'operator_request_id', gen_random_uuid()))).* from transaction t where id = $1`,
      id,
    )
    await assert.rejects(copy, /payment_link_takes_no_more/)
    await assert.rejects(
      books.rows('update transaction set payment_link_id = null where id = $1', id),
      /is fixed/,
    )
    const foreign = await createMerchant(books)
    const stolen = await create({}, foreign)
    await assert.rejects(pay(stolen), /transaction_payment_link/)
  })
})
