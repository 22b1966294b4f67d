import { onPool } from '#db/sql.ts'
import { money } from '#domain/money/money.ts'
import { waitUntilFinal } from '#test/support/call.ts'
import { untilCheckout } from '#test/support/checkouts.ts'
import { createLink, freePrice } from '#test/support/payment-links.ts'
import { nextPhone, type Story } from './story.ts'

const links = '/v2/payment-links'
const nobody = { caller: 'nobody', key: undefined }

function bodyOf(changes: object = {}): object {
  const customer = { name: 'Awa Dossou', email: 'awa@example.com' }
  return { provider: 'mtn-benin', phone: nextPhone(), customer, ...changes }
}

/** Payment links in each state, and codes of a till. */
export async function tellOfLinks(story: Story): Promise<void> {
  await tellOfOneUse(story)
  await tellOfAnswers(story)
  await tellOfFreePrice(story)
  await tellOfClosed(story)
  await tellOfCheckout(story)
  await tellOfCheckoutsThatEnd(story)
}

/** A link that is paid once: before, on the way, and after. */
async function tellOfOneUse({ tell, tenant, service }: Story): Promise<void> {
  const { id } = await createLink(service.database, tenant, { maxPayments: 1 })
  const pay = `POST ${links}/${id}/collections`
  await tell('a link of one use', `GET ${links}/${id}`, nobody)
  const failed = await tell('a payment of a link that fails', pay, {
    ...nobody,
    body: bodyOf({ phone: nextPhone('0001') }),
  })
  await waitUntilFinal(service, tenant.keys.secret, failed.data.id)
  const payment = `${links}/${id}/transactions`
  await tell('a payment of a link that failed', `GET ${payment}/${failed.data.id}`, nobody)
  await tell('its refused receipt', `GET ${payment}/${failed.data.id}/receipt`, nobody)
  const { data } = await tell('a payment of a link', pay, { ...nobody, body: bodyOf() })
  await waitUntilFinal(service, tenant.keys.secret, data.id)
  await tell('a payment of a link, at its end', `GET ${payment}/${data.id}?wait=1`, nobody)
  await tell('a payment of a link, for its merchant', `GET /v2/transactions/${data.id}`)
  const receipt = `GET ${payment}/${data.id}/receipt`
  await tell('its receipt, masked', receipt, nobody)
  await tell('its receipt, whole', `${receipt}?receipt_token=${data.receipt_token}`, nobody)
  await tell('its receipt, with a token of nobody', `${receipt}?receipt_token=rien`, nobody)
  await tell('its receipt in text', `${receipt}?format=text&width=32`, nobody)
  await tell('a link of one use that is paid', `GET ${links}/${id}`, nobody)
  await tell('a payment of a link that is paid', pay, { ...nobody, body: bodyOf() })
  await tell('ways to pay what is paid', `GET ${links}/${id}/payment-methods`, nobody)
}

/** A link that asks its payers something. */
async function tellOfAnswers({ tell, tenant, service }: Story): Promise<void> {
  const { id } = await createLink(service.database, tenant, {
    customFields: [
      { key: 'taille', label: 'Taille', type: 'text', required: true },
      { key: 'places', label: 'Places', type: 'number', required: false },
    ],
    redirectUrl: 'https://shop.example/merci',
    successMessage: 'À bientôt',
    metadata: { campagne: 'noel' },
  })
  const pay = `POST ${links}/${id}/collections`
  await tell('a link that asks', `GET ${links}/${id}`, nobody)
  await tell('no answers', pay, { ...nobody, body: bodyOf() })
  const wrong = { places: 'beaucoup', autre: 'x' }
  await tell('wrong answers', pay, { ...nobody, body: bodyOf({ custom_fields: wrong }) })
  const right = { taille: 'M', places: '2' }
  const { data } = await tell('answers', pay, { ...nobody, body: bodyOf({ custom_fields: right }) })
  await waitUntilFinal(service, tenant.keys.secret, data.id)
  await tell('answers, for their merchant', `GET /v2/transactions/${data.id}`)
  await tell('another price', pay, {
    ...nobody,
    body: bodyOf({ custom_fields: right, amount: 7, currency: 'EUR' }),
  })
}

async function tellOfFreePrice({ tell, tenant, service }: Story): Promise<void> {
  const { id } = await createLink(service.database, tenant, {
    ...freePrice,
    minAmount: money(500n, 'XOF'),
    maxAmount: money(5000n, 'XOF'),
  })
  await tell('a link of a free price', `GET ${links}/${id}`, nobody)
  const wanted = { 'a free price': { amount: 900 }, 'no price': {}, 'a low price': { amount: 499 } }
  for (const [about, body] of Object.entries(wanted)) {
    const quoted = { provider: 'mtn-benin', ...body }
    await tell(`a quote of ${about}`, `POST ${links}/${id}/quotes`, { ...nobody, body: quoted })
    const paid = { ...nobody, body: bodyOf(body) }
    await tell(`a payment of ${about}`, `POST ${links}/${id}/collections`, paid)
  }
}

/** Links that take no payment. */
async function tellOfClosed({ tell, tenant, live, service: { database } }: Story): Promise<void> {
  const states = { cancelled: `state = 'cancelled'`, inactive: `state = 'inactive'` }
  const past = { expired: `expires_at = now() - interval '1 hour'` }
  for (const [about, change] of Object.entries({ ...states, ...past })) {
    const { id } = await createLink(database, tenant)
    await onPool(database.pool).rows(`update payment_link set ${change} where id = $1`, [id])
    await tell(`a link that is ${about}`, `GET ${links}/${id}`, nobody)
    await tell(`ways to pay one that is ${about}`, `GET ${links}/${id}/payment-methods`, nobody)
    await tell(`a payment of one that is ${about}`, `POST ${links}/${id}/collections`, {
      ...nobody,
      body: bodyOf(),
    })
  }
  const { id } = await createLink(database, live)
  await tell('a live link', `GET ${links}/${id}`, nobody)
  await tell('ways to pay a live link', `GET ${links}/${id}/payment-methods`, nobody)
}

/** A code of a till that is scanned and paid. */
async function tellOfCheckout({ tell, tenant: { keys }, service }: Story): Promise<void> {
  const till = { caller: 'terminal', key: keys.terminal }
  const body = { amount: 1500, currency: 'XOF', description: 'Table 4', expires_in: 600 }
  const headers = { 'Idempotency-Key': 'table-4' }
  const { data } = await tell('a code', 'POST /v2/checkouts', { ...till, body, headers })
  await tell('the same code again', 'POST /v2/checkouts', { ...till, body, headers })
  await tell('the key of a code with another body', 'POST /v2/checkouts', {
    ...till,
    body: { amount: 7 },
    headers,
  })
  await tell('a code that is scanned', `GET ${links}/${data.id}`, nobody)
  const pay = `POST ${links}/${data.id}/collections`
  const paid = await tell('a payment of a code', pay, { ...nobody, body: bodyOf() })
  await waitUntilFinal(service, keys.secret, paid.data.id)
  await untilCheckout(service, { key: keys.secret, id: data.id }, 'succeeded')
  for (const [caller, key] of Object.entries(keys)) {
    await tell('a code that is paid', `GET /v2/checkouts/${data.id}`, { caller, key })
  }
  await tell('a code that is paid, for its payer', `GET ${links}/${data.id}`, nobody)
  await tell('a payment of a code that is paid', pay, { ...nobody, body: bodyOf() })
  await tell('a code that is paid, cancelled', `POST /v2/checkouts/${data.id}/cancel`, till)
  await tell('the payment of a code', `GET /v2/transactions/${paid.data.id}`, till)
}

async function tellOfCheckoutsThatEnd({ tell, tenant: { keys }, service }: Story): Promise<void> {
  const till = { caller: 'session', key: keys.session }
  const wanted = {
    'a code of too little': { amount: 1 },
    'a code in yen': { amount: 9, currency: 'JPY' },
  }
  for (const [about, body] of Object.entries(wanted)) {
    await tell(about, 'POST /v2/checkouts', { ...till, body })
  }
  await tell('a code in euros', 'POST /v2/checkouts', {
    ...till,
    body: { amount: 9, currency: 'EUR' },
  })
  const body = { amount: 1000 }
  const { data } = await tell('a code of a cashier', 'POST /v2/checkouts', { ...till, body })
  await tell('a code, cancelled', `POST /v2/checkouts/${data.id}/cancel`, till)
  await tell('a code, cancelled again', `POST /v2/checkouts/${data.id}/cancel`, till)
  await tell('a code that is cancelled, scanned', `GET ${links}/${data.id}`, nobody)
  await tell('a code that is cancelled, paid', `POST ${links}/${data.id}/collections`, {
    ...nobody,
    body: bodyOf(),
  })
  const held = await tell('a code held by a payment', 'POST /v2/checkouts', { ...till, body })
  const pay = `POST ${links}/${held.data.id}/collections`
  await tell('a payment that waits', pay, { ...nobody, body: bodyOf({ phone: nextPhone('0003') }) })
  await untilCheckout(service, { key: keys.secret, id: held.data.id }, 'processing')
  await tell('a code on its way', `GET /v2/checkouts/${held.data.id}`, till)
  await tell('a code on its way, scanned', `GET ${links}/${held.data.id}`, nobody)
  await tell('a code on its way, paid again', pay, { ...nobody, body: bodyOf() })
  await tell('a code on its way, cancelled', `POST /v2/checkouts/${held.data.id}/cancel`, till)
}
