import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { onPool } from '#db/sql.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { failed, success } from '#test/support/ends.ts'
import { sharedApiScene, startSecondApi } from '#test/support/api-scene.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createLink } from '#test/support/payment-links.ts'
import { goodPayer, PayerBrowser } from '#test/support/payer.ts'
import { createStreamSlots } from '#web/http/stream-slots.ts'

/** As `web/http/stream-slots.ts` says. */
const streamsPerAddress = 100

describe('the progress of a payment, as it comes', () => {
  const scene = given(() => sharedApiScene())

  /** A payment that waits until the test decides it. */
  const waiting = async () => {
    const { database } = scene.service
    const { id } = await createLink(database, scene.tenant)
    const payer = new PayerBrowser(scene)
    const { location } = await payer.pay(`/sandbox/pay/${id}`, goodPayer('0005'))
    const row = await onPool(database.pool).one<{ id: string }>(
      'select id from transaction where payment_link_id = $1',
      [id],
    )
    const transactionId = asId<TransactionId>(row.id)
    const end = (outcome: typeof success | typeof failed) =>
      settleTransaction(database, outboxOf(database), { transactionId, outcome })
    return { payer, location, end, transactionId }
  }
  const open = async (payer: PayerBrowser, path: string, at = scene.baseUrl) => {
    const controller = new AbortController()
    const headers = { Accept: 'text/event-stream', Cookie: payer.cookieHeader }
    const { signal } = controller
    const response = await fetch(`${at}${path}/suite`, { headers, signal })
    return { response, text: response.text(), leave: () => controller.abort() }
  }

  it('tells of the end within 300 ms of it, in this process and in another, and ends', async () => {
    const second = await startSecondApi(scene)
    const took: number[] = []
    try {
      for (const at of [scene.baseUrl, second.baseUrl, scene.baseUrl, second.baseUrl]) {
        const { payer, location, end, transactionId } = await waiting()
        const { response, text } = await open(payer, location, at)
        assert.equal(response.headers.get('Content-Type'), 'text/event-stream')
        await armed(transactionId)
        await end(success)
        const from = performance.now()
        const said = await text
        took.push(Math.round(performance.now() - from))
        assert.match(
          said,
          /^retry: 2000\n\nevent: state\ndata: <div class="stack" data-state="succeeded"/,
        )
        assert.match(said, /Awa Dossou/)
      }
      console.log(`      told after ${took.join(', ')} ms`)
      // One slow moment of a busy machine is no broken promise; a missed wake-up would take 15 s.
      const [quickest = Infinity] = took.toSorted((a, b) => a - b)
      assert.ok(quickest <= 300 && took.every((ms) => ms < 5000), took.join(', '))
    } finally {
      await second.stop()
    }
  })

  it('says at once what has ended already', async () => {
    const { payer, location, end } = await waiting()
    await end(failed)
    const { text } = await open(payer, location)
    assert.match(await text, /data-state="failed".*Solde insuffisant/)
  })

  it('holds no connection of the database while it waits', async () => {
    const { payer, location, end } = await waiting()
    const streams = await Promise.all(Array.from({ length: 40 }, () => open(payer, location)))
    assert.ok(streams.every(({ response }) => response.status === 200))
    assert.equal((await payer.get(location)).status, 200)
    await end(success)
    for (const { text } of streams) assert.match(await text, /data-state="succeeded"/)
  })

  it('is bounded for each address, gives places back, and leaves the page to those who find none', async () => {
    const { payer, location, end } = await waiting()
    const streams = await Promise.all(
      Array.from({ length: streamsPerAddress }, () => open(payer, location)),
    )
    assert.ok(streams.every(({ response }) => response.status === 200))
    const { response } = await open(payer, location)
    assert.equal(response.status, 429)
    assert.ok(response.headers.get('Retry-After'))
    assert.match((await payer.get(location)).text, /data-state="pending"/)
    for (const { leave, text } of streams.slice(0, 2)) {
      leave()
      await assert.rejects(text)
    }
    const again = await eventually(async () => {
      const next = await open(payer, location)
      return next.response.status === 200 && next
    })
    await end(success)
    assert.match(await again.text, /succeeded/)
    await Promise.all(streams.slice(2).map(({ text }) => text))
  })

  it('ends when the process stops, without holding it up', async () => {
    const second = await startSecondApi(scene)
    const { payer, location } = await waiting()
    const { text } = await open(payer, location, second.baseUrl)
    const from = performance.now()
    await second.stop()
    assert.equal(await text, 'retry: 2000\n\n')
    assert.ok(performance.now() - from < 5000)
  })

  /** Until somebody waits for the payment in the books. */
  const armed = (id: TransactionId) =>
    eventually(async () => {
      const [row] = await onPool(scene.service.database.pool).rows(
        'select from waiting where subject_id = $1 limit 1',
        [id],
      )
      return row !== undefined
    })
})

describe('places for streams', () => {
  it('are counted by address and in all, and given back once', () => {
    const slots = createStreamSlots({ perAddress: 2, perProcess: 3 })
    const leave = slots.take('a')
    slots.take('a')
    assert.throws(() => slots.take('a'), { code: 'rate_limited' })
    slots.take('b')
    assert.throws(() => slots.take('c'), { code: 'rate_limited' })
    leave()
    leave()
    assert.equal(slots.taken(), 2)
    slots.take('c')
    assert.throws(() => slots.take('a'), { code: 'rate_limited' })
  })
})
