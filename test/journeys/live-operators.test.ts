import assert from 'node:assert/strict'
import { setOperatorAccount } from '#use-cases/operators/set-account.ts'
import { onPool } from '#db/sql.ts'
import { faultEndings } from '#dev/emulators/faults.ts'
import type { Memory } from '#dev/emulators/memory.ts'
import { startMoovEmulator } from '#dev/emulators/moov.ts'
import { startMtnEmulator } from '#dev/emulators/mtn.ts'
import type { OperatorRequestId } from '#domain/ids.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { checkOperatorBooks } from '#test/support/operator-books.ts'
import { moovSettings } from '#test/support/operator-settings.ts'
import { startTestService } from '#test/support/service.ts'
import { createTenant } from '#test/support/tenant.ts'

const settings = { delayMs: 200, float: 1_000_000 }
const outcomes = ['1234', '0001', '0002', '0003', '0008', '0009', '0010']
const endings = [...outcomes, ...faultEndings]
const timeoutMs = 90_000

interface Payment {
  readonly status: string
  readonly failure_code: string | null
  readonly request: OperatorRequestId
  readonly movements: readonly string[]
  readonly events: number
}

describe('a live payment at operators that fail in every way they can', function () {
  this.timeout(2 * timeoutMs)
  const mtn = given(() => startMtnEmulator(settings))
  const moov = given(() => startMoovEmulator({ ...settings, findsBy: 'any_id' }))
  const service = given(() =>
    startTestService({ COLLECTION_EXPIRY: '35s', ...moovSettings(moov.account) }),
  )
  const payments = new Map<string, Payment>()

  const tenant = given(() => createTenant(service.database, { mode: 'live' }))
  before(async () => {
    const callbackUrl = `${service.baseUrl}/operators/mtn/callbacks`
    await setOperatorAccount(
      service.database,
      { serviceEnvId: tenant.serviceEnvId },
      { ...mtn.account, callbackUrl },
    )
    const ids = await Promise.all(
      (['mtn', 'moov'] as const).flatMap((network) =>
        endings.map(
          async (ending) => [`${network} ${ending}`, await pay(network, ending)] as const,
        ),
      ),
    )
    await eventually(async () => {
      const states = await Promise.all(ids.map(([, id]) => read(id)))
      ids.forEach(([name], at) => payments.set(name, states[at] as Payment))
      return states.every(({ status }) => status !== 'pending')
    }, timeoutMs)
  })

  async function pay(network: 'mtn' | 'moov', ending: string): Promise<string> {
    const at = String(endings.indexOf(ending)).padStart(2, '0')
    const phone = `22901${network === 'mtn' ? '97' : '95'}${at}${ending}`
    const request = collectionCall(tenant.keys.secret, { provider: 'auto', phone })
    const answer = await call(service, request)
    assert.equal(answer.status, 202, answer.text)
    assert.equal(answer.json.data.provider, `${network}-benin`)
    return answer.json.data.id
  }

  function read(id: string): Promise<Payment> {
    return onPool(service.database.pool).one<Payment & Record<string, unknown>>(
      `select status, failure_code, operator_request_id as request,
         array(select kind from ledger_movement m where m.transaction_id = t.id) as movements,
         (select count(*)::int from event e where e.transaction_id = t.id) as events
       from transaction t where id = $1`,
      [id],
    )
  }

  const memoryOf = (name: string): Memory => (name.startsWith('mtn') ? mtn.memory : moov.memory)

  it('every payment has one end, and one event of it', () => {
    assert.equal(payments.size, 2 * endings.length)
    for (const [name, { status, events }] of payments) {
      assert.ok(['succeeded', 'failed', 'expired'].includes(status), `${name}: ${status}`)
      assert.equal(events, 1, name)
    }
  })

  it('no payer was debited twice, and no order was given under another id', () => {
    for (const [name, { request }] of payments) {
      assert.ok(memoryOf(name).takings(request) <= 1, name)
      assert.ok(memoryOf(name).movements(request) <= 1, name)
    }
    const requests = new Set([...payments.values()].map(({ request }) => String(request)))
    for (const { id } of [...mtn.memory.orders, ...moov.memory.orders]) assert.ok(requests.has(id))
  })

  it('who was debited has paid, and who was not has not', () => {
    for (const [name, { status, request, movements }] of payments) {
      const isDebited = memoryOf(name).movements(request) === 1
      assert.equal(status === 'succeeded', isDebited, `${name}: ${status}, debited: ${isDebited}`)
      assert.deepEqual(movements, isDebited ? ['collection_settled'] : [], name)
    }
  })

  it('MTN, to whom an id is an order, ends every fault in success', () => {
    for (const ending of faultEndings) {
      assert.equal(payments.get(`mtn ${ending}`)?.status, 'succeeded', ending)
    }
  })

  it('Moov, which knows no repeats, ends in success whatever it took, and is asked once', () => {
    const untaken = new Set(['0102', '0104', '0107', '0112'])
    for (const ending of faultEndings) {
      const { status, request } = payments.get(`moov ${ending}`) as Payment
      assert.equal(status, untaken.has(ending) ? 'expired' : 'succeeded', ending)
      assert.equal(moov.memory.takings(request), untaken.has(ending) ? 0 : 1, ending)
    }
  })

  it('refusals keep the operator’s reason in our words', () => {
    const reasonOf = (name: string) => payments.get(name)?.failure_code
    assert.equal(reasonOf('mtn 0001'), 'insufficient_funds')
    assert.equal(reasonOf('mtn 0002'), 'payer_rejected')
    assert.equal(reasonOf('moov 0001'), 'insufficient_funds')
    assert.equal(reasonOf('moov 0002'), 'approval_timeout')
    assert.equal(reasonOf('mtn 0003'), 'expired')
  })

  it('the books hold what must always hold', async () => {
    assert.deepEqual(await checkInvariants(service.database), [])
  })

  it('our books and the operators’ agree, debit for debit', async () => {
    const memories = { 'mtn-benin': mtn.memory, 'moov-benin': moov.memory }
    assert.deepEqual(await checkOperatorBooks(service.database, memories), [])
  })

  it('the figures count the calls of each operator, and name nobody', async () => {
    const text = await (await fetch(`${service.baseUrl}/metrics`)).text()
    const series = text.split('\n').filter((line) => line.startsWith('operator_'))
    for (const start of [
      'operator_calls_total{provider="mtn-benin",kind="collection",call="request",outcome="taken"}',
      'operator_call_duration_seconds_count{provider="moov-benin",kind="collection",call="read"}',
    ]) {
      assert.ok(
        series.some((line) => line.startsWith(start)),
        start,
      )
    }
    // Only labels can name somebody; a value may have any digits.
    assert.doesNotMatch(text, /="[^"\n]*229\d{8}/)
  })
})
