import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { givenCheckedScene, refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import {
  createBankTenant,
  acceptedTransfer,
  authorizeBank,
  giveBalance,
} from '#test/support/payouts.ts'
import { act as post, actsOf, atDesk, type AtDesk, look } from '#test/support/staff.ts'
import { createTenant } from '#test/support/tenant.ts'
import { collectionCall, eventually } from '#test/support/call.ts'
import { inTransaction } from '#db/sql.ts'

describe('bank transfers, at the desk', () => {
  const scene = givenCheckedScene()
  const tenant = given(() => createBankTenant(scene.service.database))

  const today = new Date().toISOString().slice(0, 10)
  const made = { bank_reference: 'VIR/2026/118', transfer_on: today }
  const agent = () => atDesk(scene.service.database, 'agent')
  const supervisor = () => atDesk(scene.service.database, 'supervisor')
  const transfer = (amount = 20_000) => acceptedTransfer(scene.service, tenant, { amount })
  const on = (desk: AtDesk, id: string, act: string | readonly [verb: string, body: object]) => {
    const [verb, body] = typeof act === 'string' ? [act, {}] : act
    return post(scene, desk, { path: `/bank-transfers/${id}/${verb}`, body })
  }
  const logOf = async (desk: AtDesk) =>
    (await actsOf(scene.service.database, desk)).map(
      ({ act: what, outcome }) => `${what} ${outcome}`,
    )

  interface Queued {
    readonly id: string
    readonly created_at: string
    readonly service_env_id: string
    readonly age_seconds: number
    readonly mode: string
  }
  async function wholeQueue(desk: AtDesk): Promise<Queued[]> {
    const listed: Queued[] = []
    for (let cursor = ''; ;) {
      const { json } = await look(scene, desk, `/bank-transfers?limit=2${cursor}`)
      listed.push(...json.data)
      if (!json.meta.has_more) return listed
      cursor = `&cursor=${json.meta.next_cursor}`
    }
  }

  it('are taken and marked as transferred by an agent, each with a line in the log that is of the merchant’s books', async () => {
    const desk = await agent()
    const id = await transfer()
    const waiting = (await look(scene, desk, `/bank-transfers/${id}`)).json.data
    assert.deepEqual(
      [waiting.state, waiting.amount, waiting.bank_name, waiting.taken_by, waiting.needs_approval],
      ['to_process', 20_000, 'UBA Bénin', null, false],
    )
    assert.ok(waiting.run_url.endsWith(`bank-transfer%2F${id}`))
    const taken = await on(desk, id, 'take')
    assert.equal(taken.json.data.taken_by.id, desk.member.id)
    const done = await on(desk, id, ['transferred', made])
    assert.deepEqual(
      [done.json.data.state, done.json.data.bank_reference, done.json.data.transfer_on],
      ['transferred', made.bank_reference, today],
    )
    assert.deepEqual(await logOf(desk), [
      'bank_transfer.mark_transferred done',
      'bank_transfer.take done',
    ])
    const [line] = await actsOf(scene.service.database, desk)
    assert.equal(line?.serviceEnvId, tenant.serviceEnvId)
    assert.deepEqual(line.subject, { kind: 'transaction', id })
    const again = await on(desk, id, ['reject', { reason: 'trop tard' }])
    assert.deepEqual(refusalOf(again), { status: 409, code: 'action_not_allowed' })
    const [refused] = await actsOf(scene.service.database, desk)
    assert.deepEqual([refused?.outcome, refused?.reason], ['action_not_allowed', 'trop tard'])
  })

  it('of a large amount are approved by a supervisor who did not take them, once, before they are marked', async () => {
    const taker = await supervisor()
    const [first, second] = [await supervisor(), await supervisor()]
    const id = await transfer(5_000_000)
    await on(taker, id, 'take')
    assert.equal(refusalOf(await on(taker, id, ['transferred', made])).code, 'approval_required')
    assert.equal(refusalOf(await on(taker, id, 'approve')).code, 'approval_by_another')
    const answers = await Promise.all([on(first, id, 'approve'), on(second, id, 'approve')])
    const statuses = answers.map(({ status }) => String(status)).toSorted()
    assert.deepEqual(statuses, ['200', '409'])
    const other = { ...made, bank_reference: 'VIR/2026/119' }
    assert.equal((await on(taker, id, ['transferred', other])).json.data.state, 'transferred')
    assert.deepEqual(await logOf(taker), [
      'bank_transfer.mark_transferred done',
      'bank_transfer.approve approval_by_another',
      'bank_transfer.mark_transferred approval_required',
      'bank_transfer.take done',
    ])
    const outcomes = [...(await logOf(first)), ...(await logOf(second))].toSorted()
    assert.deepEqual(outcomes, [
      'bank_transfer.approve action_not_allowed',
      'bank_transfer.approve done',
    ])
  })

  it('go with the password of who confirms them alone: without it, or with a wrong one, nothing is ordered', async () => {
    const desk = await agent()
    const id = await transfer()
    await on(desk, id, 'take')
    const none = await on(desk, id, ['transferred', { ...made, password: '' }])
    assert.deepEqual(refusedFields(none), { password: 'invalid_field' })
    const wrong = await on(desk, id, ['transferred', { ...made, password: 'pas celui-ci' }])
    assert.deepEqual(refusalOf(wrong), { status: 403, code: 'wrong_password' })
    const { json } = await look(scene, desk, `/bank-transfers/${id}`)
    assert.equal(json.data.state, 'in_progress')
    assert.deepEqual(await logOf(desk), [
      'bank_transfer.mark_transferred wrong_password',
      'bank_transfer.take done',
    ])
  })

  it('under a reference that another one has are refused until that is confirmed, which the log keeps', async () => {
    const desk = await agent()
    const [first, second] = [await transfer(), await transfer()]
    for (const id of [first, second]) await on(desk, id, 'take')
    const once = { ...made, bank_reference: 'VIR/2026/Lot 7' }
    const again = { ...made, bank_reference: 'vir/2026/lot7' }
    assert.equal((await on(desk, first, ['transferred', once])).status, 200)
    const pasted = { ...made, bank_reference: 'VIR/2026/Lot\u00A07\u200B' }
    const looksTheSame = await on(desk, second, ['transferred', pasted])
    assert.equal(refusalOf(looksTheSame).code, 'bank_reference_used')
    const refused = await on(desk, second, ['transferred', again])
    assert.equal(refusalOf(refused).code, 'bank_reference_used')
    assert.equal(refused.json.error.details.transaction_ids, first)
    const wrong = await on(desk, second, ['transferred', { ...again, same_reference: 'oui' }])
    assert.deepEqual(refusedFields(wrong), { same_reference: 'invalid_field' })
    assert.equal(
      (await look(scene, desk, `/bank-transfers/${second}`)).json.data.state,
      'in_progress',
    )
    const confirmed = { ...again, same_reference: 'confirmed' }
    const done = await on(desk, second, ['transferred', confirmed])
    assert.equal(done.json.data.state, 'transferred')
    const [line] = await actsOf(scene.service.database, desk)
    assert.equal(line?.details?.['same_reference'], 'confirmed')
  })

  it('are confirmed under one reference by one of two who do so at once, though both had found it unused', async () => {
    const [first, second] = [await agent(), await agent()]
    const ids = [await transfer(), await transfer()]
    for (const id of ids) await on(first, id, 'take')
    const order = { ...made, bank_reference: `VIR/2026/${randomUUID()}` }
    const answers = await heldUp(ids, () => [
      on(first, ids[0] ?? '', ['transferred', order]),
      on(second, ids[1] ?? '', ['transferred', order]),
    ])
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(statuses.map(String).toSorted(), ['200', '409'])
    const [won, lost] = statuses[0] === 200 ? [0, 1] : [1, 0]
    const refused = answers[lost] ?? assert.fail()
    assert.equal(refusalOf(refused).code, 'bank_reference_used')
    assert.equal(refused.json.error.details.transaction_ids, ids[won])
    const confirmed = { ...order, same_reference: 'confirmed' }
    assert.equal((await on(second, ids[lost] ?? '', ['transferred', confirmed])).status, 200)
  })

  /** Orders that all wait for their transfers, which are locked until each of them does. */
  async function heldUp<Answer>(
    ids: readonly string[],
    orders: () => readonly Promise<Answer>[],
  ): Promise<readonly Answer[]> {
    const { pool } = scene.service.database
    const given = await inTransaction(pool, async (sql) => {
      await sql.rows('select from bank_transfer where transaction_id = any($1) for update', [ids])
      const begun = orders()
      await eventually(async () => {
        const waiting = await pool.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%bank_transfer%'`,
        )
        return waiting.rowCount === begun.length
      })
      return begun
    })
    return Promise.all(given)
  }

  it('are taken by one of two who take them at once', async () => {
    const [first, second] = [await agent(), await agent()]
    const id = await transfer()
    const answers = await Promise.all([on(first, id, 'take'), on(second, id, 'take')])
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '409'])
  })

  it('are rejected for a reason, which the merchant never reads', async () => {
    const desk = await agent()
    const id = await transfer()
    await on(desk, id, 'take')
    assert.equal(refusalOf(await on(desk, id, 'reject')).code, 'missing_field')
    const reason = 'Compte clôturé le 3'
    const rejected = await on(desk, id, ['reject', { reason }])
    assert.deepEqual(
      [rejected.json.data.state, rejected.json.data.rejection_reason],
      ['rejected', reason],
    )
    const path = `/v2/transactions/${id}`
    const read = await scene.call({ path, key: tenant.keys.secret })
    assert.ok(!read.text.includes(reason))
  })

  it('of a large amount are rejected by two, whether approved or not: one alone gives no money back', async () => {
    const [first, second, approver] = [await agent(), await agent(), await supervisor()]
    const id = await transfer(2_000_000)
    await on(first, id, 'take')
    await on(approver, id, 'approve')
    const reason = 'La banque ne l’a pas fait'
    const { data } = (await on(first, id, ['reject', { reason }])).json
    assert.deepEqual(
      [data.state, data.rejected_by.id, data.rejection_reason],
      ['in_progress', first.member.id, reason],
    )
    const again = await on(first, id, ['reject', { reason }])
    assert.deepEqual(refusalOf(again), { status: 409, code: 'second_approver_required' })
    const ended = (await on(second, id, ['reject', { reason: 'Vu à la banque' }])).json.data
    assert.deepEqual(
      [ended.state, ended.rejected_by.id, ended.rejection_reason],
      ['rejected', first.member.id, 'Vu à la banque'],
    )
  })

  it('show their account masked; the whole number is read by who makes transfers, and each read is in the log', async () => {
    const desk = await agent()
    const id = await transfer()
    const listed = await look(scene, desk, '/bank-transfers?limit=100')
    const account = await look(scene, desk, `/bank-transfers/${id}/account`)
    const { account_number: number, holder_name: holder } = account.json.data
    scene.keepSecret(number)
    assert.match(number, /^BJ066\d+0042$/)
    assert.equal(holder, 'Maison Essai')
    assert.ok(!listed.text.includes(number))
    const [line] = await actsOf(scene.service.database, desk)
    assert.deepEqual([line?.act, line?.outcome], ['bank_transfer.read_account', 'done'])
    assert.ok(!JSON.stringify(line).includes(number))
    const administrator = await atDesk(scene.service.database, 'administrator')
    const refused = await look(scene, administrator, `/bank-transfers/${id}/account`)
    assert.deepEqual(refusalOf(refused), { status: 403, code: 'operation_not_allowed' })
  })

  it('wait in a queue, the oldest first, page by page, or are listed by the state in which they ended', async () => {
    const desk = await agent()
    const other = await createTenant(scene.service.database, { mode: 'live' })
    await giveBalance(scene.service.database, other, 1_000_000)
    await authorizeBank(scene.service.database, other)
    const ids: string[] = []
    for (let round = 0; round < 3; round += 1) {
      ids.push(await acceptedTransfer(scene.service, other, { amount: 1000 }))
    }
    const listed = await wholeQueue(desk)
    const times = listed.map(({ created_at: at }) => at)
    assert.deepEqual(times, times.toSorted())
    const own = listed.filter((each) => each.service_env_id === other.serviceEnvId)
    assert.deepEqual(
      own.map(({ id }) => id),
      ids,
    )
    assert.ok(own.every((each) => each.age_seconds >= 0 && each.mode === 'live'))
    const path = `/v2/transactions/${ids[0]}/cancel`
    await scene.call({ method: 'POST', path, key: other.keys.secret })
    const left = (await wholeQueue(desk)).map(({ id }) => id)
    assert.ok(!left.includes(ids[0] ?? '') && left.includes(ids[1] ?? ''))
    const gone = await look(scene, desk, '/bank-transfers?state=cancelled')
    assert.deepEqual(
      gone.json.data.map((each: { id: string }) => each.id),
      [ids[0]],
    )
    const { json } = await look(scene, desk, '/bank-transfers?limit=1')
    const wrong = `/bank-transfers?state=cancelled&cursor=${json.meta.next_cursor}`
    assert.equal(refusalOf(await look(scene, desk, wrong)).code, 'invalid_cursor')
  })

  it('are what is asked about: anything else is nobody’s transfer, and a day is a day of this month', async () => {
    const desk = await agent()
    const accepted = await scene.call(collectionCall(scene.tenant.keys.secret))
    for (const id of [accepted.json.data.id, randomUUID(), 'none']) {
      for (const verb of ['take', ['transferred', made]] as const) {
        const answer = await on(desk, id, verb)
        assert.deepEqual(refusalOf(answer), { status: 404, code: 'transaction_not_found' })
      }
    }
    const id = await transfer()
    for (const day of ['2026-02-30', '2999-01-01', '2020-01-01', '21/11/2026', today.slice(0, 7)]) {
      const answer = await on(desk, id, ['transferred', { ...made, transfer_on: day }])
      assert.deepEqual(refusedFields(answer), { transfer_on: 'invalid_field' }, day)
    }
    const blank = await on(desk, id, ['transferred', { ...made, bank_reference: ' ' }])
    assert.deepEqual(refusedFields(blank), { bank_reference: 'invalid_field' })
    assert.equal(refusalOf(await on(desk, id, ['transferred', made])).code, 'action_not_allowed')
  })
})
