import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { PaymentService } from '#sdk/typescript/src/index.ts'
import { given } from '#test/support/given.ts'
import { eventually } from '#test/support/call.ts'
import { sharedService } from '#test/support/service.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { builtPackage } from './built-package.ts'
import { type Program, runProgram, startProgram } from './program.ts'
import { shopSecret, startShop, transactionOf } from './shop.ts'

describe('the command line, as it is installed', function () {
  this.timeout(240_000)

  const service = given(() => sharedService())

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

  it('chooses the end of a payment that waits, and waits for it', async () => {
    const { run } = await arrange()
    for (const [word, ending, status] of [
      ['succeed', '0005', 'succeeded'],
      ['fail', '0003', 'failed'],
      ['expire', '0005', 'expired'],
    ] as const) {
      const made = await run('collect', '1000', '--phone', freshPhone(ending), '--json')
      const { id } = JSON.parse(made.output)
      const ended = await run('simulate', id, word, '--json')
      assert.equal(ended.code, 0, ended.output)
      assert.equal(JSON.parse(ended.output).status, status)
      const again = await run('simulate', id, word)
      assert.deepEqual([again.code, /409 cannot_simulate/.test(again.output)], [1, true])
    }
    assert.equal((await run('simulate', 'x', 'maybe')).code, 2)
  })

  it('has every command that its help and its completion name', async () => {
    const { run } = await arrange()
    const names =
      'login listen tail trigger collect payout status simulate doctor completion'.split(' ')
    const help = (await run('--help')).output
    const told = [...help.matchAll(/^ {2}payments ([a-z]+)/gm)].map(([, name]) => name)
    assert.deepEqual(told, names)
    for (const shell of ['bash', 'zsh']) {
      const { output } = await run('completion', shell)
      assert.ok(names.every((name) => output.includes(name)))
    }
  })

  it('says which events there are, where none or an unknown one is asked for', async () => {
    const { run } = await arrange()
    for (const words of [[], ['payment.expired']]) {
      const refused = await run('trigger', ...words)
      assert.equal(refused.code, 2)
      assert.match(refused.output, /payment\.success, payment\.failed, .*test\.ping/)
    }
    assert.match((await run('trigger', 'refund.success')).output, /needs an enabled webhook/)
  })

  it('speaks the language of the terminal where the service speaks', async () => {
    const { command, environment } = await arrange()
    const missing = command('status', randomUUID())
    for (const [LC_ALL, said] of [
      ['en_NG.UTF-8', /This transaction does not exist/],
      ['C', /This transaction does not exist/],
      ['fr_BJ.UTF-8', /Cette transaction est introuvable/],
    ] as const) {
      assert.match((await runProgram(missing, { ...environment, LC_ALL })).output, said)
    }
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

  it('doctor takes an address as it is copied, with a slash, and speaks the language of the terminal', async () => {
    const { environment, command } = await arrange()
    const slash = {
      ...environment,
      PAYMENTS_BASE_URL: `${service.baseUrl}/`,
      LC_ALL: 'en_NG.UTF-8',
    }
    assert.equal((await runProgram(command('doctor'), slash)).code, 0)
    const wrong = await runProgram(command('doctor', '--key', 'SKSANDBOX_wrong'), slash)
    assert.match(
      wrong.output,
      /^ok {4}address: http.*\nok {4}clock: .*\nfails key: The API key is unknown/m,
    )
  })

  it('says what it does not know, and completes what it does', async () => {
    const { run } = await arrange()
    for (const word of ['colect', 'constructor'])
      assert.deepEqual(
        [(await run(word)).code, (await run(word)).output.endsWith(`no command ${word}.\n`)],
        [2, true],
      )
    assert.match((await run('trigger', 'constructor')).output, /^There is no event constructor\./)
    assert.equal((await run('collect', '10.5')).code, 1)
    const text = await run('collect', 'mille')
    assert.deepEqual([text.code, /Say how much.*1000, not mille/.test(text.output)], [2, true])
    assert.match((await run('payout')).output, /Say how much, as a number: 1000$/m)
    for (const [said, ...words] of [
      ["Unknown option '--fone'. See payments --help.\n", 'collect', '1000', '--fone', '1'],
      ['Not understood: 000. ', 'collect', '1', '000'],
      ['Say where to: ', 'listen', '--forward-to', 'localhost:4242'],
      ['The base address must begin', 'login', '--base-url', 'localhost:4242'],
    ]) {
      const { code, output } = await run(...words)
      assert.deepEqual([code, output.startsWith(said ?? '-')], [2, true], output)
    }
    assert.match((await run('completion', 'zsh')).output, /#compdef payments/)
    assert.match((await run('--help')).output, /listen --forward-to URL/)
  })

  it('listen passes each event on, signed, and killed in between loses and doubles none', async () => {
    const { run, environment, command } = await arrange()
    const shop = await startShop()
    let listener: Program | undefined
    const listen = (): Program => {
      const state = join(environment.PAYMENTS_HOME, 'place.json')
      const words = ['--forward-to', shop.url, '--secret', shopSecret, '--state', state]
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
      assert.deepEqual(events.map(transactionOf), made)
      assert.deepEqual(
        events.map(({ type }) => type),
        ['payment.success', 'payment.failed', 'payment.success', 'payment.success'],
      )
    } finally {
      await listener?.kill()
      shop.server.close()
    }
  })

  it('listen says why a server took no event, and stays quiet about one that it took', async () => {
    const { run, environment, command } = await arrange()
    const answers = [400, 400, 400, 200]
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(answers.shift() ?? 200).end('bad\u001B[31m\nsignature')
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const state = join(environment.PAYMENTS_HOME, 'place.json')
    const words = ['--forward-to', `http://127.0.0.1:${port}/hooks`, '--state', state]
    const listener = startProgram(command('listen', ...words), environment)
    try {
      await untilPlaced(environment.PAYMENTS_HOME)
      await run('trigger', 'payment.success')
      await run('trigger', 'payment.success')
      const said = await eventually(() =>
        Promise.resolve(/ {2}200$/m.test(listener.output()) && listener.output()),
      )
      assert.deepEqual(said.match(/^http.* refused .*$/gm), [
        `http://127.0.0.1:${port}/hooks refused payment.success with 400: bad [31m signature`,
      ])
    } finally {
      await listener.kill()
      server.close()
    }
  })

  it('listen tells the portal what became of each event: also that a server is not there, and then that it is', async () => {
    const { run, environment, command, keys } = await arrange()
    const client = new PaymentService({ apiKey: keys.secret, baseUrl: service.baseUrl })
    const [port = 0] = await freePorts(1)
    const answers = [500, 500, 200]
    const server = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(answers.shift() ?? 200).end())
    })
    const url = `http://127.0.0.1:${port}/hooks?token=secret`
    const state = join(environment.PAYMENTS_HOME, 'place.json')
    const words = ['--forward-to', url, '--label', 'caisse', '--state', state]
    const listener = startProgram(command('listen', ...words), environment)
    const results = async () => {
      const [only] = (await client.page('GET /v2/webhook_listeners')).items
      assert.equal(only?.label, 'caisse')
      const params = { id: only.id }
      return (await client.page('GET /v2/webhook_listeners/{id}/results', { params })).items
    }
    try {
      await untilPlaced(environment.PAYMENTS_HOME)
      const { id } = JSON.parse((await run('trigger', 'payment.success', '--json')).output)
      const missed = await eventually(async () => (await results())[0])
      assert.deepEqual(
        [missed.transaction_id, missed.status, missed.error, missed.http_status],
        [id, 'failed', 'connection_failed', null],
      )
      await once(server.listen(port, '127.0.0.1'), 'listening')
      const [taken, ...others] = await eventually(async () => {
        const all = await results()
        return all[0]?.status === 'delivered' && all
      })
      assert.deepEqual(others, [])
      assert.deepEqual([taken?.http_status, taken?.error], [200, null])
      assert.ok(taken && taken.tries > 3)
      assert.ok(!JSON.stringify(taken).includes('token'))
    } finally {
      await listener.kill()
      server.close()
    }
  })
})

/** Until `latest` has become a place: what happens from then on is heard. */
async function untilPlaced(home: string): Promise<void> {
  const { existsSync } = await import('node:fs')
  await eventually(() => Promise.resolve(existsSync(join(home, 'place.json'))))
}
