import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findBinary, temporalCli } from '#dev/binaries.ts'
import { needsOpenssl } from '#test/activities/webhooks/certificates.ts'
import { startOwnTemporal } from '#test/support/stack-temporal.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { root, textOf } from './read.ts'
import { madeSecrets, ofSystemd } from './written.ts'

/** What stands beside the units on one server (docs/deploying.md#one-server-without-containers). */
describe('one server without containers', () => {
  const folder = join(root, 'deploy/systemd')
  const units = readdirSync(folder).filter((name) => name.endsWith('.service'))

  before(needsOpenssl)

  it('gives a migration, and nothing else, the account that its unit gives it', () => {
    const settings = temporaryFolder('settings')
    const accountOf = (...words: string[]) =>
      execFileSync(
        join(folder, 'with-settings.sh'),
        [process.execPath, '-p', 'process.env.DATABASE_URL_FILE', ...words],
        { encoding: 'utf8', env: { PATH: process.env['PATH'], SETTINGS: settings } },
      ).trim()
    const machine = { secrets: join(settings, 'secrets'), operators: {} }
    const accountIn = (unit: string) => ofSystemd(unit, machine).environment['DATABASE_URL_FILE']
    for (const words of ['run migrate', 'run migrate -- --restored', 'run payments -- migrate'])
      assert.equal(accountOf(...words.split(' ')), accountIn('payments-migrate'), words)
    for (const words of ['run reconcile', 'run staff -- migrate@example.com Awa', 'run doctor'])
      assert.equal(accountOf(...words.split(' ')), accountIn('payments-api'), words)
    assert.notEqual(accountIn('payments-migrate'), accountIn('payments-api'))
  })

  it('gives a command what the units give the processes, whatever characters a setting has', () => {
    const settings = temporaryFolder('settings')
    cpSync(madeSecrets(new URL('postgresql://127.0.0.1:5432')), join(settings, 'secrets'), {
      recursive: true,
    })
    cpSync(join(folder, 'payments.env'), join(settings, 'payments.env'))
    const operators = { MTN_COLLECTION_API_KEY: `a "b" $HOME 'c' <d>=` }
    const lines = Object.entries(operators).map(([name, value]) => `${name}=${value}`)
    writeFileSync(join(settings, 'operators.env'), `# accounts\n\n${lines.join('\n')}`)
    const given = JSON.parse(
      execFileSync(
        join(folder, 'with-settings.sh'),
        [process.execPath, '-p', 'JSON.stringify({ ...process.env, folder: process.cwd() })'],
        { encoding: 'utf8', env: { PATH: process.env['PATH'], SETTINGS: settings } },
      ),
    ) as Record<string, string>
    const machine = { secrets: join(settings, 'secrets'), operators }
    const { environment } = ofSystemd('payments-api', machine)
    assert.ok(Object.keys(environment).length > 12)
    for (const [name, value] of Object.entries(environment)) assert.equal(given[name], value, name)
    assert.equal(join(given['folder'] ?? '', '/'), root)
  })

  it('has each secret and each file of settings that a unit names', () => {
    const made = textOf('deploy/secrets.sh')
    for (const unit of units) {
      const text = textOf(`deploy/systemd/${unit}`)
      const secrets = [...text.matchAll(/^LoadCredential=\w+:\/etc\/payments\/secrets\/(\w+)$/gm)]
      assert.ok(secrets.length > 0, unit)
      for (const [, name] of secrets) assert.match(made, new RegExp(`^make ${name} `, 'm'))
      for (const [, path = ''] of text.matchAll(/^EnvironmentFile=\/etc\/payments\/(.+)$/gm))
        assert.ok(readdirSync(folder).includes(path.replace('%i', 'books')), path)
    }
  })

  it('tells the proxy all that its file asks for, and where the API listens', () => {
    const told = new Map(
      [...textOf('deploy/systemd/caddy.conf').matchAll(/^Environment=(\w+)=(.+)$/gm)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    )
    const asked = [...textOf('deploy/Caddyfile').matchAll(/\{\$(\w+)/g)].map(
      ([, name = '']) => name,
    )
    assert.deepEqual([...told.keys()].toSorted(), asked.toSorted())
    const settings = textOf('deploy/systemd/payments.env')
    const [, port] = /^PORT=(\d+)$/m.exec(settings) ?? []
    assert.equal(told.get('API_UPSTREAM'), `127.0.0.1:${port}`)
    assert.match(settings, new RegExp(`^PUBLIC_URL=https://${told.get('PUBLIC_HOST')}$`, 'm'))
  })

  it('starts Temporal from the file of the repository that its unit names', () => {
    const [, path = ''] =
      /^ExecStart=\/bin\/sh \/opt\/payments\/(\S+) /m.exec(
        textOf('deploy/systemd/temporal.service'),
      ) ?? []
    assert.match(textOf(path), /^exec temporal-server start$/m)
    const [, config = ''] =
      /^DYNAMIC_CONFIG_FILE_PATH=\/opt\/payments\/(.+)$/m.exec(
        textOf('deploy/systemd/temporal.env'),
      ) ?? []
    assert.match(textOf(config), /matching\.enableFairness/)
  })

  it('waits for a Temporal that is only starting, and makes its namespace once', async function () {
    this.timeout(120_000)
    const temporal = await startOwnTemporal()
    const cli = await findBinary(temporalCli)
    const environment = {
      PATH: `${dirname(cli)}:${process.env['PATH']}`,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: 'made',
    }
    const make = async () => {
      const script = join(root, 'deploy/temporal/namespace.sh')
      await promisify(execFile)(script, { env: environment })
    }
    try {
      await temporal.kill()
      await Promise.all([make(), temporal.restart()])
      await make()
      const words = ['operator', 'namespace', 'describe', '--namespace', 'made']
      const { stdout } = await promisify(execFile)(cli, words, { env: environment })
      assert.match(stdout, /720h|30d/)
    } finally {
      await temporal.stop()
    }
  })
})
