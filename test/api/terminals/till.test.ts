import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { sharedApiScene } from '#test/support/api-scene.ts'
import { waitUntilFinal } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { type Desk, deskOf } from './desk.ts'

describe('the till of a cash session', () => {
  let desk: Desk

  const scene = given(() => sharedApiScene())
  before(() => {
    desk = deskOf(scene, scene.tenant)
  })

  const moovPhone = () => freshPhone().replace(/^22901\d\d/, '2290195')

  it('sums what succeeded in it, by operator, exactly; nothing else is in it', async () => {
    const { keys } = scene.tenant
    const { id, key } = await desk.activated({ type: 'shop', label: 'Caisse marché' })
    const session = (await desk.open(id, { opening_float: 5000 })).json.data
    scene.keepSecret(session.token)
    scene.keepSecret(key)
    const moov = { provider: 'moov-benin' }
    const sold = [
      await scene.accept({ amount: 1001 }, session.token),
      await scene.accept({ amount: 20_000 }, session.token),
      await scene.accept({ amount: 777, phone: moovPhone(), ...moov }, session.token),
    ]
    const failed = await scene.accept({ phone: freshPhone('0001') }, session.token)
    // Of the same terminal, and yet of no session; and of another cash desk.
    const others = [await scene.accept({}, key), await scene.accept({}, keys.session)]
    const finals = await Promise.all(
      sold.map(({ json }) => waitUntilFinal(scene, keys.secret, json.data.id)),
    )
    for (const { json } of [failed, ...others]) {
      await waitUntilFinal(scene, keys.secret, json.data.id)
    }
    await scene.accept({ phone: freshPhone('0005') }, session.token)
    assert.deepEqual(
      finals.map(({ channel, operator, terminal }) => [channel, operator.name, terminal.id]),
      Array(3).fill(['shop', 'Awa Dossou', id]),
    )
    const sum = (which: typeof finals, value: (of: (typeof finals)[number]) => number) =>
      which.reduce((total, each) => total + value(each), 0)
    const amount = (which: typeof finals) => sum(which, (each) => each.amount_charged)
    const fees = (which: typeof finals) => sum(which, (each) => each.fees.amount)
    const none = {
      refunds_count: 0,
      refunds_amount: 0,
      taken_back_count: 0,
      taken_back_amount: 0,
    }
    const [mtn, moovOnes] = [finals.slice(0, 2), finals.slice(2)]
    const totals = {
      collections_count: 3,
      collections_amount: amount(finals),
      fees_amount: fees(finals),
      ...none,
      pending_count: 1,
      by_provider: [
        {
          provider: 'moov-benin',
          count: 1,
          amount: amount(moovOnes),
          fees_amount: fees(moovOnes),
          ...none,
          pending_count: 0,
        },
        {
          provider: 'mtn-benin',
          count: 2,
          amount: amount(mtn),
          fees_amount: fees(mtn),
          ...none,
          pending_count: 1,
        },
      ],
    }
    const open = (await desk.readSession(id, session.id, '?width=32')).json.data
    assert.deepEqual(open.totals, totals)
    assert.match(open.z_report, /LECTURE X/)
    const closed = (await desk.close(id, session.id, { counted_cash: 4900, width: 48 })).json.data
    assert.deepEqual(closed.totals, totals)
    assert.deepEqual(
      [closed.expected_cash, closed.counted_cash, closed.difference],
      [5000, 4900, -100],
    )
    const lines: string[] = closed.z_report.split('\n')
    assert.ok(lines.every((line) => Array.from(line).length <= 48))
    const grouped = String(amount(finals)).replace(/\B(?=(?:\d{3})+$)/g, ' ')
    assert.ok(
      lines.some(
        (line) => line.startsWith('TOTAL ENCAISSÉ ') && line.endsWith(` ${grouped} F CFA`),
      ),
      closed.z_report,
    )
    assert.ok(lines.some((line) => line.trim() === 'CLÔTURE Z'))
    const { z_report, width } = (await desk.readSession(id, session.id, '?width=48')).json.data
    assert.deepEqual([z_report, width], [closed.z_report, 48])
  })

  it('sums to the last franc as far as JSON numbers go, and refunds apart', async () => {
    const tenant = await createTenant(scene.service.database)
    const own = deskOf(scene, tenant)
    const session = (await own.open(tenant.terminalId)).json.data
    const { json } = await scene.accept({}, session.token)
    await waitUntilFinal(scene, tenant.keys.secret, json.data.id)
    const sql = onPool(scene.service.database.pool)
    const big = 4_503_599_627_369_000n
    for (const [at, charged] of [big, big - 5n].entries()) {
      await sql.rows(
        `insert into transaction select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
           'reference', $2::text, 'operator_request_id', gen_random_uuid(), 'amount_charged', $3::bigint,
           'fee_amount', 5, 'net_amount', $3::bigint - 5, 'refunded_amount', 5))).* from transaction t where t.id = $1`,
        [json.data.id, `big ${at}`, charged],
      )
    }
    const { totals } = (await own.readSession(tenant.terminalId, session.id)).json.data
    const exact = 2n * big - 5n + BigInt(json.data.amount_charged)
    assert.equal(totals.collections_amount, Number(exact))
    assert.equal(BigInt(totals.collections_amount), exact)
    assert.deepEqual(
      [totals.collections_count, totals.refunds_count, totals.refunds_amount],
      [3, 2, 10],
    )
  })

  it('a terminal key lists the transactions of its last 24 hours alone', async () => {
    const { id, key } = await desk.activated()
    scene.keepSecret(key)
    const [old, recent] = [await scene.accept({}, key), await scene.accept({}, key)]
    await onPool(scene.service.database.pool).rows(
      `update transaction set created_at = now() - interval '24 hours 1 second' where id = $1`,
      [old.json.data.id],
    )
    const listed = await scene.call({ path: '/v2/transactions', key })
    assert.deepEqual(
      listed.json.data.map((each: { id: string }) => each.id),
      [recent.json.data.id],
    )
    assert.equal(recent.json.data.terminal.id, id)
  })
})
