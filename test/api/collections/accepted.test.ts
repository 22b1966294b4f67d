import assert from 'node:assert/strict'
import { isUuid } from '#domain/ids.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import { startApiScene } from '#test/support/api-scene.ts'
import { call, collectionCall, waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'

const timeShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/

describe('an accepted collection', () => {
  const scene = given(() => startApiScene())

  const phone = '2290197004321'
  const sent = {
    amount: 1003,
    phone: '+229 01 97 00 43 21',
    country: 'BJ',
    reference: 'order:1',
    description: 'Un café ☕ & deux thés',
    metadata: { zebra: 'z', apple: '', order_id: 'é🙂', constructor: 'a' },
    customer: { name: 'Awa Rosine Dossou', email: 'awa.dossou@example.com' },
  }
  const full = { name: 'Awa Rosine Dossou', email: 'awa.dossou@example.com', phone }
  const masked = { name: 'Awa D.', email: 'a•••@example.com', phone: '22901••••4321' }
  const display = {
    currency: 'XOF',
    amount: 1003,
    fees: 22,
    amount_charged: 1025,
    net_amount: 1003,
    exchange_fee: 0,
    fees_under_minimum: false,
    rate: { value: 1, per_unit: 1, at: null, source: 'origin' },
  }
  /** 2 % of 1003 is 20.06, so 20; 1023 is rounded up to 1025, and what that adds belongs to the fees. */
  const expected = {
    object: 'transaction',
    type: 'collection',
    status: 'pending',
    pending_reason: 'awaiting_provider',
    mode: 'sandbox',
    description: sent.description,
    amount: 1003,
    currency: 'XOF',
    fees: {
      amount: 22,
      currency: 'XOF',
      payer: 'customer',
      rule: { kind: 'percentage', value: 2, level: 'platform', channel: null, terminal: null },
    },
    amount_charged: 1025,
    charged_currency: 'XOF',
    net_amount: 1003,
    net_currency: 'XOF',
    exchange: null,
    display,
    payment_method: { type: 'mobile_money', network: 'mtn', card_last4: null },
    next_action: null,
    provider: 'mtn-benin',
    payment_link: null,
    failure: null,
    metadata: sent.metadata,
    available: false,
    refunded_amount: 0,
    completed_at: null,
    payout: null,
  }
  const funds = { status: null, simulated: true }

  /** What a key kind adds to, and is shown of, the same collection. */
  function shownTo(kind: KeyKind): object {
    const { terminalId, collaboratorId } = scene.tenant
    const desk = {
      terminal: { id: terminalId, label: 'Caisse 1', point_of_sale: { name: 'Ganhi' } },
    }
    const operator = { id: collaboratorId, name: 'Kossi Agbo' }
    const nobody = { terminal: null, operator: null }
    return {
      secret: { channel: 'api', customer: full, funds, ...nobody },
      public: { channel: 'widget', customer: masked, ...nobody },
      terminal: { channel: 'pos', customer: masked, funds, ...desk, operator: null },
      session: { channel: 'shop', customer: masked, funds, ...desk, operator },
    }[kind]
  }

  for (const kind of ['secret', 'public', 'terminal', 'session'] as const) {
    it(`with a ${kind} key is the whole transaction object and nothing else, then and when read`, async () => {
      const key = scene.tenant.keys[kind]
      const reference = `order:${kind}`
      const answer = await scene.accept({ ...sent, reference }, key)
      const { id, created_at, receipt_token, terminal, ...rest } = answer.json.data
      const { point_of_sale, ...shownTerminal } = terminal ?? {}
      const placed = terminal && {
        ...shownTerminal,
        point_of_sale: { name: point_of_sale.name },
      }
      const whole = { ...expected, reference, ...shownTo(kind) }
      assert.deepEqual({ ...rest, terminal: placed }, whole)
      assert.ok(isUuid(id))
      assert.match(created_at, timeShape)
      assert.ok(Math.abs(Date.parse(created_at) - Date.now()) < 5000)
      assert.match(receipt_token, /^[A-Za-z0-9_-]{22}$/)
      assert.equal(answer.headers.get('Location'), `/v2/transactions/${id}`)
      assert.equal(answer.headers.get('Idempotent-Replayed'), null)
      assert.deepEqual(Object.keys(answer.json.meta), ['request_id'])

      const settled = await waitUntilFinal(scene, key, id)
      assert.match(settled.completed_at, timeShape)
      assert.deepEqual(settled, {
        ...whole,
        id,
        created_at,
        terminal,
        status: 'succeeded',
        pending_reason: null,
        completed_at: settled.completed_at,
        available: true,
        ...(kind !== 'public' && { funds: { status: 'available', simulated: true } }),
      })
    })
  }

  it('shows whom it concerns in full to the secret key alone, whoever made it', async () => {
    const made = await scene.accept(sent, scene.tenant.keys.terminal)
    const path = `/v2/transactions/${made.json.data.id}`
    for (const kind of ['secret', 'public', 'terminal', 'session'] as const) {
      const { json } = await scene.call({ path, key: scene.tenant.keys[kind] })
      assert.deepEqual(json.data.customer, kind === 'secret' ? full : masked)
      assert.equal('funds' in json.data, kind !== 'public')
      assert.equal('receipt_token' in json.data, false)
      assert.equal(json.data.channel, 'pos')
    }
  })

  it('needs no customer from a terminal or a cash desk', async () => {
    for (const kind of ['terminal', 'session'] as const) {
      const { json } = await scene.accept({ customer: undefined, phone }, scene.tenant.keys[kind])
      const { customer } = json.data
      assert.deepEqual(customer, { name: null, email: null, phone: '22901••••4321' })
    }
  })

  it('without reference, description and metadata has a reference of its own, null and {}', async () => {
    const { json } = await scene.accept()
    const { reference, description, metadata } = json.data
    assert.match(reference, /^[A-Za-z0-9_.:/-]{1,64}$/)
    assert.deepEqual([description, metadata], [null, {}])
    const again = await scene.accept()
    assert.notEqual(again.json.data.reference, reference)
  })

  it('gives the metadata back in the order sent, at its largest', async () => {
    const names = Array.from('zyxwvutsrqponmlkjihg', (letter) => letter.repeat(40))
    const largest = Object.fromEntries(names.map((name) => [name, 'é'.repeat(500)]))
    for (const sentMetadata of [largest, { b: '\u2028"\\/\t', a: '<&>', c: '' }]) {
      const { json, text } = await scene.accept({ metadata: sentMetadata })
      assert.deepEqual(json.data.metadata, sentMetadata)
      assert.deepEqual(Object.keys(json.data.metadata), Object.keys(sentMetadata))
      assert.ok(text.includes(JSON.stringify(sentMetadata)))
    }
  })

  it('takes every text at its longest, counted in characters', async () => {
    const changes = {
      reference: 'r'.repeat(64),
      description: '🙂'.repeat(255),
      customer: { name: 'é'.repeat(255), email: `${'a'.repeat(64)}@${'b'.repeat(60)}.example.com` },
    }
    const { json } = await scene.accept(changes)
    const { reference, description, customer } = json.data
    const { name, email } = customer
    assert.deepEqual({ reference, description, customer: { name, email } }, changes)
  })

  it('is sent to the operator of the number when the provider is auto', async () => {
    const numbers = {
      '2290197000011': ['mtn-benin', 'mtn'],
      '2290142000011': ['mtn-benin', 'mtn'],
      '2290195000011': ['moov-benin', 'moov'],
      '2290155000011': ['moov-benin', 'moov'],
    }
    for (const [number, [provider, network]] of Object.entries(numbers)) {
      const { json } = await scene.accept({ provider: 'auto', phone: number })
      assert.deepEqual([json.data.provider, json.data.payment_method.network], [provider, network])
    }
  })

  it('keeps the operator named, for a number may have moved', async () => {
    const { json } = await scene.accept({ provider: 'moov-benin', phone: '2290197000012' })
    assert.equal(json.data.provider, 'moov-benin')
  })

  it('writes the number as digits with the country code, however it was typed', async () => {
    const forms = ['22997004321', '+229 97 00 43 21', '00229-01.97.00.43.21', '(229) 0197004321']
    for (const form of forms) {
      const { json } = await scene.accept({ phone: form })
      assert.equal(json.data.customer.phone, phone)
    }
  })

  it('takes an amount in every JSON spelling of the number', async () => {
    for (const source of ['1000', '1000.0', '1000.000', '1e3', '1E+3', '0.1e4', '10000e-1']) {
      const good = collectionCall(scene.tenant.keys.secret)
      const body = JSON.stringify(good.body).replace('1000', source)
      const { status, json } = await scene.call({ ...good, body })
      assert.deepEqual([status, json?.data?.amount], [202, 1000], source)
    }
  })

  it('follows the closest tariff: terminal, channel, service, platform', async () => {
    const { database } = scene.service
    const tenant = await createTenant(database)
    const key = tenant.keys.terminal
    const feesNow = async () => {
      const { data } = (await scene.accept({ amount: 1000 }, key)).json
      const { amount, payer, rule } = data.fees
      assert.equal(data.amount_charged, data.net_amount + amount)
      return { amount, payer, ...rule, charged: data.amount_charged, net: data.net_amount }
    }
    const nowhere = { channel: null, terminal: null }
    assert.equal((await feesNow()).level, 'platform')
    const service = { kind: 'percentage', value: '1.25', payer: 'merchant' } as const
    await addTariff(database, tenant, { level: 'service', ...service })
    assert.deepEqual(await feesNow(), {
      amount: 13,
      payer: 'merchant',
      kind: 'percentage',
      value: 1.25,
      level: 'service',
      ...nowhere,
      charged: 1000,
      net: 987,
    })
    const fixed = { kind: 'fixed', value: '50', payer: 'customer' } as const
    await addTariff(database, tenant, { level: 'channel', channel: 'pos', ...fixed })
    assert.deepEqual(await feesNow(), {
      amount: 50,
      payer: 'customer',
      kind: 'fixed',
      value: 50,
      level: 'channel',
      channel: 'pos',
      terminal: null,
      charged: 1050,
      net: 1000,
    })
    await addTariff(database, tenant, { level: 'terminal', ...fixed, value: '0' })
    assert.deepEqual(await feesNow(), {
      amount: 0,
      payer: 'customer',
      kind: 'fixed',
      value: 0,
      level: 'terminal',
      channel: null,
      terminal: tenant.terminalId,
      charged: 1000,
      net: 1000,
    })
    const other = await call(scene, collectionCall(tenant.keys.secret))
    assert.equal(other.json.data.fees.rule.level, 'service')
  })
})
