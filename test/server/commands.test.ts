import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { findingsText, finding, warned } from '#server/cli/doctor/finding.ts'
import { textOf } from '#test/deploy/read.ts'
import { given } from '#test/support/given.ts'
import { runCommand, type Told } from '#test/support/processes.ts'
import { testEnvironment } from '#test/support/service.ts'
import { sharedStack } from '#test/support/stack.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const noId = '00000000-0000-4000-8000-000000000000'

/** Those of package.json, by name; `words` are good ones. */
const commands = [
  ['doctor', 'server/cli/doctor-main.ts'],
  ['reconcile', 'server/cli/reconcile-main.ts'],
  ['look-again', 'server/cli/look-again-main.ts', '--all'],
  ['search-value', 'server/cli/search-value-main.ts', 'order-1'],
  ['rotate-master-key', 'server/cli/rotate-master-key-main.ts'],
  ['verify-audit', 'server/cli/verify-audit-main.ts'],
  ['rate-age', 'server/cli/rate-age-main.ts'],
  ['erase-payer', 'server/cli/erase-payer-main.ts', '+2290197000000'],
  ['staff', 'server/cli/staff-main.ts', 'awa@example.com', 'Awa'],
  ['operator-account', 'server/cli/operator-account-main.ts', 'remove', noId, 'mtn-benin'],
  ['migrate', 'db/migrate-main.ts'],
  ['codec-server', 'server/cli/codec-server-main.ts'],
  ['deploy', 'worker/deploy-main.ts'],
  ['bundle', 'worker/bundle-main.ts'],
  ['icons', 'dev/icons.ts'],
  ['api', 'server/main.ts'],
  ['worker', 'worker/main.ts'],
] as const

describe('a command', function () {
  this.timeout(180_000)
  const stack = given(() => sharedStack())

  for (const [name, main] of commands) {
    it(`${name}: tells how it is called where it does not know a word, and does nothing`, async () => {
      const folder = temporaryFolder('commands')
      const told = await runCommand({ main, words: ['--help'] }, { DATA_DIR: folder })
      assert.match(told.output, new RegExp(`^Usage: npm run ${name}`))
      assert.equal(told.code, 1, told.output)
      assert.deepEqual(readdirSync(folder), [])
    })
  }

  it('deploy: refuses words after those that an order takes, before it does anything', async () => {
    for (const words of [
      ['status', '--json'],
      ['check', 'one', 'two'],
      ['ramp', 'one', '5', '1m', 'now'],
      ['current', 'one', '1m', 'now'],
      ['move', 'one', 'two'],
    ]) {
      const folder = temporaryFolder('commands')
      const command = { main: 'worker/deploy-main.ts', words }
      const told = await runCommand(command, { DATA_DIR: folder })
      assert.match(told.output, /^Usage: npm run deploy/, words.join(' '))
      assert.equal(told.code, 1)
    }
  })

  it('tells in one line that the database is away', async () => {
    const [port = 0] = await freePorts(1)
    const environment = {
      DATABASE_URL: `postgresql://nobody:hunter2@127.0.0.1:${port}/x`,
      TEMPORAL_ADDRESS: `127.0.0.1:${port}`,
      MASTER_KEY: 'ab'.repeat(32),
    }
    const asking = commands.filter(
      ([name]) =>
        !['doctor', 'search-value', 'codec-server', 'deploy', 'bundle', 'icons'].includes(name),
    )
    for (const [name, main, ...words] of asking) {
      const told = await runCommand({ main, words }, environment)
      assertOneLine(
        told,
        new RegExp(`^The database does not answer \\(.*ECONNREFUSED.*${port}`),
        name,
      )
      assert.ok(!told.output.includes('hunter2'))
    }
  })

  it('tells in one line that Temporal is away', async () => {
    const [port = 0] = await freePorts(1)
    const databaseUrl = await stack.createDatabase()
    const places = { databaseUrl, temporalAddress: `127.0.0.1:${port}`, namespace: 'default' }
    for (const [main, ...words] of [
      ['server/cli/reconcile-main.ts'],
      ['server/cli/look-again-main.ts', 'collection/one'],
      ['db/migrate-main.ts'],
    ] as const) {
      const told = await runCommand({ main, words }, testEnvironment(places, {}))
      assertOneLine(told, /^Temporal does not answer \(.*npm run doctor/, main)
    }
  })

  it('says nothing of a file of settings that is not there', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
    for (const [name, script] of Object.entries(scripts))
      assert.doesNotMatch(script, /--env-file/, name)
  })

  it('reads the settings in `.env`, if there is one, behind those of the environment', () => {
    const cwd = temporaryFolder('commands')
    const preload = new URL('../../platform/env-file.mjs', import.meta.url).href
    const args = [`--import=${preload}`, '-p', 'process.env.HOST + " " + process.env.PORT']
    const told = (): string =>
      spawnSync(process.execPath, args, { cwd, env: { PORT: '1' }, encoding: 'utf8' }).output.join(
        '',
      )
    assert.equal(told(), 'undefined 1\n')
    writeFileSync(join(cwd, '.env'), 'HOST=127.0.0.1\nPORT=2\n')
    assert.equal(told(), '127.0.0.1 1\n')
  })

  it('counts one in the singular', () => {
    const one = [warned('temporal', 'it is slow', 'Wait.'), finding('node', 'ok', 'version 24')]
    assert.match(findingsText(one), /\n1 ok, 1 warning, 0 failed\n$/)
    assert.match(findingsText([]), /\n0 ok, 0 warnings, 0 failed\n$/)
  })
})

function assertOneLine({ code, output }: Told, line: RegExp, of: string): void {
  assert.equal(code, 1, `${of}: ${output}`)
  const lines = output
    .trim()
    .split('\n')
    .filter((said) => !said.startsWith('{'))
  assert.match(lines.at(-1) ?? '', line, of)
  assert.doesNotMatch(output, /^ {4}at /m, of)
}
