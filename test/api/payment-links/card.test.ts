import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { NewPaymentLink } from '#use-cases/payment-links/create.ts'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { accepted, byCard, byDebit, cardOf, cards } from '#test/support/cards.ts'
import { given } from '#test/support/given.ts'
import { createLink, linkPaymentCall } from '#test/support/payment-links.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('POST /v2/payment-links/{id}/collections by card and by direct debit', () => {
  const api = given(() => startApiAlone({ PUBLIC_URL: 'https://pay.example.com' }))
  const tenant = given(() => createTenant(api.database))

  const linkOf = (changes: Partial<NewPaymentLink> = {}, of = tenant) =>
    createLink(api.database, of, changes)
  const pay = (id: string, body: object, key?: string) =>
    call(api, linkPaymentCall(id, { ...body }, key))
  const read = async (id: string, transaction: string) => {
    const answer = await call(api, { path: `/v2/payment-links/${id}/transactions/${transaction}` })
    return answer.json.data
  }
  const tokensOf = (id: string) =>
    onPool(api.database.pool).rows(
      `select from payment_token p join transaction t using (operator_request_id)
       where t.payment_link_id = $1`,
      [id],
    )

  it('a card is accepted without a key and without a number, and shows its last digits and network', async () => {
    const link = await linkOf()
    const made = await accepted(api, linkPaymentCall(link.id, byCard(cards.amex)))
    const method = { type: 'card', network: 'amex', card_last4: '0005' }
    assert.deepEqual(made.payment_method, method)
    assert.deepEqual([made.provider, made.next_action], ['card-sandbox', null])
    assert.deepEqual([made.channel, made.customer.phone], ['payment_link', null])
    assert.deepEqual(made.payment_link, { id: link.id, title: link.title })
    assert.deepEqual((await read(link.id, made.id)).payment_method, method)
    assert.equal((await tokensOf(link.id)).length, 1)
  })

  it('a card that asks its holder says where, in the 202 answer, its replay and the payer’s reads', async () => {
    const link = await linkOf({ maxPayments: 1 })
    const key = randomUUID()
    const request = linkPaymentCall(link.id, byCard(cards.challenged), key)
    const made = await accepted(api, request)
    const { next_action: next } = made
    assert.equal(next.type, 'redirect')
    assert.match(next.url, /^https:\/\/pay\.example\.com\/sandbox\/3ds\/[0-9a-f-]{36}$/)
    const replay = await call(api, request)
    assert.equal(replay.headers.get('Idempotent-Replayed'), 'true')
    assert.deepEqual(replay.json.data.next_action, next)
    assert.deepEqual((await read(link.id, made.id)).next_action, next)
    const other = linkPaymentCall(link.id, byCard(cards.mastercard), key)
    assert.deepEqual(refusalOf(await call(api, other)), {
      status: 409,
      code: 'idempotency_conflict',
    })
  })

  it('a direct debit is accepted by its number, and confirmed on a page where the number asks', async () => {
    const link = await linkOf()
    const made = await accepted(api, linkPaymentCall(link.id, byDebit(freshPhone())))
    const method = { type: 'direct_debit', network: null, card_last4: null }
    assert.deepEqual(made.payment_method, method)
    assert.deepEqual([made.provider, made.next_action], ['direct-debit-sandbox', null])
    const asked = await accepted(api, linkPaymentCall(link.id, byDebit(freshPhone('0012'))))
    assert.match(asked.next_action.url, /\/sandbox\/mandats\/[0-9a-f-]{36}$/)
  })

  it('one of many cards at once pays a link of one use, and only that card is kept', async () => {
    const link = await linkOf({ maxPayments: 1 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pay(link.id, byCard(cards.challenged))),
    )
    const refused = answers.filter(({ status }) => status !== 202)
    assert.equal(refused.length, answers.length - 1)
    for (const answer of refused) {
      assert.deepEqual(refusalOf(answer), { status: 409, code: 'payment_link_in_progress' })
    }
    assert.equal((await tokensOf(link.id)).length, 1)
  })

  it('is refused with what is wrong in how it is paid, and says nothing of the card', async () => {
    const { id } = await linkOf()
    const card = cardOf(cards.visa)
    const rows: readonly [object, Readonly<Record<string, string>>][] = [
      [{ ...byCard(), card: undefined }, { card: 'missing_field' }],
      [{ card }, { card: 'invalid_card' }],
      [{ ...byDebit(freshPhone()), card }, { card: 'invalid_card' }],
      [{ ...byDebit(freshPhone()), phone: undefined }, { phone: 'missing_field' }],
      [{ ...byCard(), card: cardOf('4242424242424241') }, { 'card.number': 'invalid_card_number' }],
      [
        { ...byCard(), card: cardOf(cards.visa, { exp_year: 2020, cvc: '7391' }) },
        { 'card.exp_year': 'expired_card', 'card.cvc': 'invalid_card_cvc' },
      ],
      [{ ...byCard(), provider: 'mtn-benin' }, { provider: 'invalid_provider' }],
      [
        { ...byDebit(freshPhone()), payment_method: 'bank_transfer' },
        { payment_method: 'invalid_payment_method' },
      ],
    ]
    for (const [body, fields] of rows) {
      const answer = await pay(id, body)
      assert.deepEqual(refusedFields(answer), fields)
      // The id of a request may have any digits.
      assert.doesNotMatch(answer.text.replace(answer.json.error.request_id, ''), /4242|739/)
    }
    assert.equal((await tokensOf(id)).length, 0)
  })

  it('is quoted as it is charged then', async () => {
    const { id } = await linkOf()
    const path = `/v2/payment-links/${id}/quotes`
    for (const body of [byCard(), byDebit(freshPhone())]) {
      const { provider, payment_method: method, phone } = body
      const asked = { provider, payment_method: method, phone }
      const quoted = (await call(api, { method: 'POST', path, body: asked })).json.data
      const paid = await accepted(api, linkPaymentCall(id, body))
      for (const field of ['provider', 'amount', 'fees', 'amount_charged', 'display']) {
        assert.deepEqual(quoted[field], paid[field], field)
      }
      assert.equal(quoted.payment_method, method)
      const carded = { ...asked, card: cardOf(cards.visa) }
      const refused = await call(api, { method: 'POST', path, body: carded })
      assert.deepEqual(refusedFields(refused), { card: 'unknown_field' })
    }
  })

  it('in live nobody takes cards or mandates yet: neither paid, nor quoted, nor listed', async () => {
    const live = await createTenant(api.database, { mode: 'live' })
    const { id } = await linkOf({}, live)
    const closed = { status: 422, code: 'payment_method_unavailable', field: 'payment_method' }
    for (const body of [byCard(), byDebit(freshPhone())]) {
      assert.deepEqual(refusalOf(await pay(id, body)), closed)
    }
    const named = refusalOf(await pay(id, { ...byCard(), provider: 'card-sandbox' }))
    assert.deepEqual(named, { status: 422, code: 'provider_unavailable', field: 'provider' })
    const path = `/v2/payment-links/${id}`
    const body = { provider: 'auto', payment_method: 'card' }
    const quoted = await call(api, { method: 'POST', path: `${path}/quotes`, body })
    assert.deepEqual(refusalOf(quoted), closed)
    const listed = await call(api, { path: `${path}/payment-methods` })
    assert.deepEqual(listed.json.data, [])
    assert.equal((await tokensOf(id)).length, 0)
  })
})
