import assert from 'node:assert/strict'
import { eventually } from '#test/support/call.ts'
import { checkInvariants } from '#test/support/invariants.ts'
import { runLookAgain, type ServiceProcess } from '#test/support/processes.ts'
import { workflowId } from '#workflows/contract.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import type { ApiHere } from './api-here.ts'
import { spread } from './rounds.ts'
import { givenScene } from './scene.ts'

const payments = 4

describe('payments that a broken database refuses to end', function () {
  this.timeout(300_000)
  const scene = givenScene()
  let api: ApiHere
  let worker: ServiceProcess
  let ids: readonly string[]

  before(async () => {
    ;[api, worker] = await scene.serveHere()
  })

  it('ask for attention, are found by it, and ask on though their worker is killed', async () => {
    await scene.database.pool.query(`
      create function planted() returns trigger language plpgsql as
        $$ begin raise exception 'no end for %', new.id; end $$;
      create trigger planted before update of status on transaction for each row execute function planted()`)
    ids = await spread(payments, 2, () => scene.pay(api))
    await eventually(async () => (await asking()) === payments)
    await eventually(async () => (await found()) === payments)
    await worker.kill()
    worker = await scene.startWorker()
    const told = await runLookAgain(scene.environment(), '--all')
    assert.equal(told.code, 0, told.output)
    assert.match(told.output, /Told: 4 of 4\./)
    assert.equal(await asking(), payments)
  })

  it('survive what cannot be read: it is told who has no run, and nonsense is not sent', async () => {
    const gone = workflowId('collection', '00000000-0000-4000-8000-000000000000')
    const none = await runLookAgain(scene.environment(), gone)
    assert.equal(none.code, 1)
    assert.match(none.output, /has no open run/)
    for (const words of [[], ['--al'], ['collection/'], ['../x', gone]]) {
      const refused = await runLookAgain(scene.environment(), ...words)
      assert.equal(refused.code, 1)
      assert.match(refused.output, /Usage: npm run look-again/)
    }
  })

  it('go on to their right end once it is mended, each once', async () => {
    await scene.database.pool.query('drop function planted() cascade')
    const told = await runLookAgain(scene.environment(), '--all')
    assert.equal(told.code, 0, told.output)
    const states = await scene.untilFinal(ids)
    assert.deepEqual(new Set(states.values()), new Set(['succeeded']))
    await eventually(async () => (await asking()) === 0)
    await scene.settleDown()
    const { rows } = await scene.database.pool.query<{ notices: number }>(
      `select count(*)::int as notices from staff_notice where kind = 'run_attention'`,
    )
    assert.equal(rows[0]?.notices, payments)
    assert.deepEqual(await checkInvariants(scene.database), [])
    const late = await runLookAgain(scene.environment(), workflowId('collection', ids[0] ?? ''))
    assert.equal(late.code, 1)
  })

  async function asking(): Promise<number> {
    const { rows } = await scene.database.pool.query<{ runs: number }>(
      `select count(*)::int as runs from run_finding where kind = 'attention' and closed_at is null`,
    )
    return rows[0]?.runs ?? 0
  }

  /** As somebody finds them in the Temporal UI. */
  async function found(): Promise<number> {
    const { name } = searchAttributes.transactionStatus
    return (await scene.temporal.client.workflow.count(`${name} = 'attention'`)).count
  }
})
