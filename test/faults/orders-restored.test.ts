import assert from 'node:assert/strict'
import type { Outbox } from '#db/outbox.ts'
import { onPool } from '#db/sql.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { outboxTo } from '#test/support/orders.ts'
import { authorizePhone, giveBalance, payoutCall } from '#test/support/payouts.ts'
import { runMigrate, runReconcile } from '#test/support/processes.ts'
import { createTenant } from '#test/support/tenant.ts'
import { csv, sentFile } from '#test/use-cases/payouts/files.ts'
import { backUp } from './backup.ts'
import { givenRestorable, numbers, type Provider, providers, undecided } from './live-operators.ts'

/** Lines of a file. A line is requested anew in the restored database, under the same id; Moov tells no repeats. */
const lines = { 'mtn-benin': '2290197005678', 'moov-benin': '2290195005678' }

/** What is announced is left to the relay. */
const held: Outbox = { kick() {}, relay: async () => 0, drain: async () => {} }

for (const isStoreLost of [false, true]) {
  const named = isStoreLost ? 'is lost as well' : 'is ahead'
  describe(`the database is restored to before orders were sent, and Temporal ${named}`, function () {
    this.timeout(300_000)
    const { scene, temporal, memories, orders, assertAgreed, assertMoved } = givenRestorable()
    const ordered: string[] = []
    const waiting: string[] = []
    const paidLines = Object.values(lines)
    const sentLines = () => count(`payout_file_line where state = 'sent'`)
    const ended = async () =>
      (await count(`transaction where status = 'succeeded'`)) === ordered.length + paidLines.length

    before(async () => {
      const tenant = await createTenant(scene.database, { mode: 'live' })
      await giveBalance(scene.database, tenant, 100_000)
      const api = await scene.startApiHere()
      for (const provider of providers) {
        const { [provider]: phone } = numbers
        const { secret } = tenant.keys
        ordered.push(await accepted(collectionCall(secret, { provider, phone })))
        await authorizePhone(scene.database, tenant, phone)
        ordered.push(await accepted(payoutCall(secret, { provider, phone })))
        await authorizePhone(scene.database, tenant, undecided[provider])
        waiting.push(await accepted(payoutCall(secret, { provider, phone: undecided[provider] })))
      }
      for (const phone of paidLines) await authorizePhone(scene.database, tenant, phone)
      const text = csv(...paidLines.map((phone, at) => `${phone};1500;SAL-${at}`))
      await sentFile({ database: scene.database, outbox: held }, tenant, { text })
      // No worker runs yet: what the API could not hand over at once is handed over here.
      const outbox = outboxTo({ database: scene.database, client: scene.temporal.client })
      await eventually(async () => {
        await outbox.relay()
        return (await count('outbox')) === 0
      })
      await api.stop()
      const backup = await backUp(scene.places.databaseUrl)
      const worker = await scene.startWorker()
      await eventually(ended)
      await eventually(async () => takings(waiting.length + ordered.length + paidLines.length))
      await worker.stop()
      if (isStoreLost) await temporal.lose()
      await backup.restore()
      const migrated = await runMigrate(scene.environment(), '--restored')
      assert.equal(migrated.code, 0, migrated.output)
      const unsent = await count(`transaction where operator_state = 'unsent'`)
      assert.equal(unsent, ordered.length + waiting.length, 'the database knows of none')
      assert.equal(await sentLines(), 0)
      await scene.startWorker()
      for (const age of [
        `update transaction set created_at = created_at - interval '1 minute'`,
        `update payout_file set sent_at = sent_at - interval '1 minute'`,
      ])
        await onPool(scene.database.pool).rows(age)
      await sweep()

      async function accepted(request: Parameters<typeof call>[1]): Promise<string> {
        const answer = await call(api, request)
        assert.equal(answer.status, 202, answer.text)
        return String(answer.json.data.id)
      }
    })

    it('each comes to the end that it had, asked for and not sent again', async () => {
      const states = await scene.untilFinal(ordered)
      assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
      for (const { provider, request } of await requests(ordered)) {
        const memory = memories()[provider]
        assert.deepEqual([memory.takings(request), memory.movements(request)], [1, 1], provider)
      }
    })

    it('each line of a file is one order at the operator, under one id', async () => {
      await eventually(async () => (await sweep()) && ended())
      assert.equal(await sentLines(), paidLines.length)
      for (const phone of paidLines) {
        assert.equal(orders().filter((order) => order.phone === phone).length, 1, phone)
      }
    })

    it('one that its operator has not decided is followed there, and not sent again', async () => {
      await eventually(async () => {
        const found = await requests(waiting)
        return found.every(({ provider, request }) =>
          memories()[provider].orders.some(({ id, reads }) => id === request && reads > 2),
        )
      })
      for (const { provider, request } of await requests(waiting)) {
        assert.equal(memories()[provider].takings(request), 1, provider)
      }
    })

    it('the books of both sides agree to the franc', async () => {
      await assertAgreed()
      await assertMoved(`case type when 'collection' then amount_charged else -net_amount end`)
    })

    /** What Temporal lists may be outdated, and a busy one may take a start later: the next sweep finds the rest. */
    function sweep(): Promise<boolean> {
      return eventually(async () => (await runReconcile(scene.environment())).code === 0)
    }

    const requests = (ids: readonly string[]) =>
      onPool(scene.database.pool).rows<{ provider: Provider; request: string }>(
        'select provider, operator_request_id as request from transaction where id = any($1::uuid[])',
        [ids],
      )

    const takings = (least: number): boolean => orders().length >= least

    async function count(from: string): Promise<number> {
      const { count: rows } = await onPool(scene.database.pool).one<{ count: number }>(
        `select count(*)::int as count from ${from}`,
      )
      return rows
    }
  })
}
