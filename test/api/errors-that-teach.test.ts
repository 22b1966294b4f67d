import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'

const payment = {
  amount: 1000,
  currency: 'XOF',
  provider: 'auto',
  phone: '2290190000000',
  customer: { name: 'Awa Dossou', email: 'awa@example.com' },
}
const currencies = /: XOF, XAF, EUR, .*KES\.$/

/** A mistake in a body of `POST /v2/collections`, and what its refusal says in English beside its own sentence. */
const mistakes: readonly [mistake: object, says: RegExp][] = [
  [{ provider: 'mtn' }, /Did you mean "mtn-benin"\? Allowed: auto, mtn-benin, moov-benin\.$/],
  [{ provider: 'MTN' }, /Did you mean "mtn-benin"\?$/],
  [{ provider: 'MTN Benin' }, /Did you mean "mtn-benin"\?$/],
  [{ currency: 'JPY' }, currencies],
  [{ currency: 'xof' }, /Did you mean "XOF"\?/],
  [{ currency: 'FCFA' }, /Did you mean "XOF"\?/],
  [{ currency: 'F\u00A0CFA' }, /Did you mean "XOF"\?/],
  [{ currency: 'cfa' }, /Did you mean "XOF"\?/],
  [{ amount: '1000' }, /: send 1000, without quotes\.$/],
  [{ amount: '1 000' }, /: send 1000, without quotes\.$/],
  [{ amount: '25\u202F000 FCFA' }, /: send 25000, without quotes\.$/],
  [{ amount: '1,000' }, /its currency has\.$/],
  [{ amount: 10.5 }, / \(decimals of XOF: 0\)\.$/],
  [{ amount: 12.345, currency: 'EUR' }, / \(decimals of EUR: 2\)\.$/],
  [{ amount: -1 }, /its currency has\.$/],
  [{ amount: 'mille' }, /its currency has\.$/],
  [{ metadata: { Order: '1' } }, /: check "Order"\.$/],
  [{ metadata: { order: 5 } }, /: check "order"\.$/],
  [{ metadata: { order: { id: '1' } } }, /: check "order"\.$/],
  [{ reference: 'ORDER 1042' }, /letters, digits and "_ \. : \/ -"\.$/],
  [{ phone: '97000000' }, /such as 2290190000000\.$/],
  [{ phone: 2290190000000 }, /not valid\. A string is expected\.$/],
  [{ phone: null }, /not valid\. A string is expected\.$/],
  [
    { customer: { name: 'Awa', email: ['awa@example.com'] } },
    /not valid\. A string is expected\.$/,
  ],
  [{ description: 17 }, /The description must be a string of at most 255 characters\.$/],
  [{ customer: 'Awa' }, /must be an object with name and email\.$/],
  [
    { payment_method: 'momo' },
    /Did you mean "mobile_money"\? Allowed: mobile_money, card, direct_debit\.$/,
  ],
  [{ payment_method: 'visa' }, /Did you mean "card"\?/],
  [{ referense: 'ORDER-1' }, /"referense"\. Did you mean "reference"\?$/],
  [
    { quote_id: randomUUID() },
    /"quote_id"; to use it, send the header Service-Version: 2\.6\.0\.$/,
  ],
  [{ order: 'ORDER-1' }, /"order"\. Allowed: amount, currency, .*reference.*\.$/],
]

/** What is asked for by mistake, and what is said of it. */
const addresses: readonly [method: string, path: string, says: RegExp][] = [
  ['GET', '/v2/transactions?limit=1000', /"limit", a whole number from 1 to 100\.$/],
  ['GET', '/v2/transactions?limit=many', /"limit", a whole number from 1 to 100\.$/],
  ['GET', '/v2/transactions?created_after=yesterday', /"created_after", such as 20\d\d-.*\.$/],
  [
    'GET',
    '/v2/transactions?status=success',
    /Did you mean "succeeded"\? Allowed: pending, succeeded, /,
  ],
  ['GET', '/v2/transactions?status=VALIDATED', /Did you mean "succeeded"\?/],
  ['GET', '/v2/transactions?status=canceled', /Did you mean "cancelled"\?/],
  ['GET', '/v2/transactions?status=zebra', /not valid[^?]*Allowed: pending, succeeded, failed, /],
  ['GET', '/v2/transactions?statuss=failed', /"statuss"\. Did you mean "status"\?$/],
  ['GET', '/v2/session?verbose=1', /"verbose"\.$/],
  [
    'GET',
    '/v2/collections',
    /at this address; to list, GET \/v2\/transactions\?type=collection\. Allowed: OPTIONS, POST\.$/,
  ],
  [
    'GET',
    '/v2/payouts',
    /; to list, GET \/v2\/transactions\?type=payout\. Allowed: OPTIONS, POST\.$/,
  ],
  ['PUT', '/v2/payouts', /at this address\. Allowed: OPTIONS, POST\.$/],
  ['GET', '/v1/collections', /; the nearest one is \/v2\/collections\.$/],
  ['GET', '/v1/transactions/1042', /; the nearest one is \/v2\/transactions\/\{id\}\.$/],
  ['GET', '/transactions', /; the nearest one is \/v2\/transactions\.$/],
  ['GET', '/v2/transactions/', /; the nearest one is \/v2\/transactions\.$/],
  ['GET', '/v2/colections', /; the nearest one is \/v2\/collections\.$/],
  ['POST', '/v2/payments', /; the nearest one is \/v2\/collections\.$/],
  ['POST', '/v1/charges', /; the nearest one is \/v2\/collections\.$/],
  ['GET', '/v2/webhooks', /; the nearest one is \/v2\/webhook_endpoints\.$/],
  ['POST', '/V2/Collections', /; the nearest one is \/v2\/collections\.$/],
  ['GET', '/v2/collections/1042', /; the nearest one is \/v2\/transactions\/\{id\}\.$/],
  ['GET', '/v2/payouts/1042', /; the nearest one is \/v2\/transactions\/\{id\}\.$/],
  ['POST', '/api/v2/collections', /; the nearest one is \/v2\/collections\.$/],
  ['POST', '/v2/v2/collections', /; the nearest one is \/v2\/collections\.$/],
  ['POST', '//v2/collections', /; the nearest one is \/v2\/collections\.$/],
  ['POST', '/v2//collections', /; the nearest one is \/v2\/collections\.$/],
  ['POST', '/v2/collections%20', /; the nearest one is \/v2\/collections\.$/],
  ['POST', '/v2/transactions/1042/refund', /; the nearest one is \/v2\/refunds\.$/],
  ['POST', '/v2/collections/1042/refunds', /; the nearest one is \/v2\/refunds\.$/],
  ['GET', '/v2/nothing-like-it', /This address does not exist; the documentation is at \/docs\.$/],
  ['GET', '/v2/events', /in this version: send the header Service-Version: 2\.6\.0\.$/],
  ['POST', '/v2/payment-links', /in this version: send the header Service-Version: 2\.6\.0\.$/],
  [
    'POST',
    '/v2/refunds',
    /not available through the API yet: refunds are requested in the portal \(\/portail\), /,
  ],
]

describe('a refusal teaches', () => {
  const api = given(() => sharedApiAlone())
  let tenant: Tenant

  before(async () => {
    tenant = await createTenant(api.database)
  })

  const refused = async (
    {
      method,
      path,
      body,
    }: { readonly method: string; readonly path: string; readonly body?: object },
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const response = await fetch(api.baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${tenant.keys.secret}`,
        'Accept-Language': 'en',
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.ok(response.status >= 400, `${path} ${response.status}`)
    return (await response.json()).error
  }

  for (const [at, [mistake, says]] of mistakes.entries()) {
    it(`what to write instead of ${JSON.stringify(mistake)}`, async () => {
      const body = { ...payment, ...mistake }
      const idempotency = { 'Idempotency-Key': `teach-${at}` }
      const asked = { method: 'POST', path: '/v2/collections', body }
      assert.match((await refused(asked, idempotency)).message, says)
    })
  }

  for (const [method, path, says] of addresses) {
    it(`what to ask for instead of ${method} ${path}`, async () => {
      const body = method === 'POST' ? { body: {} } : {}
      assert.match((await refused({ method, path, ...body })).message, says)
    })
  }

  it('which versions there are', async () => {
    const asked = { method: 'GET', path: '/v2/session' }
    const { message } = await refused(asked, { 'Service-Version': '3.0.0' })
    assert.match(message, /Allowed: 2\.4\.0, 2\.6\.0\.$/)
  })

  it('of several fields what is wrong with each, and nothing of one of them for all', async () => {
    const body = { ...payment, provider: 'mtn', currency: 'JPY' }
    const asked = { method: 'POST', path: '/v2/collections', body }
    const { message, details } = await refused(asked, { 'Idempotency-Key': 'teach-several' })
    assert.equal(message, 'Several fields of the request are invalid.')
    const said = details.fields.map((field: { message: string }) => field.message)
    assert.match(said[0], currencies)
    assert.match(said[1], /Did you mean "mtn-benin"\?/)
  })

  it('in French too', async () => {
    const french = { 'Accept-Language': 'fr', 'Idempotency-Key': 'teach-french' }
    const body = { ...payment, amount: '1000' }
    const asked = { method: 'POST', path: '/v2/collections', body }
    assert.match((await refused(asked, french)).message, /\u00A0: envoyez 1000, sans guillemets\.$/)
    const local = { ...asked, body: { ...payment, phone: '0190000000' } }
    assert.match((await refused(local, french)).message, /, par exemple 2290190000000\.$/)
    const number = { ...asked, body: { ...payment, phone: 2290190000000 } }
    const { message, details } = await refused(number, french)
    assert.match(message, /pas valide\. Un texte est attendu, entre guillemets\.$/)
    assert.equal(details.expected_type, 'string')
    const limit = { method: 'GET', path: '/v2/transactions?limit=0' }
    assert.match((await refused(limit, french)).message, /, un entier de 1 à 100\.$/)
  })

  it('in French by their kind: values, fields or parameters', async () => {
    const french = { 'Accept-Language': 'fr', 'Idempotency-Key': 'teach-kinds' }
    const of = (mistake: object) => ({
      method: 'POST',
      path: '/v2/collections',
      body: { ...payment, ...mistake },
    })
    const parameter = { method: 'GET', path: '/v2/transactions?order=1' }
    for (const [asked, says] of [
      [of({ payment_method: 'momo' }), / Valeurs admises\u00A0: mobile_money, card, /],
      [of({ order: '1' }), / Champs admis\u00A0: amount, currency, /],
      [parameter, / Paramètres admis\u00A0: /],
    ] as const)
      assert.match((await refused(asked, french)).message, says)
  })
})
