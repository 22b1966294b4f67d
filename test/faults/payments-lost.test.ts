import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { type Call, call, collectionCall, eventually } from '#test/support/call.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import {
  type ApiProcess,
  runMigrate,
  runReconcile,
  type ServiceProcess,
} from '#test/support/processes.ts'
import { createTenant } from '#test/support/tenant.ts'
import { backUp } from './backup.ts'
import { givenRestorable, numbers, type Provider, providers, undecided } from './live-operators.ts'

for (const isStoreLost of [false, true]) {
  const named = isStoreLost ? 'is lost as well' : 'is ahead'
  describe(`the database is restored to before payments were accepted, and Temporal ${named}`, function () {
    this.timeout(300_000)
    const { scene, temporal, memories, orders, assertAgreed, assertMoved } = givenRestorable()
    const paid: Call[] = []
    const waiting: Call[] = []
    const fresh: Call[] = []
    let api: ApiProcess
    let worker: ServiceProcess
    let secret: string
    const lost: string[] = []
    const begunAt = new Date()

    before(async () => {
      const tenant = await createTenant(scene.database, { mode: 'live' })
      secret = tenant.keys.secret
      await giveBalance(scene.database, tenant, 100_000)
      for (const provider of providers) {
        const { [provider]: phone } = numbers
        const { [provider]: slow } = undecided
        await authorizePhone(scene.database, tenant, phone)
        paid.push(collectionCall(secret, { provider, phone }, randomUUID()))
        paid.push(payoutCall(secret, { provider, phone }, randomUUID()))
        waiting.push(collectionCall(secret, { provider, phone: slow }, randomUUID()))
        fresh.push(collectionCall(secret, { provider, phone }, randomUUID()))
        fresh.push(payoutCall(secret, { provider, phone }, randomUUID()))
      }
      const backup = await backUp(scene.places.databaseUrl)
      ;[api, worker] = await Promise.all([scene.startApi(), scene.startWorker()])
      assert.deepEqual(await endsOf(paid), ['succeeded'])
      for (const request of waiting) await accepted(request)
      await eventually(async () => orders().length === paid.length + waiting.length)
      lost.push(...(await payments()).map(({ id }) => id))
      await Promise.all([api.stop(), worker.stop()])
      if (isStoreLost) await temporal.lose()
      await backup.restore()
      const migrated = await runMigrate(scene.environment(), '--restored')
      assert.equal(migrated.code, 0, migrated.output)
      ;[api, worker] = await Promise.all([scene.startApi(), scene.startWorker()])
    })

    it('what was accepted since is listed as lost, for its operators and merchants, by whatever Temporal still knows', async () => {
      const { code, output } = await runReconcile(
        scene.environment(),
        '--lost-since',
        begunAt.toISOString(),
      )
      assert.equal(code, 0, output)
      const listed = [...output.matchAll(/^lost {2}[a-z]+\/(\S+) /gm)].map(([, id]) => id)
      assert.equal(lost.length, paid.length + waiting.length)
      assert.deepEqual(new Set(listed), new Set(isStoreLost ? [] : lost))
    })

    it('what its merchant sends again under the same key is the same order at its operator', async () => {
      const before = orders().length
      assert.deepEqual(await endsOf(paid), ['succeeded'])
      for (const request of waiting) await accepted(request)
      await eventually(async () =>
        orders().every(({ phone, reads }) => phone !== undecided['mtn-benin'] || reads > 0),
      )
      assert.equal(orders().length, before, 'no order is new')
      for (const { provider, request } of await payments()) {
        assert.equal(memories()[provider].takings(request), 1, provider)
      }
    })

    it('what is sent under a key of its own is an order of its own', async () => {
      const before = orders().length
      assert.deepEqual(await endsOf(fresh), ['succeeded'])
      assert.equal(orders().length, before + fresh.length)
    })

    it('the books of both sides agree to the franc', async () => {
      await assertAgreed()
      await assertMoved(`case type when 'collection' then amount_charged else -net_amount end`)
    })

    /** The different ends of these requests. */
    async function endsOf(asked: readonly Call[]): Promise<readonly string[]> {
      const ids: string[] = []
      for (const request of asked) ids.push(await accepted(request))
      const states = await scene.untilFinal(ids)
      return [...new Set(states.values())]
    }

    async function accepted(request: Call): Promise<string> {
      const answer = await call(api, request)
      assert.equal(answer.status, 202, answer.text)
      return String(answer.json.data.id)
    }

    const payments = () =>
      onPool(scene.database.pool).rows<{ id: string; provider: Provider; request: string }>(
        'select id, provider, operator_request_id as request from transaction',
      )
  })
}
