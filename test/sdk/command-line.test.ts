import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { verifyWebhook, type WebhookEvent } from '#sdk/typescript/src/index.ts'
import { eventually } from '#test/support/call.ts'
import { sharedService, type TestService } from '#test/support/service.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createTenant } from '#test/support/tenant.ts'
import { builtPackage } from './built-package.ts'
import { type Program, runProgram, startProgram } from './program.ts'

const secret = '3f6c8f52-6c1e-4ef8-9a5b-0d1c2e3f4a5b'

describe('the command line, as it is installed', function () {
  this.timeout(120_000)
  let service: TestService

  before(async () => (service = await sharedService()))
  after(() => service?.stop())

  /** A merchant with a home of its own, and the command with these words. */
  async function arrange() {
    const { keys } = await createTenant(service.database)
    const environment = {
      PAYMENTS_HOME: temporaryFolder('home'),
      PAYMENTS_API_KEY: keys.secret,
      PAYMENTS_BASE_URL: service.baseUrl,
    }
    const command = (...words: string[]): [string, ...string[]] => [
      process.execPath,
      builtPackage().commandLine,
      ...words,
    ]
    const run = (...words: string[]) => runProgram(command(...words), environment)
    return { keys, environment, command, run }
  }

  it('collects, waits, reads, and says so in JSON', async () => {
    const { run } = await arrange()
    const collected = await run('collect', '1000', '--wait', '--json')
    const paid = JSON.parse(collected.output)
    assert.deepEqual([collected.code, paid.status, paid.amount], [0, 'succeeded', 1000])
    const read = await run('status', paid.id)
    assert.match(read.output, new RegExp(`^${paid.id}  succeeded  1000 XOF`))
  })

  it('a payout that nobody allowed is refused with what to do', async () => {
    const { run } = await arrange()
    const refused = await run('payout', '1000', '--phone', '2290197001234')
    assert.equal(refused.code, 1)
    assert.match(refused.output, /422 recipient_not_authorized|422 insufficient_balance/)
  })

  it('keeps a key once it was tried, and speaks as its owner then', async () => {
    const { keys, environment, command } = await arrange()
    const { PAYMENTS_HOME } = environment
    const home = { PAYMENTS_HOME, PAYMENTS_API_KEY: '', PAYMENTS_BASE_URL: '' }
    const words = ['login', '--base-url', service.baseUrl, '--key', keys.secret]
    const wrong = await runProgram(command(...words.with(-1, 'SKSANDBOX_wrong')), home)
    assert.equal(wrong.code, 1)
    const unknown = await runProgram(command('doctor'), home)
    assert.deepEqual([unknown.code, /payments login/.test(unknown.output)], [2, true])
    const known = await runProgram(command(...words), home)
    assert.match(known.output, /Logged in as Boutique Essai \(sandbox\)/)
    const healthy = await runProgram(command('doctor', '--json'), home)
    const checks = healthy.output.trim().split('\n')
    assert.deepEqual(
      checks.map((line) => JSON.parse(line).ok),
      [true, true, true, true],
    )
    assert.equal(healthy.code, 0)
  })

  it('says what it does not know, and completes what it does', async () => {
    const { run } = await arrange()
    assert.equal((await run('colect')).code, 2)
    assert.equal((await run('collect', '10.5')).code, 1)
    assert.equal((await run('collect', '1000', '--fone', '1')).code, 2)
    assert.match((await run('completion', 'zsh')).output, /#compdef payments/)
    assert.match((await run('--help')).output, /listen --forward-to URL/)
  })

  it('listen passes each event on, signed, and killed in between loses and doubles none', async () => {
    const { run, environment, command } = await arrange()
    const shop = await startShop()
    let listener: Program | undefined
    const listen = (): Program => {
      const state = join(environment.PAYMENTS_HOME, 'place.json')
      const words = ['--forward-to', shop.url, '--secret', secret, '--state', state]
      return startProgram(command('listen', ...words), environment)
    }
    try {
      listener = listen()
      await eventually(() => Promise.resolve(/Passing events on/.test(listener?.output() ?? '')))
      await untilPlaced(environment.PAYMENTS_HOME)
      const made: string[] = []
      const pay = async (type: string) => {
        const { output } = await run('trigger', type, '--json')
        made.push(JSON.parse(output).id)
      }
      await pay('payment.success')
      await eventually(() => Promise.resolve(shop.seen().length === 1))
      await listener.kill()
      await pay('payment.failed')
      await pay('payment.success')
      listener = listen()
      // Killed while the shop is being told: it has heard, and the place is not kept.
      await eventually(() => Promise.resolve(shop.seen().length >= 2))
      await listener.kill()
      listener = listen()
      await pay('payment.success')
      const events = await eventually(() =>
        Promise.resolve(shop.seen().length >= made.length && shop.seen()),
      )
      assert.deepEqual(
        events.map(({ data }) => data['transactionId']),
        made,
      )
      assert.deepEqual(
        events.map(({ type }) => type),
        ['payment.success', 'payment.failed', 'payment.success', 'payment.success'],
      )
    } finally {
      await listener?.kill()
      shop.server.close()
    }
  })
})

/** A merchant’s server on loopback; `seen` are the events that it believed, each id once, in order of arrival. */
async function startShop(): Promise<{ url: string; server: Server; seen: () => WebhookEvent[] }> {
  const events = new Map<string, WebhookEvent>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      verifyWebhook(Buffer.concat(chunks), request.headers, { secrets: secret }).then(
        (event) => {
          if (!events.has(event.id)) events.set(event.id, event)
          response.writeHead(200).end()
        },
        () => response.writeHead(400).end(),
      )
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hooks`, server, seen: () => [...events.values()] }
}

/** Until `latest` has become a place: what happens from then on is heard. */
async function untilPlaced(home: string): Promise<void> {
  const { existsSync } = await import('node:fs')
  await eventually(() => Promise.resolve(existsSync(join(home, 'place.json'))))
}
