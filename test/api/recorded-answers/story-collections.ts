import { randomUUID } from 'node:crypto'
import { eventually, waitUntilFinal } from '#test/support/call.ts'
import { byCard, byDebit, cards } from '#test/support/cards.ts'
import { setExchangeTerms } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'
import { nextPhone, type Story } from './story.ts'

const collections = 'POST /v2/collections'

function bodyOf(changes: object = {}): object {
  return {
    amount: 1000,
    currency: 'XOF',
    provider: 'mtn-benin',
    phone: nextPhone(),
    customer: { name: 'Awa Dossou', email: 'awa@example.com' },
    ...changes,
  }
}

/** Payments of every outcome, read by everybody, listed, and on receipts. */
export async function tellOfCollections(story: Story): Promise<void> {
  const { keys } = story.tenant
  const sale = { reference: 'CMD-1', description: 'Pagne wax', metadata: { panier: '42' } }
  const paid = await ended(story, 'that succeeds', bodyOf({ amount: 12_500, ...sale }))
  await ended(story, 'of which the payer has too little', bodyOf({ phone: nextPhone('0001') }))
  await ended(story, 'that the payer refuses', bodyOf({ phone: nextPhone('0002') }))
  await ended(story, 'whose funds are held', bodyOf({ phone: nextPhone('0006') }))
  await ended(story, 'whose funds are to be confirmed', bodyOf({ phone: nextPhone('0007') }))
  await ended(story, 'by card', bodyOf(byCard(cards.visa)))
  await ended(story, 'by a card that is declined', bodyOf(byCard(cards.declined)))
  await tellOfEuros(story)
  const by = { caller: 'terminal', key: keys.terminal }
  const till = await ended({ ...story, by }, 'at a till', bodyOf({ amount: 700 }))
  await tellOfWaiting(story)
  await tellOfRepeats(story)
  await tellOfRefusals(story)
  await tellOfReaders(story, { paid, till })
  await tellOfLists(story)
}

interface By {
  readonly caller: string
  readonly key: string
}

/** A payment asked for and read at its end; its id. */
async function ended(
  story: Story & { readonly by?: By },
  about: string,
  body: object,
): Promise<string> {
  const { service, tell, tenant, by } = story
  const { data, error } = await tell(`a payment ${about}`, collections, { body, ...by })
  if (error) throw new Error(`a payment ${about}: ${JSON.stringify(error)}`)
  await waitUntilFinal(service, tenant.keys.secret, data.id)
  await tell(`a payment ${about}, at its end`, `GET /v2/transactions/${data.id}`, {
    caller: 'secret',
    key: tenant.keys.secret,
  })
  return data.id
}

/** A merchant who counts in euros. */
async function tellOfEuros(story: Story): Promise<void> {
  const { database } = story.service
  const tenant = await createTenant(database, { currency: 'EUR' })
  await setExchangeTerms(database, tenant, {
    fee: { percent: '1', payer: 'customer' },
    margin: { percent: '3', payer: 'merchant' },
  })
  const by = { caller: 'in euros', key: tenant.keys.secret }
  const price = { amount: 12.5, currency: 'EUR' }
  await ended({ ...story, tenant, by }, 'in euros', bodyOf(price))
  const quote = { ...price, provider: 'mtn-benin' }
  await story.tell('a quote in euros', 'POST /v2/quotes', { body: quote, ...by })
  const page = { caller: 'a page in euros', key: tenant.keys.public }
  await story.tell('a quote in euros', 'POST /v2/quotes', { body: quote, ...page })
}

/** What stays pending: a silent operator, a payer who is asked on a page. */
async function tellOfWaiting({ tell }: Story): Promise<void> {
  const silent = await tell('a payment without an answer', collections, {
    body: bodyOf({ phone: nextPhone('0003') }),
  })
  await tell(
    'a refused receipt of what is pending',
    `GET /v2/transactions/${silent.data.id}/receipt`,
  )
  await tell('a payment by a card whose holder is asked', collections, {
    body: bodyOf(byCard(cards.challenged)),
  })
  await tell('a payment by mandate', collections, { body: bodyOf(byDebit(nextPhone())) })
}

async function tellOfRepeats({ tell, service, tenant }: Story): Promise<void> {
  const headers = { 'Idempotency-Key': 'panier-7' }
  const body = bodyOf()
  const first = await tell('a payment with a key of its own', collections, { body, headers })
  await tell('the same again', collections, { body, headers })
  await tell('the key with another body', collections, { body: { ...body, amount: 7 }, headers })
  await waitUntilFinal(service, tenant.keys.secret, first.data.id)
}

async function tellOfRefusals({ tell, live, tenant }: Story): Promise<void> {
  const wrong: Readonly<Record<string, object>> = {
    'too little': { amount: 1 },
    'too much': { amount: 90_000_000 },
    'half a franc': { amount: 10.5 },
    'a currency nobody has': { currency: 'ABC' },
    'a currency without a rate': { currency: 'JPY' },
    'an operator nobody knows': { provider: 'rien' },
    'the number of another operator': { provider: 'moov-benin' },
    'a number that is none': { phone: '12' },
    'a number of elsewhere': { phone: '33612345678' },
    'no number': { phone: undefined },
    'a card that is none': { ...byCard('4242424242424241') },
    'a customer without a name': { customer: { email: 'rien' } },
    'metadata that are no text': { metadata: { a: 1 } },
    'several fields': { amount: -1, currency: 'xof', phone: 'abc', reference: '', surprise: 1 },
  }
  for (const [about, changes] of Object.entries(wrong)) {
    await tell(`a payment of ${about}`, collections, { body: bodyOf(changes) })
  }
  for (const [caller, key] of Object.entries(live.keys)) {
    await tell('a payment in live', collections, { body: bodyOf(), key, caller: `live ${caller}` })
  }
  const auto = bodyOf({ provider: 'auto', customer: undefined })
  await tell('a payment by a page', collections, {
    body: auto,
    caller: 'public',
    key: tenant.keys.public,
  })
}

async function tellOfReaders(
  { tell, tenant: { keys } }: Story,
  { paid, till }: { readonly paid: string; readonly till: string },
): Promise<void> {
  for (const [caller, key] of Object.entries(keys)) {
    await tell('a payment of the server', `GET /v2/transactions/${paid}`, { caller, key })
    await tell('a payment of the till', `GET /v2/transactions/${till}`, { caller, key })
    await tell('its receipt', `GET /v2/transactions/${till}/receipt`, { caller, key })
    const text = `GET /v2/transactions/${till}/receipt?format=text&width=48`
    await tell('its receipt in 48 columns', text, { caller, key })
  }
  const receipt = `GET /v2/transactions/${paid}/receipt`
  await tell('a receipt in text', `${receipt}?format=text`)
  await tell('a receipt of 32 columns', `${receipt}?format=text&width=32`)
  await tell('a receipt of 40 columns', `${receipt}?format=text&width=40`)
  await tell('a width without text', `${receipt}?width=32`)
  await tell('a receipt with a token of nobody', `${receipt}?receipt_token=rien`)
  await tell('a payment waited for', `GET /v2/transactions/${paid}?wait=5`)
  await tell('a wait too long', `GET /v2/transactions/${paid}?wait=100`)
  await tell('a payment that ended is not cancelled', `POST /v2/transactions/${paid}/cancel`)
  await tell('a payment of nobody is not cancelled', `POST /v2/transactions/${randomUUID()}/cancel`)
}

async function tellOfLists({ tell, tenant, service }: Story): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await service.database.pool.query(
      `select from transaction where service_env_id = $1 and status = 'pending' and payment_type = 'mobile_money'
         and phone not like '%0003'`,
      [tenant.serviceEnvId],
    )
    return rowCount === 0
  })
  const list = 'GET /v2/transactions'
  const { terminalId, keys } = tenant
  const till = { caller: 'terminal', key: keys.terminal }
  const first = await tell('the first page', `${list}?limit=3`)
  const next = encodeURIComponent(first.meta.next_cursor)
  await tell('the second page', `${list}?limit=3&cursor=${next}`)
  await tell('a page with another’s cursor', `${list}?cursor=${next}`, till)
  await tell('the list of a till', list, till)
  const searches: Readonly<Record<string, string>> = {
    'what failed': 'status=failed',
    'what failed or is pending': 'status=failed&status=pending&limit=2',
    'what the till took': 'channel=pos',
    'what one terminal took': `terminal_id=${terminalId}`,
    'what has a reference': 'reference=CMD-1',
    payouts: 'type=payout',
    'what came before the service': 'created_before=2020-01-01T00:00:00Z',
    'what came after all': 'created_after=2100-01-01T00:00:00Z',
    'all since the service': 'created_after=2020-01-01T00:00:00Z&limit=1',
  }
  for (const [about, search] of Object.entries(searches)) {
    await tell(`a list of ${about}`, `${list}?${search}`)
  }
}
