import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Pool } from 'pg'
import { waitUntil } from '#dev/wait-until.ts'
import { runCommand } from '#test/support/processes.ts'
import { clientAt } from '#test/support/temporal-connection.ts'
import { atExit, temporaryFolder } from '#test/support/temporary-folder.ts'
import { runsShownAt } from './runs-shown.ts'
import {
  type Demo,
  startTimeoutMs,
  children,
  variables,
  installation,
  start,
  running,
} from './started.ts'

interface Request {
  readonly body?: object
  readonly key?: string
  readonly idempotencyKey?: string | undefined
}

const collectionBody = {
  amount: 1000,
  currency: 'XOF',
  provider: 'auto',
  phone: '2290197000000',
  customer: { name: 'Awa Dossou', email: 'awa@example.com' },
}

async function ask(
  demo: Demo,
  path: string,
  { body, key = demo.keys.secret_sandbox, idempotencyKey = 'one' }: Request = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(demo.base_url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { data } = (await response.json()) as { readonly data?: Record<string, unknown> }
  return data ?? {}
}

describe('npm start', function () {
  after(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  this.timeout(2 * startTimeoutMs)

  it('goes on, after kill -9 and as another version, with the payment that was open, the same keys and no server left over', async () => {
    const deployment: Record<string, string> = {
      TEMPORAL_DEPLOYMENT_NAME: 'payments',
      BUILD_ID: 'next',
    }
    const env = { ...(await installation()), ...deployment }
    // It stays open until the second start has adopted it.
    const slow = { BUILD_ID: 'before', SANDBOX_OPERATOR_DELAY: '30s' }
    const first = await running({ ...env, ...slow })
    const accepted = await ask(first.demo, '/v2/collections', { body: collectionBody })
    assert.equal(accepted['status'], 'pending', JSON.stringify(accepted))
    await untilKnown(env['TEMPORAL_PORT'], String(accepted['id']))
    assert.deepEqual(openToOthers(env['DATA_DIR'] ?? ''), [])
    for (const file of filesOf(env['DATA_DIR'] ?? '', 'temporal.db')) chmodSync(file, 0o644)
    first.child.kill('SIGKILL')
    assert.equal(await first.ended, 'SIGKILL')

    const second = await running(env)
    assert.deepEqual(second.demo, first.demo)
    assert.equal((await fetch(second.demo.mailbox_url)).status, 200)
    // PostgreSQL of root is somebody else, who goes through to its own folder and reads nothing.
    assert.equal(statSync(env['DATA_DIR'] ?? '').mode & 0o066, 0)
    assert.deepEqual(openToOthers(env['DATA_DIR'] ?? ''), [])
    assert.match(second.said(), /Open runs of an earlier version: \d+ go on, 0 start again/)
    const read = () => ask(second.demo, `/v2/transactions/${String(accepted['id'])}?wait=5`)
    const isPaid = async () => (await read())['status'] === 'succeeded'
    assert.ok(await waitUntil(isPaid, startTimeoutMs))

    const { payout_phone: phone, bank_accounts: accounts } = second.demo
    const payout = { amount: 1000, currency: 'XOF', provider: 'auto', phone }
    assert.equal(
      (await ask(second.demo, '/v2/payouts', { body: payout, idempotencyKey: 'two' }))['status'],
      'pending',
    )
    assert.equal(accounts.length, 4)

    await commandsWork(env['DATA_DIR'] ?? '')
    const third = start(env)
    assert.equal(await third.ended, 1)
    assert.match(third.said(), /^Another start \(process \d+\) runs on .*\n$/)

    second.child.kill('SIGTERM')
    assert.equal(await second.ended, 0, second.said())
    for (const name of variables) await assertFree(Number(env[name]))
  })

  it('pays in live mode through emulated operators, over HTTP and by their real protocols', async () => {
    const started = await running(await installation())
    const { demo } = started
    assert.match(
      started.said(),
      /^ {2}✓ Temporal on port \d+, its UI on \d+ \(\d+\.\d s\)$/m,
      'numbers without colours: how long it took does not read on from the port',
    )
    const key = demo.keys.secret_live
    const ids: string[] = []
    for (const [provider, phone] of [
      ['mtn-benin', '2290197000000'],
      ['moov-benin', '2290195000000'],
    ] as const) {
      const url = demo.operators[provider] ?? ''
      assert.match(started.said(), new RegExp(`Emulated ${provider}\\s+${url}\n`))
      const body = { ...collectionBody, phone }
      const { id } = await ask(demo, '/v2/collections', { body, key, idempotencyKey: phone })
      const read = () => ask(demo, `/v2/transactions/${String(id)}?wait=5`, { key })
      assert.ok(
        await waitUntil(async () => (await read())['status'] === 'succeeded', startTimeoutMs),
      )
      const { provider: served, mode } = await read()
      assert.deepEqual([served, mode], [provider, 'live'])
      const emulator = (await (await fetch(url)).json()) as { readonly orders: readonly object[] }
      assert.equal(emulator.orders.length, 1)
      ids.push(`collection/${String(id)}`)
    }
    assert.ok(started.said().includes(`Runs of payments      ${demo.merchant_runs_url}\n`))
    const isShown = async () =>
      (await runsShownAt(demo.merchant_runs_url)).join() === ids.toSorted().join()
    assert.ok(await waitUntil(isShown, startTimeoutMs), 'no run but theirs')
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0, started.said())
  })

  it('records that its database was put back, before anything runs on it', async () => {
    const env = await installation()
    const started = await running(env, '--restored')
    const services = readFileSync(join(env['DATA_DIR'] ?? '', 'services.json'), 'utf8')
    const { databaseUrl, publicUrl } = JSON.parse(services) as Record<string, string>
    assert.equal(publicUrl, `http://127.0.0.1:${env['PORT']}`)
    const pool = new Pool({ connectionString: databaseUrl })
    const { rows } = await pool.query<{ is_marked: boolean }>(
      'select restored_at is not null as is_marked from installation',
    )
    await pool.end()
    assert.deepEqual(rows, [{ is_marked: true }])
    assert.match(started.said(), /Restored.*API and worker/s)
    started.child.kill('SIGINT')
    assert.equal(await started.ended, 0)
  })

  it('stops before anything is started, with one line for each port that is taken', async () => {
    const env = await installation()
    const holder = createServer()
    const port = Number(env['TEMPORAL_PORT'])
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
    const started = start(env)
    assert.equal(await started.ended, 1)
    assert.match(started.said(), new RegExp(`^Port ${port} \\(TEMPORAL_PORT\\) is in use: .*\\n$`))
    holder.close()
  })

  it('stops with one line where it may not write', async () => {
    const file = join(temporaryFolder('start'), 'file')
    writeFileSync(file, '')
    const started = start({ ...(await installation()), DATA_DIR: join(file, 'data') })
    assert.equal(await started.ended, 1)
    assert.match(started.said(), /^ENOTDIR: not a directory, .*\/file\/data'\. .*DATA_DIR.*\n$/)
  })

  it('says in one line that the disk of its data is full, whoever finds out first', async function () {
    const disk = temporaryFolder('start')
    const made = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk])
    // Told by the reporter among what was skipped: who runs the tests may make no disk.
    if (made.status !== 0) return this.skip()
    atExit(() => spawnSync('umount', ['--lazy', disk]))
    const started = start({ ...(await installation()), DATA_DIR: disk })
    assert.equal(await started.ended, 1)
    const told = started.said().match(/^(?!Starting| +[✓…]).+$/gm)
    assert.equal(told?.length, 1, started.said())
    assert.match(String(told), /^The disk of .* is full \(\d+ MB left\)\. .*DATA_DIR/)
    spawnSync('mount', ['-o', 'remount,size=300m', disk])
    const roomy = await running({ ...(await installation()), DATA_DIR: disk })
    roomy.child.kill('SIGTERM')
    assert.equal(await roomy.ended, 0, roomy.said())
    spawnSync('umount', ['--lazy', disk])
  })

  it('stops at once, with one line that names the variable, when the environment is wrong', async () => {
    const started = start({ ...(await installation()), COLLECTION_EXPIRY: 'soon' })
    assert.equal(await started.ended, 1)
    assert.match(started.said(), /^COLLECTION_EXPIRY must be .*\n$/)
  })

  it('stops at once, with one line, at a word that it does not know', async () => {
    const started = start(await installation(), '--help')
    assert.equal(await started.ended, 1)
    assert.match(started.said(), /^Usage: npm start \[-- --restored\], .*\n$/)
  })
})

/** Commands on the data folder find the services of the start that runs there. */
async function commandsWork(folder: string): Promise<void> {
  for (const [command, last, ...words] of [
    ['server/cli/doctor-main.ts', /^ok +workers: 1 worker, [^]* ok, 0 warnings, 0 failed\n$/m],
    ['server/cli/reconcile-main.ts', /Nothing is left over\.\n$/],
    ['db/migrate-main.ts', /Temporal has all search attributes\.\n$/],
    ['server/cli/rotate-master-key-main.ts', /that one alone\.\n$/, '--status'],
    ['worker/deploy-main.ts', / current/, 'status'],
  ] as const) {
    const { code, output } = await runCommand({ main: command, words }, { DATA_DIR: folder })
    assert.match(output, last)
    assert.equal(code, 0)
  }
}

/** Files of payments and keys that others on this machine may read; process ids are for everybody. */
function openToOthers(folder: string): readonly string[] {
  return filesOf(folder, '').filter((path) => {
    const isOpen = (statSync(path).mode & 0o044) !== 0
    return isOpen && !path.endsWith('.pid')
  })
}

function filesOf(folder: string, start: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(start))
    .map((name) => join(folder, name))
}

/**
 * A start killed right after its answer may not have handed the payment to Temporal yet, and Temporal's index, in which
 * open runs are looked up, follows later still.
 */
async function untilKnown(port: string | undefined, id: string): Promise<void> {
  const temporal = clientAt(`127.0.0.1:${port ?? ''}`, 'default')
  const query = `WorkflowId = 'collection/${id}' and TemporalWorkerDeploymentVersion = 'payments:before'`
  const isKnown = async (): Promise<boolean> =>
    (await temporal.call((client) => client.workflow.count(query))).count === 1
  try {
    assert.ok(await waitUntil(isKnown, startTimeoutMs), 'its run has begun at the first version')
  } finally {
    await temporal.close()
  }
}

async function assertFree(port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
