import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Call, call, type CallAnswer, eventually } from '#test/support/call.ts'
import { createdCheckout, readCheckout, scanCall, untilCheckout } from '#test/support/checkouts.ts'
import type { ServiceProcess } from '#test/support/processes.ts'
import type { ApiHere } from './api-here.ts'
import { openFailpoints } from './failpoints.ts'
import { note, timed } from './rounds.ts'
import { given } from '#test/support/given.ts'
import { givenScene } from './scene.ts'

/** After the recording is late by this much, the code is open again: 20 seconds of the run, and a worker's own time. */
const openAgainMs = 40_000

interface Scan {
  readonly id: string
  readonly request: Call
}

describe('processes die while the code of a cash desk is being paid', function () {
  this.timeout(240_000)
  const scene = givenScene()
  const failpoints = given(() => openFailpoints(scene.database))
  let api: ApiHere
  let worker: ServiceProcess
  let key: string
  /** Codes whose API dies, each with its request: one is made again, the other is not. */
  let repeated: Scan
  let left: Scan
  /** What another phone was told of the second right after that. */
  let refused: unknown

  before(async () => {
    key = scene.tenant.keys.terminal
    ;[api, worker] = await Promise.all([scene.startApiHere(), scene.startWorker()])
    const [one, two] = [await createdCheckout(api, key), await createdCheckout(api, key)]
    repeated = { id: one, request: scanCall(one, {}, randomUUID()) }
    left = { id: two, request: scanCall(two) }
    await killInBoth()
  })

  it('the API, after it was given the code: the same request again is the same payment', async () => {
    const { id, request } = repeated
    const again = await call(api, request)
    assert.equal(again.status, 202, again.text)
    const { transaction } = await untilCheckout(api, { key, id }, 'succeeded')
    assert.equal(transaction.id, again.json.data.id)
    assert.equal(await paymentsOf(id), 1)
    await scene.settleDown()
  })

  it('the API, for good: the code is open again, and another phone pays it', async () => {
    const { id } = left
    assert.equal(refused, 'payment_link_in_progress')
    const { tookMs } = await timed(() =>
      eventually(async () => (await standingOf(id)) === 'open', openAgainMs),
    )
    note('open again after the death of its API', { ms: tookMs })
    assert.equal((await call(api, scanCall(id))).status, 202)
    await untilCheckout(api, { key, id }, 'succeeded')
    await scene.settleDown()
  })

  it('the worker, while it gives the code away: another worker goes on, one payment', async () => {
    const id = await createdCheckout(api, key)
    const giving = await failpoints.add({
      table: 'checkout',
      at: 'update',
      when: `new.id = '${id}' and old.status = 'open' and new.status = 'processing'`,
    })
    const request = scanCall(id, {}, randomUUID())
    const first = call(api, request)
    await giving.reached()
    await worker.kill()
    worker = await scene.startWorker()
    await giving.undo()
    const paid = await untilAccepted(first, () => call(api, request))
    await untilCheckout(api, { key, id }, 'succeeded')
    assert.equal((await readCheckout(api, key, id)).json.data.transaction.id, paid.json.data.id)
    assert.equal(await paymentsOf(id), 1)
    await scene.settleDown()
  })

  /** One API has given both codes away, and dies as it records their payments. */
  async function killInBoth(): Promise<void> {
    const doomed = await scene.startApi()
    const scans = [repeated, left]
    const held = await Promise.all(scans.map(({ id }) => failpoints.add(recordingOf(id))))
    const lost = scans.map(({ request }) => call(doomed, request).catch(() => undefined))
    await Promise.all(held.map((recording) => recording.reached()))
    const { json } = await readCheckout(api, key, repeated.id)
    assert.deepEqual([json.data.status, json.data.transaction], ['processing', null])
    await doomed.kill()
    await Promise.all(lost)
    for (const recording of held) await recording.undo()
    refused = (await call(api, scanCall(left.id))).json.error.code
  }

  /** As payers do who are told to come back. */
  async function untilAccepted(
    first: Promise<CallAnswer>,
    again: () => Promise<CallAnswer>,
  ): Promise<CallAnswer> {
    let answer = await first
    while (answer.status === 503) answer = await again()
    assert.equal(answer.status, 202, answer.text)
    return answer
  }

  function recordingOf(id: string) {
    return { table: 'transaction', at: 'insert', when: `new.checkout_id = '${id}'` } as const
  }

  async function standingOf(id: string): Promise<string | undefined> {
    const { rows } = await scene.database.pool.query<{ status: string }>(
      'select status from checkout where id = $1',
      [id],
    )
    return rows[0]?.status
  }

  async function paymentsOf(id: string): Promise<number> {
    const { rowCount } = await scene.database.pool.query(
      'select from transaction where checkout_id = $1',
      [id],
    )
    return rowCount ?? 0
  }
})
