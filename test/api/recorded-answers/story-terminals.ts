import { waitUntilFinal } from '#test/support/call.ts'
import { nextPhone, type Story } from './story.ts'

const terminals = '/v2/terminals'

/** The life of a terminal, and of a till that is opened on it. */
export async function tellOfTerminals(story: Story): Promise<void> {
  const terminal = await tellOfActivation(story)
  await tellOfTill(story, terminal)
  await tellOfEnd(story, terminal)
}

interface Terminal {
  readonly id: string
  readonly key: string
}

async function tellOfActivation({ tell, tenant }: Story): Promise<Terminal> {
  const body = { type: 'pos', label: 'Caisse 2', point_of_sale: 'Akpakpa' }
  const { data } = await tell('a terminal', `POST ${terminals}`, { body })
  const code: string = data.activation_code
  const device = { serial_number: 'SN-1', device_type: 'A920', app_version: '1.0' }
  const activate = (about: string, activation_code: string) =>
    tell(about, `POST ${terminals}/activate`, {
      caller: 'nobody',
      key: undefined,
      body: { activation_code, ...device },
    })
  await activate('a code of nobody', 'RIEN-RIEN')
  const activated = await activate('a terminal, activated', code)
  await activate('a terminal, activated again', code)
  const first = await tell('the first page of terminals', `GET ${terminals}?limit=1`)
  const next = encodeURIComponent(first.meta.next_cursor)
  await tell('the second page of terminals', `GET ${terminals}?limit=1&cursor=${next}`)
  const { key } = activated.data
  const own = { caller: 'its own', key }
  await tell('what a terminal is', 'GET /v2/session', own)
  await tell('what the ways to pay are at a terminal', 'GET /v2/payment-methods', own)
  await tell('another terminal', `GET ${terminals}/${tenant.terminalId}`, own)
  const renewed = await tell('a new code', `POST ${terminals}/${data.id}/regenerate`, { body: {} })
  await tell('the old key', 'GET /v2/session', own)
  const again = await activate('a terminal, activated anew', renewed.data.activation_code)
  return { id: data.id, key: again.data.key }
}

async function tellOfTill(story: Story, { id, key }: Terminal): Promise<void> {
  const { tell, service, tenant } = story
  const sessions = `${terminals}/${id}/sessions`
  const body = { operator: { name: 'Awa Dossou' }, opening_float: 25_000, note: 'Matin' }
  const { data } = await tell('a till', `POST ${sessions}`, { body })
  await tell('a second till', `POST ${sessions}`, {
    body: { operator: { id: tenant.collaboratorId }, expires_in: 600 },
  })
  await tell('a till of somebody unknown', `POST ${sessions}`, {
    body: { operator: { id: tenant.serviceId } },
  })
  await tell('a till of nobody', `POST ${sessions}`, { body: { operator: {} } })
  const till = { caller: 'the till', key: data.token }
  await tell('what a till is', 'GET /v2/session', till)
  for (const amount of [2000, 3500]) {
    const payer = { name: 'Awa Dossou', email: 'awa@example.com' }
    const paid = await tell(`a payment of ${amount} at a till`, 'POST /v2/collections', {
      ...till,
      body: {
        amount,
        currency: 'XOF',
        provider: 'mtn-benin',
        phone: nextPhone(),
        customer: payer,
      },
    })
    await waitUntilFinal(service, tenant.keys.secret, paid.data.id)
    await tell(
      `a receipt of ${amount} at a till`,
      `GET /v2/transactions/${paid.data.id}/receipt?format=text`,
      till,
    )
  }
  await tell('a till so far', `GET ${sessions}/${data.id}`)
  await tell('a till so far, for the printer', `GET ${sessions}/${data.id}?width=48`, {
    caller: 'terminal',
    key,
  })
  const counted = { counted_cash: 24_000, width: 40, note: 'Soir' }
  await tell('a till, closed', `POST ${sessions}/${data.id}/close`, { body: counted })
  await tell('a till, closed again', `POST ${sessions}/${data.id}/close`, { body: counted })
  await tell('the token of a closed till', 'GET /v2/session', till)
  const first = await tell('the first page of tills', `GET ${sessions}?limit=1`)
  const next = encodeURIComponent(first.meta.next_cursor)
  await tell('the second page of tills', `GET ${sessions}?limit=1&cursor=${next}`)
}

async function tellOfEnd({ tell }: Story, { id, key }: Terminal): Promise<void> {
  const own = { caller: 'its own', key }
  await tell('another name', `PATCH ${terminals}/${id}`, {
    body: { label: 'Caisse 9', point_of_sale: null },
  })
  await tell('disabled', `POST ${terminals}/${id}/disable`, { body: {} })
  await tell('disabled again', `POST ${terminals}/${id}/disable`, { body: {} })
  await tell('the key of what is disabled', 'GET /v2/session', own)
  await tell('a till on what is disabled', `POST ${terminals}/${id}/sessions`, {
    body: { operator: { name: 'Awa' } },
  })
  await tell('enabled', `POST ${terminals}/${id}/enable`, { body: {} })
  await tell('the key of what is enabled', 'GET /v2/session', own)
  await tell('deleted', `DELETE ${terminals}/${id}`)
  await tell('deleted again', `DELETE ${terminals}/${id}`)
  await tell('what is deleted', `GET ${terminals}/${id}`)
  await tell('the key of what is deleted', 'GET /v2/session', own)
  await tell('the terminals that stay', `GET ${terminals}`)
}
