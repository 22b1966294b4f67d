import { waitUntilFinal } from '#test/support/call.ts'
import { authorizeBank, authorizePhone, giveBalance } from '#test/support/payouts.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { nextPhone, type Story } from './story.ts'

const payouts = 'POST /v2/payouts'

/** Payouts of every outcome, transfers by a bank, balances and quotes. */
export async function tellOfMoneyOut(story: Story): Promise<void> {
  const { tell, tenant, service } = story
  await tell('the balance of a new merchant', 'GET /v2/balance')
  await tell('a payout of nothing', payouts, { body: bodyOf({ phone: await known(story) }) })
  await giveBalance(service.database, tenant, 1_000_000)
  await tell('the balance of who was given a million', 'GET /v2/balance')
  const sale = { reference: 'SAL-1', description: 'Salaire' }
  await ended(story, 'that succeeds', bodyOf({ phone: await known(story), ...sale }))
  await ended(story, 'for which the float is empty', bodyOf({ phone: await known(story, '0001') }))
  await ended(story, 'that its recipient refuses', bodyOf({ phone: await known(story, '0002') }))
  const headers = { 'Idempotency-Key': 'salaire-7' }
  const body = bodyOf({ phone: await known(story, '0003') })
  const silent = await tell('a payout without an answer', payouts, { body, headers })
  await tell('the same payout again', payouts, { body, headers })
  await tell('the key of a payout with another body', payouts, {
    body: { ...body, amount: 7000 },
    headers,
  })
  await tell(
    'a payout on its way is not cancelled',
    `POST /v2/transactions/${silent.data.id}/cancel`,
  )
  await tellOfRefusals(story)
  await tell('the balance after', 'GET /v2/balance')
  await tell('the payouts', 'GET /v2/transactions?type=payout')
  await tellOfTransfers(story)
  await tellOfQuotes(story)
}

function bodyOf(changes: object): object {
  return { amount: 1000, currency: 'XOF', provider: 'mtn-benin', ...changes }
}

/** A number that may be paid. */
function known({ service, tenant }: Story, ending?: string): Promise<string> {
  return authorizePhone(service.database, tenant, nextPhone(ending))
}

async function ended(story: Story, about: string, body: object): Promise<void> {
  const { service, tell, tenant } = story
  const { data } = await tell(`a payout ${about}`, payouts, { body })
  await waitUntilFinal(service, tenant.keys.secret, data.id)
  await tell(`a payout ${about}, at its end`, `GET /v2/transactions/${data.id}`)
  await tell(`the receipt of a payout ${about}`, `GET /v2/transactions/${data.id}/receipt`)
}

async function tellOfRefusals(story: Story): Promise<void> {
  const phone = await known(story)
  const wrong: Readonly<Record<string, object>> = {
    'too little': { phone, amount: 1 },
    'too much': { phone, amount: 90_000_000 },
    'more than there is': { phone, amount: 1_900_000 },
    'another currency': { phone, currency: 'EUR' },
    'a number nobody authorised': { phone: nextPhone() },
    'no number': {},
    'a bank in sandbox': { provider: 'uba-benin' },
    'several fields': { phone: 'x', amount: 0, currency: 'x', provider: '', bank_account_id: 'x' },
  }
  for (const [about, changes] of Object.entries(wrong)) {
    await story.tell(`a payout of ${about}`, payouts, { body: bodyOf(changes) })
  }
}

/** By a bank, in live: one that is cancelled, one that staff has not seen yet. */
async function tellOfTransfers({ tell, live, service }: Story): Promise<void> {
  const { database } = service
  const by = { caller: 'live', key: live.keys.secret }
  const body = bodyOf({ provider: 'uba-benin', amount: 25_000 })
  await tell('a transfer without an account', payouts, { body, ...by })
  await giveBalance(database, live, 1_000_000)
  await authorizeBank(database, live)
  const { data } = await tell('a transfer', payouts, { body, ...by })
  await tell('a transfer, read', `GET /v2/transactions/${data.id}`, by)
  await tell('a transfer, cancelled', `POST /v2/transactions/${data.id}/cancel`, {
    ...by,
    body: {},
  })
  await tell('a transfer, cancelled again', `POST /v2/transactions/${data.id}/cancel`, by)
  await tell('a transfer, cancelled, read', `GET /v2/transactions/${data.id}`, by)
  const second = await authorizeBank(database, live)
  await tell('a transfer to one of two accounts', payouts, { body, ...by })
  const named = { ...body, bank_account_id: second }
  await tell('a transfer to the account it names', payouts, { body: named, ...by })
  await tell('a live payout by mobile money', payouts, {
    body: bodyOf({ phone: nextPhone() }),
    ...by,
  })
  await tell('the live payouts', 'GET /v2/transactions?type=payout', by)
}

async function tellOfQuotes({ tell, tenant, live, service }: Story): Promise<void> {
  const quotes = 'POST /v2/quotes'
  const wanted: Readonly<Record<string, object>> = {
    'of a payment': { amount: 12_500, currency: 'XOF', provider: 'mtn-benin' },
    'in euros': { amount: 12.5, currency: 'EUR', provider: 'moov-benin' },
    'by card': { amount: 5000, currency: 'XOF', provider: 'auto', payment_method: 'card' },
    'of whoever serves a number': {
      amount: 5000,
      currency: 'XOF',
      provider: 'auto',
      phone: '0196000001',
      country: 'BJ',
    },
    'of a payout': { type: 'payout', amount: 10_003, currency: 'XOF', provider: 'mtn-benin' },
    'of a transfer': {
      type: 'payout',
      amount: 10_000,
      currency: 'XOF',
      provider: 'uba-benin',
      payment_method: 'bank_transfer',
    },
    'of too much': { amount: 90_000_000, currency: 'XOF', provider: 'mtn-benin' },
    'of several faults': { type: 'x', amount: 'x', currency: 'x', provider: 'x', phone: 'x' },
  }
  const tellAll = async (when: string): Promise<void> => {
    for (const [about, body] of Object.entries(wanted)) {
      await tell(`a quote ${about}${when}`, quotes, { body })
      const by = { caller: 'live', key: live.keys.secret }
      await tell(`a quote ${about}${when}`, quotes, { body, ...by })
    }
  }
  await tellAll('')
  const agreed = { level: 'service', kind: 'percentage', value: '1.5', payer: 'merchant' } as const
  await addTariff(service.database, tenant, agreed)
  await addTariff(service.database, tenant, { ...agreed, type: 'payout', payer: 'customer' })
  await tellAll(', at a tariff agreed on')
}
