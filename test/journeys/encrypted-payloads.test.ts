import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Client } from '@temporalio/client'
import { NativeConnection } from '@temporalio/worker'
import type { Database } from '#db/connect.ts'
import { type RunningService, startService } from '#dev/service.ts'
import { readEnv } from '#platform/env.ts'
import { EnvError } from '#platform/env-error.ts'
import { createLog } from '#platform/log.ts'
import { clientOn, dataConverterOf } from '#platform/temporal.ts'
import { type Mailbox, openMailbox } from '#test/faults/mailbox.ts'
import { call, collectionCall, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { installRuntimeOnce, openDatabase, testEnvironment } from '#test/support/service.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/stack-temporal.ts'
import { createDatabase } from '#test/support/stack.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { replayOpenRuns } from '#worker/open-runs.ts'
import { workflowId } from '#workflows/contract.ts'
import { searchReferenceOf } from '#platform/search-reference.ts'

const hex = () => randomBytes(32).toString('hex')
const [first, second] = [`first:${hex()}`, `second:${hex()}`]
const reference = () => `order-${randomBytes(8).toString('hex')}`

describe('with TEMPORAL_CODEC_KEYS', function () {
  this.timeout(240_000)
  const log = createLog({ level: 'error', name: 'test' })
  let temporal: OwnTemporal
  let database: Database
  let mailbox: Mailbox
  let databaseUrl: string
  let service: RunningService | undefined
  /** For looking at runs, with all keys. */
  let client: Client
  let connection: NativeConnection

  before(async () => {
    ;[temporal, databaseUrl, mailbox] = await Promise.all([
      startOwnTemporal(),
      createDatabase(),
      openMailbox(),
    ])
    database = await openDatabase(databaseUrl)
  })
  const tenant = given(() => createTenant(database))
  before(async () => {
    installRuntimeOnce(log)
    connection = await NativeConnection.connect({ address: temporal.address })
    client = clientOn(connection, envWith(`${second},${first}`))
  })
  after(async () => {
    await service?.stop()
    await connection?.close()
    await database?.close()
    await mailbox?.close()
    await temporal?.stop()
  })

  it('all that Temporal keeps of a payment and its delivery is encrypted, and its reference is not readable', async () => {
    const api = await restart('')
    await createEndpoint(api)
    const plain = reference()
    const old = await pay(api, { reference: plain, phone: freshPhone('0003') })
    await eventually(() => Promise.resolve(temporal.storeHolds(plain)))

    const encrypting = await restart(first)
    const canary = reference()
    const id = await pay(encrypting, { reference: canary })
    const [letter] = await mailbox.until(id, 1)
    const runs = [
      workflowId('collection', id),
      workflowId('webhook-delivery', letter?.deliveryId ?? ''),
    ]
    for (const run of runs) {
      await client.workflow.getHandle(run).result()
      const payloads = payloadsOf(await client.workflow.getHandle(run).fetchHistory())
      assert.ok(payloads.length >= 4, `${run} has ${payloads.length} payloads`)
      for (const each of payloads) assert.deepEqual(each, 'binary/encrypted first', run)
    }
    // Found by its digest, the delivery with its payment.
    const value = searchReferenceOf(envWith(first), database.keyring)?.(canary)
    await eventually(async () => {
      const found: string[] = []
      for await (const { workflowId: each } of client.workflow.list({
        query: `Reference = '${value}'`,
      }))
        found.push(each)
      return found.toSorted().join() === runs.toSorted().join()
    })
    // What was begun before goes on.
    await eventually(() => isFinal(old), 60_000)
    await temporal.restart()
    assert.ok(temporal.storeHolds(plain), 'the store can be searched')
    assert.ok(!temporal.storeHolds(canary))
  })

  it('a new key encrypts from its turn on, and what an old one has encrypted goes on', async () => {
    const api = await restart(first)
    const old = await pay(api, { phone: freshPhone('0003') })
    await eventually(() => isBegun(old))
    const rotated = await restart(`${second},${first}`)
    const fresh = await pay(rotated, {})
    await eventually(async () => (await isFinal(old)) && isFinal(fresh), 60_000)
    const keysOf = async (id: string) =>
      new Set(
        payloadsOf(await client.workflow.getHandle(workflowId('collection', id)).fetchHistory()),
      )
    assert.deepEqual(await keysOf(fresh), new Set(['binary/encrypted second']))
    assert.deepEqual(
      await keysOf(old),
      new Set(['binary/encrypted first', 'binary/encrypted second']),
    )
  })

  it('its runs can be replayed before a deploy, by who has the keys', async () => {
    const keys = `${second},${first}`
    const id = await pay(await restart(keys), {})
    await eventually(() => isFinal(id), 60_000)
    const all = envWith(keys).temporalCodecKeys
    const replayedWith = async (temporalCodecKeys: typeof all) =>
      replayOpenRuns(
        { call: (work) => work(client), dataConverter: dataConverterOf({ temporalCodecKeys }) },
        await workflowBundle({ isVersioned: false }),
        `WorkflowId = '${workflowId('collection', id)}'`,
      )
    const run = workflowId('collection', id)
    await eventually(async () => (await replayedWith(all)).fitting.includes(run))
    assert.deepEqual((await replayedWith([])).misfits, [run])
  })

  it('does not start with another key under a known name, or without the one that encrypts', async () => {
    await service?.stop()
    service = undefined
    const refused = async (keys: string, line: string) =>
      assert.rejects(start(keys), (error) => error instanceof EnvError && error.message === line)
    await refused(
      `${second},first:${hex()}`,
      'TEMPORAL_CODEC_KEYS holds another key under the name "first" than the one that is in use.',
    )
    const lacking =
      'TEMPORAL_CODEC_KEYS must hold the key "second", which encrypts what Temporal keeps.'
    await refused(first, lacking)
    await refused('', lacking)
    service = await start(`${second}`)
  })

  function envWith(keys: string) {
    const places = { databaseUrl, temporalAddress: temporal.address, namespace: 'default' }
    const variables = testEnvironment(places, {
      TEMPORAL_CODEC_KEYS: keys,
      COLLECTION_EXPIRY: '20s',
      WEBHOOK_PRIVATE_HOSTS: mailbox.host,
      PORT: '1',
    })
    return { ...readEnv(variables), port: 0 }
  }

  async function start(keys: string): Promise<RunningService> {
    return startService(envWith(keys), log)
  }

  async function restart(keys: string): Promise<{ readonly baseUrl: string }> {
    await service?.stop()
    service = undefined
    service = await start(keys)
    return { baseUrl: `http://127.0.0.1:${service.port}` }
  }

  async function createEndpoint(api: { readonly baseUrl: string }): Promise<void> {
    const body = { url: `https://${mailbox.host}/hook`, events: ['payment.success'] }
    const key = tenant.keys.secret
    const answer = await call(api, { method: 'POST', path: '/v2/webhook_endpoints', key, body })
    assert.equal(answer.status, 201, answer.text)
    mailbox.trust(answer.json.data.secret)
  }

  async function pay(api: { readonly baseUrl: string }, changes: object): Promise<string> {
    const answer = await call(api, collectionCall(tenant.keys.secret, { ...changes }))
    assert.equal(answer.status, 202, answer.text)
    return answer.json.data.id
  }

  async function isFinal(id: string): Promise<boolean> {
    const { rows } = await database.pool.query<{ status: string }>(
      'select status from transaction where id = $1',
      [id],
    )
    return rows[0]?.status !== 'pending'
  }

  async function isBegun(id: string): Promise<boolean> {
    const { rows } = await database.pool.query<{ sent: boolean }>(
      `select operator_state <> 'unsent' as sent from transaction where id = $1`,
      [id],
    )
    return rows[0]?.sent === true
  }
})

/** Encoding and key of each payload, but for search attributes, which no codec covers, and the SDK's own notes of markers. */
function payloadsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  const fields = value as Readonly<Record<string, unknown>>
  const said = fields['metadata'] as Readonly<Record<string, Uint8Array>> | null | undefined
  if (said?.['encoding'] !== undefined) {
    const { encoding, 'encryption-key-id': key = '' } = said
    return [[encoding, key].map((each) => Buffer.from(each).toString()).join(' ')]
  }
  return Object.entries(fields)
    .filter(([name]) => name !== 'searchAttributes' && !(isOfCore(fields) && name === 'details'))
    .flatMap(([, part]) => payloadsOf(part))
    .concat(isOfCore(fields) ? payloadsOf({ ...(fields['details'] as object), data: null }) : [])
}

function isOfCore({ markerName }: Readonly<Record<string, unknown>>): boolean {
  return typeof markerName === 'string' && markerName.startsWith('core_')
}
