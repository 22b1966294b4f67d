import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createSandboxAcquirer } from '#use-cases/sandbox/acquirer.ts'
import { onPool } from '#db/sql.ts'
import { asId, type OperatorRequestId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { call, type Call, type CallAnswer, collectionCall } from '#test/support/call.ts'
import { accepted, cardCall, cardOf, cards, debitCall } from '#test/support/cards.ts'
import { given } from '#test/support/given.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('POST /v2/collections by card and by direct debit', () => {
  const api = given(() => startApiAlone({ PUBLIC_URL: 'https://pay.example.com' }))
  const tenant = given(() => createTenant(api.database))
  const live = given(() => createTenant(api.database, { mode: 'live' }))

  const ask = (request: Call) => call(api, request)
  const withCard = (changes: object, number: string = cards.visa) =>
    ask(cardCall(tenant.keys.secret, number, { card: cardOf(number, { ...changes }) }))

  it('a card is accepted from every key, without a phone number, and shows its last digits and network', async () => {
    for (const key of Object.values(tenant.keys)) {
      const made = await accepted(api, cardCall(key))
      assert.deepEqual(made.payment_method, { type: 'card', network: 'visa', card_last4: '4242' })
      assert.deepEqual([made.provider, made.next_action], ['card-sandbox', null])
      assert.deepEqual([made.status, made.customer.phone], ['pending', null])
      const { json } = await ask({ path: `/v2/transactions/${made.id}`, key })
      assert.deepEqual(json.data.payment_method, made.payment_method)
    }
    const named = { provider: 'card-sandbox', phone: freshPhone() }
    const amex = await accepted(api, cardCall(tenant.keys.secret, cards.amex, named))
    assert.deepEqual(amex.payment_method, { type: 'card', network: 'amex', card_last4: '0005' })
    assert.equal(amex.customer.phone, named.phone)
    const foreign = { phone: '22890123456' }
    await accepted(api, cardCall(tenant.keys.secret, cards.mastercard, foreign))
  })

  it('a card that asks its holder says where, in the 202 answer, its replay and every read', async () => {
    const request = cardCall(tenant.keys.secret, cards.challenged)
    const made = await accepted(api, request)
    const { next_action: next } = made
    assert.equal(next.type, 'redirect')
    assert.match(next.url, /^https:\/\/pay\.example\.com\/sandbox\/3ds\/[0-9a-f-]{36}$/)
    const replay = await ask(request)
    assert.equal(replay.headers.get('Idempotent-Replayed'), 'true')
    assert.deepEqual(replay.json.data.next_action, next)
    for (const key of Object.values(tenant.keys).slice(0, 2)) {
      const read = await ask({ path: `/v2/transactions/${made.id}`, key })
      assert.deepEqual(read.json.data.next_action, next)
    }
  })

  it('a direct debit needs a number of the bank’s country, and is confirmed on a page where the number asks', async () => {
    const { secret } = tenant.keys
    const made = await accepted(api, debitCall(secret, freshPhone()))
    const method = { type: 'direct_debit', network: null, card_last4: null }
    assert.deepEqual(made.payment_method, method)
    assert.deepEqual([made.provider, made.next_action], ['direct-debit-sandbox', null])
    const asked = await accepted(api, debitCall(secret, freshPhone('0012')))
    assert.match(asked.next_action.url, /\/sandbox\/mandats\/[0-9a-f-]{36}$/)
    const numberless = await ask(
      collectionCall(secret, {
        payment_method: 'direct_debit',
        phone: undefined,
        provider: 'auto',
      }),
    )
    assert.deepEqual(refusedFields(numberless), { phone: 'missing_field' })
    const elsewhere = debitCall(secret, '22890123456')
    assert.equal(refusalOf(await ask(elsewhere)).code, 'provider_not_detected')
    const named = { ...(elsewhere.body as object), provider: 'direct-debit-sandbox' }
    assert.equal(refusalOf(await ask({ ...elsewhere, body: named })).code, 'invalid_phone_number')
  })

  const refused: Readonly<Record<string, [object, string, string]>> = {
    'a number whose check digit is wrong': [
      { number: '4242424242424241' },
      'number',
      'invalid_card_number',
    ],
    'a number with spaces': [{ number: '4242 4242 4242 4242' }, 'number', 'invalid_card_number'],
    'a number as a JSON number': [{ number: 4242424242424242 }, 'number', 'invalid_card_number'],
    'a number too short': [{ number: '42424242420' }, 'number', 'invalid_card_number'],
    'a Visa of 14 digits': [{ number: '42424242424242' }, 'number', 'invalid_card_number'],
    'a network we do not take': [
      { number: '6011111111111117' },
      'number',
      'unsupported_card_network',
    ],
    'no number': [{ number: undefined }, 'number', 'missing_field'],
    'a thirteenth month': [{ exp_month: 13 }, 'exp_month', 'invalid_card_expiry'],
    'a month as text': [{ exp_month: '7' }, 'exp_month', 'invalid_card_expiry'],
    'a year of two digits': [{ exp_year: 30 }, 'exp_year', 'invalid_card_expiry'],
    'a year that is over': [{ exp_year: 2020 }, 'exp_year', 'expired_card'],
    'a code of two digits': [{ cvc: '73' }, 'cvc', 'invalid_card_cvc'],
    'a code as long as that of another network': [{ cvc: '7391' }, 'cvc', 'invalid_card_cvc'],
    'no code': [{ cvc: undefined }, 'cvc', 'missing_field'],
    'a field that cards have not': [{ pin: '1234' }, 'pin', 'unknown_field'],
  }
  for (const [what, [changes, part, code]] of Object.entries(refused)) {
    it(`refuses ${what}: ${code}`, async () => {
      const answer = await withCard(changes)
      assert.deepEqual(refusalOf(answer), { status: 422, code, field: `card.${part}` })
      assert.deepEqual(refusedFields(answer), { [`card.${part}`]: code })
      const told = answer.text.replaceAll(answer.json.error.request_id, '')
      assert.doesNotMatch(told, /4242|739/, 'nothing of the card is said again')
    })
  }

  it('refuses all parts of a card that are wrong, at once', async () => {
    const answer = await withCard({ number: '4242424242424241', exp_month: 0, cvc: 'abc' })
    assert.deepEqual(refusedFields(answer), {
      'card.number': 'invalid_card_number',
      'card.exp_month': 'invalid_card_expiry',
      'card.cvc': 'invalid_card_cvc',
    })
    const later = await withCard({ exp_year: 2020, cvc: '123' }, cards.amex)
    assert.deepEqual(refusedFields(later), {
      'card.exp_year': 'expired_card',
      'card.cvc': 'invalid_card_cvc',
    })
  })

  it('wants a card for a card payment, and none for another; a provider serves its own method', async () => {
    const { secret } = tenant.keys
    const rows: readonly [Call, Readonly<Record<string, string>>][] = [
      [cardCall(secret, cards.visa, { card: undefined }), { card: 'missing_field' }],
      [cardCall(secret, cards.visa, { card: 'x' }), { card: 'invalid_card' }],
      [collectionCall(secret, { card: cardOf(cards.visa) }), { card: 'invalid_card' }],
      [
        collectionCall(secret, {
          payment_method: 'direct_debit',
          provider: 'auto',
          card: cardOf(cards.visa),
        }),
        { card: 'invalid_card' },
      ],
      [cardCall(secret, cards.visa, { provider: 'mtn-benin' }), { provider: 'invalid_provider' }],
      [cardCall(secret, cards.visa, { phone: '12' }), { phone: 'phone_international_required' }],
      [collectionCall(secret, { provider: 'card-sandbox' }), { provider: 'invalid_provider' }],
      [
        collectionCall(secret, { provider: 'direct-debit-sandbox' }),
        { provider: 'invalid_provider' },
      ],
    ]
    for (const [request, fields] of rows)
      assert.deepEqual(refusedFields(await ask(request)), fields)
  })

  it('in live nobody takes cards or mandates yet: refused, and nothing of the card is anywhere', async () => {
    const { secret } = live.keys
    const closed = { status: 422, code: 'payment_method_unavailable', field: 'payment_method' }
    assert.deepEqual(refusalOf(await ask(cardCall(secret))), closed)
    assert.deepEqual(refusalOf(await ask(debitCall(secret, freshPhone()))), closed)
    const named = refusalOf(await ask(cardCall(secret, cards.visa, { provider: 'card-sandbox' })))
    assert.deepEqual(named, { status: 422, code: 'provider_unavailable', field: 'provider' })
    const { json } = await ask({ path: '/v2/payment-methods', key: secret })
    assert.deepEqual(json.data, [])
  })

  it('the acquirer and the bank of the sandbox take nothing of live, whoever asks them', async () => {
    const acquirer = createSandboxAcquirer({
      database: api.database,
      expiryMs: 1000,
      pageUrl: () => '',
    })
    const requestId = asId<OperatorRequestId>(randomUUID())
    const purchase = { requestId, mode: 'live', amount: money(1000n, 'XOF') } as const
    const card = { number: cards.visa, expMonth: 7, expYear: 2099, cvc: '739' }
    const phone = { phone: freshPhone(), country: 'BJ' } as const
    const refusal = { code: 'provider_unavailable' }
    await assert.rejects(acquirer.tokenise(card, purchase), refusal)
    await assert.rejects(
      Promise.resolve().then(() => acquirer.askMandate(phone, purchase)),
      refusal,
    )
    const { id } = await accepted(api, cardCall(tenant.keys.secret))
    const copied = `insert into transaction select (t).* from (
      select jsonb_populate_record(x, jsonb_build_object('id', gen_random_uuid(), 'mode', 'live',
        'reference', gen_random_uuid(), 'operator_request_id', gen_random_uuid())) as t
      from transaction x where id = $1) made`
    await assert.rejects(onPool(api.database.pool).rows(copied, [id]), {
      constraint: 'transaction_sandbox_provider',
    })
  })

  it('twice and at once under one key is one payment, and another card under it a conflict', async () => {
    const request = cardCall(tenant.keys.secret, cards.visa, { reference: randomUUID() })
    const answers = await Promise.all([...Array(5).keys()].map(() => ask(request)))
    const ids = answers.filter(({ status }) => status === 202).map(({ json }) => json.data.id)
    assert.ok(ids.length >= 1 && new Set(ids).size === 1)
    const body = request.body as object
    for (const card of [cardOf(cards.mastercard), cardOf(cards.visa, { cvc: '740' })]) {
      const other: CallAnswer = await ask({ ...request, body: { ...body, card } })
      assert.deepEqual(refusalOf(other), { status: 409, code: 'idempotency_conflict' })
    }
    const tokens = await onPool(api.database.pool).rows(
      `select 1 from payment_token p join transaction t using (operator_request_id) where t.id = $1`,
      [ids[0]],
    )
    assert.equal(tokens.length, 1)
  })

  it('what a payment was made with is fixed, and a card’s last digits belong to a card', async () => {
    const { id } = await accepted(api, cardCall(tenant.keys.secret))
    const sql = onPool(api.database.pool)
    for (const change of [
      `card_last4 = '0000'`,
      `network = 'amex'`,
      `next_action_url = 'https://x'`,
    ]) {
      await assert.rejects(sql.rows(`update transaction set ${change} where id = $1`, [id]))
    }
  })
})
