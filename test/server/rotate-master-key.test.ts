import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { connectDatabase } from '#db/connect.ts'
import { requireMasterKey } from '#db/master-key.ts'
import { createKeyring } from '#platform/keyring.ts'
import { runCommand } from '#test/support/processes.ts'
import { testEnvironment } from '#test/support/service.ts'
import { createDatabase } from '#test/support/stack.ts'
import { createTenant } from '#test/support/tenant.ts'

const [old, fresh] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]

describe('npm run rotate-master-key', function () {
  this.timeout(90_000)
  let databaseUrl: string
  beforeEach(async () => {
    databaseUrl = await createDatabase()
    const keyring = createKeyring([Buffer.from(old, 'hex')])
    const database = await connectDatabase({ url: databaseUrl, keyring })
    await requireMasterKey(database)
    const { serviceEnvId } = await createTenant(database)
    const terms = { url: 'https://shop.example/hook', label: null, events: ['*'], isEnabled: true }
    await createWebhookEndpoint(database, serviceEnvId, terms)
    await database.close()
  })

  it('tells what is left, seals it anew, and says when the old key may go', async () => {
    const asked = await rotate(`${fresh},${old}`, '--status')
    assert.equal(asked.code, 1)
    assert.match(asked.output, /^webhook_endpoint\.secret_sealed: 1 left$/m)
    const done = await rotate(`${fresh},${old}`)
    assert.match(done.output, /^webhook_endpoint\.secret_sealed: 1 resealed, 0 to go$/m)
    assert.match(done.output, /^Everything is sealed under the first key\. /m)
    assert.equal(done.code, 0)
    assert.equal((await rotate(fresh, '--status')).code, 0)
  })

  it('does not begin without a key that opens the books', async () => {
    const { code, output } = await rotate('ef'.repeat(32))
    assert.equal(code, 1)
    assert.match(output, /^MASTER_KEY holds no key that opens what is in this database\.$/m)
  })

  function rotate(masterKey: string, ...words: readonly string[]) {
    const places = { databaseUrl, temporalAddress: 'nobody:1', namespace: 'none' }
    const environment = testEnvironment(places, { MASTER_KEY: masterKey })
    return runCommand({ main: 'server/cli/rotate-master-key-main.ts', words }, environment)
  }
})
