import assert from 'node:assert/strict'
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { connectDatabase, type Database } from '#db/connect.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { countUnsealed } from '#db/reseal.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool } from '#db/sql.ts'
import { createKeyring } from '#platform/keyring.ts'
import { waitUntil } from '#dev/wait-until.ts'
import { launchCommand, runCommand } from '#test/support/processes.ts'
import { testEnvironment } from '#test/support/service.ts'
import { createDatabase } from '#test/support/stack.ts'
import { createTenant } from '#test/support/tenant.ts'

const [old, fresh] = [randomBytes(32), randomBytes(32)]
const endpoints = 6000
/** `KILL_ROUNDS` kills more often. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 3)

describe('npm run rotate-master-key, killed at any moment', function () {
  this.timeout(600_000)

  it('leaves everything readable and writable, and finishes when it is run again', async () => {
    const url = await createDatabase()
    const reached: number[] = []
    const before = await opened(url, old)
    await fill(before)
    await before.close()
    for (let round = 0; round < rounds; round += 1) {
      await killedSoon(url)
      // As each process starts meanwhile: the ones with the new key first, and those that have it second.
      for (const keys of [
        [fresh, old],
        [old, fresh],
      ]) {
        const database = await opened(url, ...keys)
        assert.equal(await readable(database), endpoints + round * 2 + keys.indexOf(fresh))
        await write(database)
        if (keys[0] === fresh) reached.push(await left(database))
        await database.close()
      }
    }
    await assert.rejects(opened(url, fresh), /still sealed under a key/)
    assert.equal((await runCommand(command, environmentOf(url))).code, 0)
    const after = await opened(url, fresh)
    assert.equal(await readable(after), endpoints + rounds * 2)
    assert.equal(await left(after), 0)
    await after.close()
    assert.ok(
      reached.every((count) => count > 0),
      `killed before the end: ${reached.join(' ')}`,
    )
  })

  async function opened(url: string, ...keys: readonly Buffer[]): Promise<Database> {
    const database = await connectDatabase({ url, keyring: createKeyring(keys), poolSize: 4 })
    await requireMasterKey(database)
    return database
  }

  const command = { main: 'server/cli/rotate-master-key-main.ts' }
  const environmentOf = (databaseUrl: string) =>
    testEnvironment(
      { databaseUrl, temporalAddress: 'nobody:1', namespace: 'none' },
      { MASTER_KEY: `${fresh.toString('hex')},${old.toString('hex')}` },
    )

  /** Killed once a random part of what is left has been sealed anew. */
  async function killedSoon(url: string): Promise<void> {
    const database = await connectDatabase({ url, keyring: createKeyring([fresh, old]) })
    const until = Math.floor(((await left(database)) * randomInt(75, 100)) / 100)
    const rotation = await launchCommand(command, environmentOf(url))
    const isThere = async () => (await left(database)) <= until
    assert.ok(await waitUntil(isThere, 60_000, () => !rotation.isRunning()), rotation.output())
    await rotation.kill()
    await database.close()
  }

  /** Copies of one endpoint, each sealed for its own row. */
  async function fill(database: Database): Promise<void> {
    await write(database)
    const ids = Array.from({ length: endpoints - 1 }, () => randomUUID())
    const kept = sealedColumns.webhookSecret
    const sealed = ids.map((id) => database.keyring.seal(kept, id, `secret of ${id}`))
    await onPool(database.pool).rows(
      `insert into webhook_endpoint (id, service_env_id, url, all_events, events, secret_sealed, secret_last4)
       select n.id, e.service_env_id, e.url, e.all_events, e.events, n.sealed, e.secret_last4
         from webhook_endpoint e, unnest($1::uuid[], $2::bytea[]) as n(id, sealed)`,
      [ids, sealed],
    )
  }

  async function write(database: Database): Promise<void> {
    const { serviceEnvId } = await createTenant(database)
    const terms = { url: 'https://a.example/', label: null, events: ['*'], isEnabled: true }
    await createWebhookEndpoint(database, serviceEnvId, terms)
  }

  /** How many secrets open; a value that no key opens fails. */
  async function readable({ pool, keyring }: Database): Promise<number> {
    const rows = await onPool(pool).rows<{ id: string; sealed: Buffer }>(
      'select id, secret_sealed as sealed from webhook_endpoint',
    )
    for (const { id, sealed } of rows) keyring.open(sealedColumns.webhookSecret, id, sealed)
    return rows.length
  }

  async function left(database: Database): Promise<number> {
    const columns = await countUnsealed(database)
    return columns.reduce((sum, column) => sum + column.left, 0)
  }
})
