import assert from 'node:assert/strict'
import { join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { PaymentService } from '#sdk/typescript/src/index.ts'
import { givenScene } from '#test/faults/scene.ts'
import { eventually } from '#test/support/call.ts'
import type { ApiProcess } from '#test/support/processes.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { builtPackage } from './built-package.ts'
import { type Program, startProgram } from './program.ts'
import { type Shop, shopSecret, startShop, transactionOf } from './shop.ts'

describe('`payments listen`, while the API and itself are killed', function () {
  this.timeout(240_000)
  let shop: Shop
  let listener: Program | undefined

  after(async () => {
    await listener?.kill()
    shop?.server.close()
  })
  const scene = givenScene()

  before(async () => {
    shop = await startShop()
  })

  /** What the API shows of the one listener that there is. */
  async function resultsAt({ baseUrl }: ApiProcess) {
    const client = new PaymentService({ apiKey: scene.tenant.keys.secret, baseUrl })
    const [only, ...others] = (await client.page('GET /v2/webhook_listeners')).items
    assert.deepEqual(others, [])
    if (only === undefined) return []
    const params = { id: only.id }
    return (await client.page('GET /v2/webhook_listeners/{id}/results', { params })).items
  }

  it('tells the shop of each payment once, in their order, whatever died in between', async () => {
    const [port = 0] = await freePorts(1)
    const startHeard = () => scene.startApi({ PORT: String(port) })
    let heard: ApiProcess = await startHeard()
    const asked = await scene.startApi()
    await scene.startWorker()
    const state = join(temporaryFolder('home'), 'place.json')
    const listen = (): Program =>
      startProgram(
        [process.execPath, builtPackage().commandLine, 'listen', '--forward-to', shop.url].concat([
          '--secret',
          shopSecret,
          '--state',
          state,
        ]) as [string, ...string[]],
        { PAYMENTS_API_KEY: scene.tenant.keys.secret, PAYMENTS_BASE_URL: heard.baseUrl },
      )
    const paid: string[] = []
    const pay = async () => {
      const id = await scene.pay(asked)
      await scene.untilFinal([id])
      paid.push(id)
    }
    const untilTold = (count: number) =>
      eventually(async () => {
        const told = shop.seen().length
        assert.ok(told <= paid.length, `${told} of ${paid.length}`)
        return told >= count
      })

    listener = listen()
    const { existsSync } = await import('node:fs')
    await eventually(async () => existsSync(state))
    await pay()
    await untilTold(1)

    await heard.kill()
    await pay()
    await eventually(async () => /trying on/.test(listener?.output() ?? ''))
    heard = await startHeard()
    await untilTold(2)

    // Both at once, and more of it while neither is there.
    await Promise.all([heard.kill(), listener.kill()])
    await pay()
    await pay()
    listener = listen()
    heard = await startHeard()
    await untilTold(4)

    // In the middle of a list.
    await listener.kill()
    for (let more = 0; more < 4; more += 1) await pay()
    listener = listen()
    await untilTold(5)
    await Promise.all([heard.kill(), listener.kill()])
    heard = await startHeard()
    listener = listen()
    await pay()
    await untilTold(paid.length)
    assert.deepEqual(shop.seen().map(transactionOf), paid)

    const told = await eventually(async () => {
      const results = await resultsAt(heard)
      return results.length >= paid.length && results
    })
    const ids = told.map(({ transaction_id }) => transaction_id)
    assert.equal(told.length, paid.length, 'one result for each event, whatever died in between')
    assert.deepEqual(new Set(ids), new Set(paid))
    assert.ok(told.every(({ status, tries }) => status === 'delivered' && tries === 1))
  })
})
