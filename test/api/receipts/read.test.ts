import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { call, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { payoutCall, readyToPayOut } from '#test/support/payouts.ts'
import { sharedService } from '#test/support/service.ts'
import { createKey, createTenant, freshPhone } from '#test/support/tenant.ts'

const customer = { name: 'Éléonore Adjavon', email: 'eleonore@example.com' }

describe('GET /v2/transactions/{id}/receipt', () => {
  let paid: { id: string; receipt_token: string; phone: string }

  const service = given(() => sharedService())
  const tenant = given(() => createTenant(service.database))
  before(async () => {
    await onPool(service.database.pool).rows(
      `update service set address = 'Rue 12.345, quartier Zongo, face à la pharmacie, Cotonou',
         phone = '2290121300000', email = 'contact@boutique.example' where id = $1`,
      [tenant.serviceId],
    )
    paid = await pay(tenant.keys.terminal, {
      description: 'Pagne wax « Fête », 6 yards très longs à décrire sur un reçu',
    })
  })

  async function pay(key: string, changes: Record<string, unknown> = {}) {
    const phone = freshPhone()
    const { json } = await call(service, collectionCall(key, { phone, customer, ...changes }))
    await waitUntilFinal(service, tenant.keys.secret, json.data.id)
    return { ...json.data, phone }
  }
  const receipt = (key: string, query = '', id = paid.id) =>
    call(service, { path: `/v2/transactions/${id}/receipt${query}`, key })

  it('is full, with the invoice, for the secret key and for the terminal and cash desk of the sale', async () => {
    for (const kind of ['secret', 'terminal', 'session'] as const) {
      const { status, json } = await receipt(tenant.keys[kind])
      assert.equal(status, 200)
      assert.equal(json.data.object, 'receipt')
      assert.equal(json.data.customer_details, 'full')
      assert.equal(json.data.customer_phone, paid.phone)
      assert.equal(json.data.customer_name, customer.name)
      assert.equal(json.data.customer_email, customer.email)
      assert.match(json.data.phone_masked, /^22901••••\d{4}$/)
      assert.match(json.data.invoice_url, /\/factures\/[A-Za-z0-9_-]{40}$/)
      assert.match(json.data.verify_url, /\/verification\/[A-Za-z0-9_-]{40}$/)
      assert.equal(json.data.amount_charged, 1020)
      assert.equal(json.data.channel.code, 'pos')
      assert.equal(json.data.terminal_label, 'Caisse 1')
      assert.equal(json.data.mode, 'sandbox')
      assert.ok(!('net_amount' in json.data.display))
      assert.equal(json.data.text, null)
    }
  })

  it('is masked for the public key, and full with the receipt token of the creation', async () => {
    const masked = await receipt(tenant.keys.public)
    assert.equal(masked.json.data.customer_details, 'masked')
    assert.equal(masked.json.data.customer_name, 'Éléonore A.')
    for (const hidden of ['customer_phone', 'customer_email', 'invoice_url']) {
      assert.equal(masked.json.data[hidden], null)
    }
    assert.ok(!masked.text.includes(paid.phone) && !masked.text.includes('Adjavon'))
    const wrong = await receipt(tenant.keys.public, '?receipt_token=AAAAAAAAAAAAAAAAAAAAAA')
    assert.equal(wrong.json.data.customer_details, 'masked')
    const empty = await receipt(tenant.keys.public, '?receipt_token=')
    assert.deepEqual([empty.status, empty.json.data.customer_details], [200, 'masked'])
    const full = await receipt(tenant.keys.public, `?receipt_token=${paid.receipt_token}`)
    assert.equal(full.json.data.customer_details, 'full')
    assert.equal(full.json.data.customer_email, customer.email)
  })

  for (const width of [32, 48]) {
    it(`as text has no line over ${width} columns, aligned amounts, and ends with the verification address`, async () => {
      const { json } = await receipt(tenant.keys.secret, `?format=text&width=${width}`)
      const lines: string[] = json.data.text.split('\n')
      for (const line of lines) assert.ok(Array.from(line).length <= width, `too long: ${line}`)
      for (const label of ['Montant', 'Frais', 'TOTAL PAYÉ']) {
        const line = lines.find((candidate) => candidate.startsWith(`${label} `)) ?? ''
        assert.equal(Array.from(line).length, width, label)
        assert.ok(line.endsWith(' F CFA'))
      }
      assert.ok(json.data.text.replaceAll('\n', '').endsWith(json.data.verify_url))
      assert.doesNotMatch(json.data.text, /\u00A0|\t/)
      assert.ok(json.data.text.includes('PAIEMENT DE TEST'))
    })
  }

  it('as text says no id that the service made: neither as what was paid nor as a reference', async () => {
    const bare = await pay(tenant.keys.secret)
    const named = await pay(tenant.keys.secret, { reference: `CMD-${bare.id.slice(-8)}` })
    for (const width of [32, 48]) {
      const text = async (id: string): Promise<string> =>
        (await receipt(tenant.keys.secret, `?format=text&width=${width}`, id)).json.data.text
      const lines = (await text(bare.id)).split('\n')
      assert.ok(
        !lines.join('').includes(bare.id) && !lines.some((line) => line.startsWith('Référence')),
      )
      assert.equal((await text(named.id)).split(`CMD-${bare.id.slice(-8)}`).length, 2)
    }
  })

  it('as text of a payout says who was paid, and that nobody paid the merchant', async () => {
    const phone = await readyToPayOut(service.database, tenant, { balance: 50_000 })
    const { json } = await call(service, payoutCall(tenant.keys.secret, { phone, amount: 1001 }))
    await waitUntilFinal(service, tenant.keys.secret, json.data.id)
    for (const width of [32, 48]) {
      const { text } = (
        await receipt(tenant.keys.secret, `?format=text&width=${width}`, json.data.id)
      ).json.data
      assert.match(text, /^ +VERSEMENT$/m)
      assert.match(text, /^Bénéficiaire +\+229 01 /m)
      assert.match(text, /^TOTAL DÉBITÉ +1 005 F CFA$/m)
      assert.doesNotMatch(text, /payeur|payé/i)
    }
  })

  it('as text tells what has been given back since, so that nobody asks for it twice with a new print', async () => {
    const { id } = await pay(tenant.keys.secret, { amount: 2_000_000 })
    const textOf = async (width: number): Promise<string> =>
      (await receipt(tenant.keys.secret, `?width=${width}`, id)).json.data.text
    assert.doesNotMatch(await textOf(32), /[Rr]emboursé/)
    await onPool(service.database.pool).rows(
      'update transaction set refunded_amount = 2000000 where id = $1',
      [id],
    )
    for (const width of [32, 48]) {
      const lines = (await textOf(width)).split('\n')
      const at = lines.findIndex((line) => line.startsWith('TOTAL PAYÉ '))
      assert.match(lines[at + 1] ?? '', /^Remboursé depuis +2 000 000 F CFA$/)
      assert.equal(Array.from(lines[at + 1] ?? '').length, width)
    }
  })

  it('says what was paid for where the description shows nothing', async () => {
    for (const description of ['', '  ', '\u200B', '\u2800']) {
      const reference = randomUUID()
      const { id } = await pay(tenant.keys.secret, { description, reference })
      const { data } = (await receipt(tenant.keys.secret, '', id)).json
      assert.equal(data.product, reference, JSON.stringify(description))
      const path = `/v2/transactions/${id}`
      const read = await call(service, { path, key: tenant.keys.secret })
      assert.equal(read.json.data.description, description)
    }
  })

  it('is text where a width is given and no format, and not where none is wanted', async () => {
    const widthAt = async (query: string) =>
      (await receipt(tenant.keys.secret, query)).json.data.width
    assert.equal(await widthAt('?width=48'), 48)
    assert.equal(await widthAt('?format=text'), 32)
    assert.equal(await widthAt('?format=json&width=48'), null)
    assert.equal(await widthAt(''), null)
  })

  it('is refused where nothing was paid, to other terminals and to other services', async () => {
    const failed = await pay(tenant.keys.terminal, { phone: freshPhone('0001') })
    for (const kind of ['secret', 'public', 'terminal', 'session'] as const) {
      const { json } = await receipt(tenant.keys[kind], '', failed.id)
      assert.equal(json.error.code, 'receipt_not_found', kind)
    }
    const other = await createTenant(service.database)
    assert.equal((await receipt(other.keys.secret)).json.error.code, 'transaction_not_found')
    const sale = await pay(tenant.keys.secret)
    assert.equal((await receipt(tenant.keys.terminal, '', sale.id)).status, 404)
  })

  it('refuses a wrong format, a width that no printer has and unknown parameters', async () => {
    const refusals = {
      '?format=pdf': 'invalid_parameter',
      '?format=text&width=40': 'invalid_parameter',
      '?format=text&format=json': 'invalid_parameter',
      '?token=x': 'unknown_parameter',
    }
    for (const [query, code] of Object.entries(refusals)) {
      const { status, json } = await receipt(tenant.keys.secret, query)
      assert.deepEqual([status, json.error.code], [422, code], query)
    }
  })

  it('does not tell another public key of the service more than the first', async () => {
    const second = await createKey(service.database, tenant, 'public')
    assert.equal((await receipt(second)).json.data.customer_details, 'masked')
  })
})
