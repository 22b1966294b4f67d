import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { call } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { act, actsOf, atDesk, type AtDesk, look } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('exchange rates, entered by the staff', () => {
  const api = given(() => startApiAlone())
  const supervisor = given(() => atDesk(api.database, 'supervisor'))
  const second = given(() => atDesk(api.database, 'supervisor'))

  const enter = (body: object, desk = supervisor) =>
    act(api, desk, { path: '/exchange-rates', body })
  /** The first rate of a currency is entered by two. */
  const enterFirst = async (body: object) => {
    assert.deepEqual(refusalOf(await enter(body)), alone)
    const answer = await enter(body, second)
    assert.equal(answer.status, 201)
    return answer
  }
  const alone = { status: 409, code: 'second_entry_required' }
  const load = (csv: string) =>
    act(api, supervisor, { path: '/exchange-rates/import', body: { csv } })
  const rateOf = async (currency: string): Promise<number> => {
    const { keys } = await createTenant(api.database)
    const path = `/v2/exchange-rates?from=${currency}&to=XOF`
    const { status, json } = await call(api, { path, key: keys.secret })
    return status === 200 ? json.data.rate : status
  }

  it('hold from then on, to the last digit; the latest one that holds counts, and none ever changes', async () => {
    assert.equal(await rateOf('USD'), 422)
    const first = await enterFirst({ currency: 'USD', rate: '565.2512345678', source: 'BCEAO' })
    assert.equal(first.json.data.rate, '565.2512345678')
    assert.equal(first.json.data.entered_by.id, second.member.id)
    assert.equal(await rateOf('USD'), 565.2512345678)
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    await enter({ currency: 'USD', rate: '590', source: 'BCEAO', at: ahead })
    await enter({ currency: 'USD', rate: '561', source: 'BCEAO', at: '2026-01-01T00:00:00Z' })
    assert.equal(await rateOf('USD'), 565.2512345678)
    const { json } = await look(api, supervisor, '/exchange-rates?currency=USD&limit=2')
    assert.deepEqual(
      json.data.map((each: { rate: string }) => each.rate),
      ['590', '565.2512345678'],
    )
    const rest = `/exchange-rates?currency=USD&cursor=${json.meta.next_cursor}`
    assert.equal((await look(api, supervisor, rest)).json.data[0].rate, '561')
    for (const change of [
      'update exchange_rate set xof_per_unit = 1',
      'delete from exchange_rate',
    ]) {
      await assert.rejects(onPool(api.database.pool).rows(change), /stays/)
    }
  })

  it('have a floating currency, a value above zero, a source and a date within the month', async () => {
    const good = { currency: 'GHS', rate: '46.15', source: 'BCEAO' }
    const tooFar = new Date(Date.now() + 40 * 86_400_000).toISOString()
    for (const [changes, fields] of [
      [{ currency: 'EUR' }, { currency: 'invalid_currency' }],
      [{ currency: 'usd' }, { currency: 'invalid_currency' }],
      [{ rate: 46.15 }, { rate: 'invalid_field' }],
      [{ rate: '0.4615' }, { rate: 'invalid_field' }],
      [{ rate: '461.5' }, { rate: 'invalid_field' }],
      [{ password: '' }, { password: 'invalid_field' }],
      [{ rate: '0.00' }, { rate: 'invalid_field' }],
      [{ rate: '-1' }, { rate: 'invalid_field' }],
      [{ rate: '1e3' }, { rate: 'invalid_field' }],
      [{ rate: '12345678901' }, { rate: 'invalid_field' }],
      [{ source: '' }, { source: 'invalid_field' }],
      [{ at: 'demain' }, { at: 'invalid_field' }],
      [{ at: tooFar }, { at: 'invalid_field' }],
    ] as const) {
      assert.deepEqual(refusedFields(await enter({ ...good, ...changes })), fields)
    }
    assert.equal(await rateOf('GHS'), 422)
  })

  it('are entered with the password of who enters them', async () => {
    const desk = await atDesk(api.database, 'supervisor')
    const body = { currency: 'ZAR', rate: '32', source: 'BCEAO', password: 'faux' }
    const path = '/exchange-rates'
    assert.deepEqual(refusalOf(await act(api, desk, { path, body })), {
      status: 403,
      code: 'wrong_password',
    })
    assert.equal(await rateOf('ZAR'), 422)
  })

  it('move by more than a twentieth only when two people enter the same, in one step or in many', async () => {
    const [one, two] = [
      await atDesk(api.database, 'supervisor'),
      await atDesk(api.database, 'supervisor'),
    ]
    const by = (desk: AtDesk, rate: string) =>
      act(api, desk, { path: '/exchange-rates', body: { currency: 'CHF', rate, source: 'BCEAO' } })
    await enterFirst({ currency: 'CHF', rate: '640', source: 'BCEAO' })
    assert.equal((await by(one, '665')).status, 201)
    assert.deepEqual(refusalOf(await by(one, '690')), alone, 'many small steps')
    assert.deepEqual(refusalOf(await by(one, '690')), alone, 'the same person again')
    assert.deepEqual(refusalOf(await by(two, '691')), alone, 'another rate')
    assert.equal(await rateOf('CHF'), 665)
    assert.equal((await by(two, '690')).status, 201)
    assert.equal(await rateOf('CHF'), 690)
    const acts = (await actsOf(api.database, one)).map(({ act: what }) => what)
    assert.deepEqual(acts.slice(0, 2), ['exchange_rate.propose', 'exchange_rate.propose'])
  })

  it('wait for a second person each time: what two have entered once is no word for a later one', async () => {
    const [one, two] = [
      await atDesk(api.database, 'supervisor'),
      await atDesk(api.database, 'supervisor'),
    ]
    const by = (desk: AtDesk, rate: string) =>
      act(api, desk, { path: '/exchange-rates', body: { currency: 'GHS', rate, source: 'BCEAO' } })
    const byBoth = async (rate: string) => {
      assert.deepEqual(refusalOf(await by(one, rate)), alone)
      assert.equal((await by(two, rate)).status, 201)
    }
    await byBoth('50')
    await byBoth('60')
    await byBoth('70')
    assert.deepEqual(refusalOf(await by(two, '60')), alone)
    assert.equal(await rateOf('GHS'), 70)
  })

  it('wait for a second person whose account is not fresh', async () => {
    const fresh = await atDesk(api.database, 'supervisor')
    await onPool(api.database.pool).rows(
      `update person set approves_from = now() + interval '1 hour' where id = $1`,
      [fresh.member.id],
    )
    const by = (desk: AtDesk, rate: string) =>
      act(api, desk, { path: '/exchange-rates', body: { currency: 'TND', rate, source: 'BCEAO' } })
    await enterFirst({ currency: 'TND', rate: '185', source: 'BCEAO' })
    assert.equal(refusalOf(await by(supervisor, '205')).code, 'second_entry_required')
    assert.deepEqual(refusalOf(await by(fresh, '205')), { status: 403, code: 'account_too_fresh' })
    assert.equal(await rateOf('TND'), 185)
  })

  it('of a file are compared with each other: two small steps apart from each other need two people', async () => {
    const header = 'currency,rate,source,at\n'
    await enterFirst({ currency: 'CAD', rate: '400', source: 'BCEAO', at: day(-5) })
    const [up, down] = [day(-2), day(-1.75)]
    const apart = `${header}CAD,419.6,BCEAO,${up}\nCAD,380.4,BCEAO,${down}\n`
    assert.deepEqual(refusalOf(await load(apart)), alone)
    assert.deepEqual(refusalOf(await load(apart)), alone, 'the same person again')
    assert.equal(await rateOf('CAD'), 400)
    const together = await act(api, second, {
      path: '/exchange-rates/import',
      body: { csv: apart },
    })
    assert.equal(together.status, 201)
    assert.equal(await rateOf('CAD'), 380.4)
    const near = `${header}CAD,382,BCEAO,${day(2)}\nCAD,384,BCEAO,${day(4)}\n`
    assert.equal((await load(near)).status, 201)
  })

  it('for days ahead are compared with the one of now: many small steps add up', async () => {
    await enterFirst({ currency: 'ZAR', rate: '30', source: 'BCEAO', at: '2026-01-01T00:00:00Z' })
    const ahead = (rate: string, days: number) =>
      enter({ currency: 'ZAR', rate, source: 'BCEAO', at: day(days) })
    assert.equal((await ahead('31.4', 2)).status, 201)
    assert.deepEqual(refusalOf(await ahead('32.9', 4)), alone)
    assert.equal((await ahead('31.4', 6)).status, 201)
  })

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

  it('are one for a currency and a moment', async () => {
    await enterFirst({ currency: 'KES', rate: '4.4', source: 'BCEAO' })
    const body = { currency: 'KES', rate: '4.4', source: 'BCEAO', at: '2026-02-01T00:00:00Z' }
    const answers = await Promise.all(Array.from({ length: 3 }, () => enter(body)))
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['201', '409', '409'])
    assert.deepEqual(refusalOf(await enter(body)), { status: 409, code: 'exchange_rate_exists' })
  })

  it('are imported from a file, in the order of its lines, each with a line in the log', async () => {
    const desk = await atDesk(api.database, 'supervisor')
    const csv =
      '\ufeffsource,currency,rate,at\r\n"BCEAO, matin",NGN,0.372,\r\nBCEAO,GNF,0.066,2026-03-01T08:00:00Z\r\n'
    assert.deepEqual(refusalOf(await load(csv)), alone, 'the first rates of two currencies')
    const answer = await act(api, desk, { path: '/exchange-rates/import', body: { csv } })
    assert.equal(answer.status, 201)
    assert.deepEqual(
      answer.json.data.map((each: { currency: string; source: string }) => [
        each.currency,
        each.source,
      ]),
      [
        ['NGN', 'BCEAO, matin'],
        ['GNF', 'BCEAO'],
      ],
    )
    assert.equal(await rateOf('NGN'), 0.372)
    const lines = await actsOf(api.database, desk)
    assert.deepEqual(
      lines.map(({ act: what, details }) => [what, details['currency']]),
      [
        ['exchange_rate.enter', 'GNF'],
        ['exchange_rate.enter', 'NGN'],
      ],
    )
    const [first, second] = lines
    assert.equal(first?.requestId, second?.requestId)
  })

  it('of a file are entered all or none, and each wrong cell is named', async () => {
    assert.deepEqual(
      refusedFields(await load('currency,rate,source\nMAD,59.1,BCEAO\nXAF,1,BCEAO\nTND,abc,\n')),
      {
        'csv.2.currency': 'invalid_currency',
        'csv.3.source': 'missing_field',
        'csv.3.rate': 'invalid_field',
      },
    )
    const twice = 'currency,rate,source\nMAD,59.1,BCEAO\nMAD,59.2,BCEAO\n'
    assert.equal(refusalOf(await load(twice)).code, 'exchange_rate_exists')
    assert.equal(await rateOf('MAD'), 422)
    const many = `currency,rate,source\n${'MAD,1,a\n'.repeat(201)}`
    const doubled = 'currency,rate,rate,source\nMAD,59.1,95.1,BCEAO\n'
    for (const csv of ['currency,rate,source\n', '"', 'a,b\n1\n', many, doubled]) {
      const { code } = refusalOf(await load(csv))
      assert.equal(code, 'invalid_field', csv.slice(0, 30))
    }
    assert.equal(
      refusalOf(await load(`currency,rate,source,x\nMAD,59.1,a,b`)).code,
      'unknown_field',
    )
  })
})
