import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { createMerchant } from '#test/support/books.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { refusalOf, refusedFields } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { act, actsOf, atDesk, look } from '#test/support/staff.ts'
import {
  freshReference,
  matchAll,
  namesOf,
  noon,
  paidToday,
  statementOf,
  today,
  type ToldLine,
} from '#test/support/statements.ts'

describe('operators’ statements at the staff desk', () => {
  const api = given(() => startApiAlone())
  const agent = given(() => atDesk(api.database, 'agent'))

  const hand = (csv: string, changes: object = {}, desk = agent) =>
    act(api, desk, {
      path: '/reconciliations',
      body: { provider: 'mtn-benin', from: today, to: today, csv, ...changes },
    })
  const unknown = (): ToldLine => ({ operator_reference: freshReference() })

  it('are imported once, told how far they are, and the same file again is the same one', async () => {
    const csv = statementOf([unknown(), unknown()])
    const first = await hand(csv, { reason: 'relevé du jour' })
    assert.equal(first.status, 201)
    const { id, ...shown } = first.json.data
    assert.equal(first.headers.get('Location'), `/staff/api/reconciliations/${id}`)
    assert.deepEqual(
      [shown.state, shown.lines_total, shown.lines_done, shown.imported_by.id, shown.from],
      ['matching', 2, 0, agent.member.id, today],
    )
    const again = await hand(csv.replaceAll('\n', '\r\n'))
    assert.deepEqual([again.json.data.id, again.headers.get('Idempotent-Replayed')], [id, 'true'])
    assert.equal(first.headers.get('Idempotent-Replayed'), null)
    await matchAll(api.database, id)
    const { json } = await look(api, agent, `/reconciliations/${id}`)
    assert.equal(json.data.state, 'done')
    assert.deepEqual([json.data.differences.total, json.data.differences.missing_here], [2, 2])
    const [line, ...others] = await actsOf(api.database, agent)
    assert.deepEqual([line?.act, line?.reason], ['reconciliation.import', 'relevé du jour'])
    assert.deepEqual(others, [])
  })

  it('are refused whole, and each line that cannot be read is named', async () => {
    const far = new Date(noon.getTime() - 24 * 3_600_000).toISOString()
    const lines = [
      unknown(),
      { ...unknown(), amount: '12.5' },
      { ...unknown(), amount: '-5', currency: 'XXX' },
      { ...unknown(), kind: 'gift', status: 'pending' },
      { ...unknown(), time: far },
      {},
      { operator_reference: '2290197000001' },
      { reference: 'a b' },
    ]
    const refused = await hand(statementOf(lines))
    assert.deepEqual(refusedFields(refused), {
      'csv.3.amount': 'invalid_amount',
      'csv.4.currency': 'invalid_currency',
      'csv.4.amount': 'invalid_amount',
      'csv.5.kind': 'invalid_field',
      'csv.5.status': 'invalid_field',
      'csv.6.time': 'invalid_field',
      'csv.7.operator_reference': 'missing_field',
      'csv.8.operator_reference': 'invalid_reference',
      'csv.9.reference': 'invalid_reference',
    })
    const many = statementOf(Array.from({ length: 500 }, () => ({ ...unknown(), amount: 'x' })))
    assert.equal(Object.keys(refusedFields(await hand(many))).length, 50)
    assert.equal(await imported(), 0)
  })

  it('that are no statement are refused, whatever they are', async () => {
    const good = statementOf([unknown()])
    for (const [csv, fields] of [
      ['', { csv: 'invalid_field' }],
      ['\n\n', { csv: 'invalid_field' }],
      ['"', { 'csv.1': 'invalid_field' }],
      [`a,b\n1,2\n`, refusedHeader],
      [good.replace('reference;kind', 'reference;kind;kind'), { 'csv.1.kind': 'invalid_field' }],
      [
        statementOf([{ ...unknown(), time: `${noon.toISOString()},000` }], ','),
        { 'csv.2': 'invalid_field' },
      ],
      [`${good}"never closed;`, { 'csv.3': 'invalid_field' }],
      ['\u0000\u0001\u0002', { csv: 'invalid_field' }],
      [`${good}${'x'.repeat(30_000)}`, { 'csv.3': 'invalid_field' }],
    ] as const) {
      assert.deepEqual(refusedFields(await hand(csv)), fields, csv.slice(0, 40))
    }
    assert.equal(await imported(), 0)
  })

  it('are taken up to 16 MB, and no byte more; other routes take 32 KB as ever', async () => {
    const [header = ''] = statementOf([]).split('\n')
    const large = `${header};note\n${statementOf([unknown()]).split('\n')[1]};${'n'.repeat(19_000)}\n`
    assert.equal((await hand(large)).status, 201)
    const padded = await hand(`${header}\n${'\n'.repeat(17 * 1024 * 1024)}`)
    assert.deepEqual(refusalOf(padded), { status: 413, code: 'request_too_large' })
    assert.equal(padded.json.error.details.max_kilobytes, 16_384)
    const close = { path: '/differences/none/close', body: { reason: 'n'.repeat(40_000) } }
    assert.equal(refusalOf(await act(api, agent, close)).code, 'request_too_large')
  })

  it('have a period of days that have begun, an operator of live mode and an account that is there', async () => {
    const csv = statementOf([unknown()])
    const tomorrow = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
    for (const [changes, fields] of [
      [{ to: tomorrow }, { to: 'invalid_field' }],
      [{ from: '2026-01-01' }, { to: 'invalid_field' }],
      [{ from: '2026-02-30', to: '2026-03-01' }, { to: 'invalid_field' }],
      [{ from: 'hier' }, { from: 'invalid_field' }],
      [{ provider: 'card-sandbox' }, { provider: 'invalid_provider' }],
      [{ kinds: [] }, { kinds: 'invalid_field' }],
      [{ kinds: ['gift'] }, { kinds: 'invalid_field' }],
      [{ service_env_id: agent.member.id }, { service_env_id: 'invalid_field' }],
      [{ kinds: ['payout'] }, { 'csv.2.kind': 'invalid_field' }],
    ] as const) {
      assert.deepEqual(refusedFields(await hand(csv, changes)), fields, JSON.stringify(changes))
    }
    const sandbox = await createMerchant(api)
    const refused = await hand(csv, { service_env_id: sandbox.serviceEnvId })
    assert.deepEqual(refusedFields(refused), { service_env_id: 'invalid_field' })
  })

  it('are for those who move money; everybody of the staff sees them', async () => {
    const administrator = await atDesk(api.database, 'administrator')
    const refused = await hand(statementOf([unknown()]), {}, administrator)
    assert.equal(refusalOf(refused).code, 'operation_not_allowed')
    const { json } = await look(api, administrator, '/reconciliations?limit=1')
    assert.equal(json.data.length, 1)
    assert.equal(json.meta.has_more, true)
    const next = `/reconciliations?limit=1&cursor=${json.meta.next_cursor}`
    const second = (await look(api, administrator, next)).json.data[0]
    assert.ok(second.created_at <= json.data[0].created_at, 'the latest come first')
    const none = '/reconciliations/01890000-0000-7000-8000-000000000000'
    assert.equal(refusalOf(await look(api, agent, none)).code, 'reconciliation_not_found')
  })

  it('differ from the books in what is listed, the oldest first, until somebody closes it for a reason', async () => {
    const payment = await paidToday(api.database)
    const told = { ...(await namesOf(api.database, payment)), amount: 900 }
    const { id } = (await hand(statementOf([told, unknown(), unknown()]))).json.data
    await matchAll(api.database, id)
    const at = `/differences?reconciliation_id=${id}`
    const first = (await look(api, agent, `${at}&limit=2`)).json
    const rest = (await look(api, agent, `${at}&cursor=${first.meta.next_cursor}`)).json
    const all = [...first.data, ...rest.data]
    assert.deepEqual(
      all.map(({ kind, theirs }) => [kind, theirs.line]),
      [
        ['amount_differs', 2],
        ['missing_here', 3],
        ['missing_here', 4],
      ],
    )
    const [difference] = all
    assert.deepEqual(
      [difference.ours.transaction_id, difference.ours.amount, difference.theirs.amount],
      [payment, 1020, 900],
    )
    assert.equal(refusalOf(await look(api, agent, `${at}x`)).code, 'invalid_parameter')
    const only = await look(api, agent, `${at}&kind=amount_differs&provider=mtn-benin`)
    assert.equal(only.json.data.length, 1)
    const close = (reason?: string) =>
      act(api, agent, { path: `/differences/${difference.id}/close`, body: { reason } })
    assert.deepEqual(refusedFields(await close()), { reason: 'missing_field' })
    const answers = await Promise.all(['vu', 'vu', 'vu'].map(close))
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['200', '409', '409'])
    const open = (await look(api, agent, at)).json.data
    assert.deepEqual(
      open.map(({ theirs }: { theirs: { line: number } }) => theirs.line),
      [3, 4],
    )
    const [closed] = (await look(api, agent, `${at}&state=closed`)).json.data
    assert.deepEqual([closed.closed.reason, closed.closed.by.id], ['vu', agent.member.id])
    const [line] = await actsOf(api.database, agent)
    assert.deepEqual([line?.act, line?.reason], ['difference.close', 'vu'])
    const none = '/differences/01890000-0000-7000-8000-000000000000/close'
    const missing = await act(api, agent, { path: none, body: { reason: 'vu' } })
    assert.deepEqual(refusalOf(missing), { status: 404, code: 'difference_not_found' })
    const supervised = await atDesk(api.database, 'administrator')
    const refused = await act(api, supervised, { path: none, body: { reason: 'vu' } })
    assert.equal(refusalOf(refused).code, 'operation_not_allowed')
  })

  const refusedHeader = {
    'csv.1.kind': 'missing_field',
    'csv.1.amount': 'missing_field',
    'csv.1.currency': 'missing_field',
    'csv.1.time': 'missing_field',
    'csv.1.operator_reference': 'missing_field',
  }
  let known = 0

  /** How many statements were imported since it was asked last. */
  async function imported(): Promise<number> {
    const { count } = await onPool(api.database.pool).one<{ count: number }>(
      'select count(*)::int as count from reconciliation',
    )
    const more = count - known
    known = count
    return more
  }
  beforeEach(imported)
})
