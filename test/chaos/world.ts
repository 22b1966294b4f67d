import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { onPool } from '#db/sql.ts'
import type { TemporalClient } from '#platform/temporal.ts'
import { call } from '#test/support/call.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createLink } from '#test/support/payment-links.ts'
import { authorizeBank, authorizePhone, giveBalance } from '#test/support/payouts.ts'
import { openDatabase } from '#test/support/service.ts'
import { clientAt } from '#test/support/temporal-connection.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { type Counter, openCounter } from './counter.ts'
import type { Journal } from './journal.ts'
import type { Parts } from './parts.ts'

/** A merchant's service in one mode, with what its payments need. */
export interface Merchant extends Tenant {
  readonly linkId: string
  /** Authorized numbers, by operator. */
  readonly phones: { readonly mtn: readonly string[]; readonly moov: readonly string[] }
}

/** Everything that load, faults and checks work on. */
export interface World {
  readonly parts: Parts
  readonly journal: Journal
  /** Straight at the books, past the gates. */
  readonly database: Database
  /** Writes into the books as a process of the service does whose Temporal is away. */
  readonly outbox: Outbox
  /** Straight at Temporal. */
  readonly temporal: TemporalClient
  readonly merchants: { readonly live: Merchant; readonly sandbox: Merchant }
  /** Who asks the API, and staff at the desk. */
  readonly counter: Counter
  /** Asks the books; again for a while where they cannot be reached. */
  readonly rows: <Row extends object>(text: string, ...values: readonly unknown[]) => Promise<Row[]>
  close(): Promise<void>
}

const opening = 50_000_000
/** Of a recipient: all is well, the callback lost, twice, too early; an operator away, or that times out and pays. */
const payoutEndings = ['1234', '0009', '0008', '0010', '0004', '0011', '0001', '0002', '0101']

/** Furnishes these parts: merchants with money, endpoints, staff. */
export async function openWorld(parts: Parts, journal: Journal): Promise<World> {
  const database = await openDatabase(parts.postgres.url)
  const temporal = clientAt(parts.temporal.address, 'default')
  const live = await createMerchant(database, 'live')
  const sandbox = await createMerchant(database, 'sandbox')
  await onPool(database.pool).rows(
    `update service_env set availability_delay = interval '5 seconds' where id = $1`,
    [live.serviceEnvId],
  )
  const counter = await openCounter({ addresses: parts.addresses, database, journal })
  const world: World = {
    parts,
    journal,
    database,
    temporal,
    counter,
    outbox: outboxOf(database),
    merchants: { live, sandbox },
    rows: (text, ...values) => patiently(() => onPool(database.pool).rows(text, values)),
    async close() {
      await temporal.close()
      await database.close()
    },
  }
  await createEndpoints(world)
  return world
}

async function createMerchant(database: Database, mode: 'live' | 'sandbox'): Promise<Merchant> {
  const tenant = await createTenant(database, { mode })
  await giveBalance(database, tenant, opening)
  const { id: linkId } = await createLink(database, tenant)
  await authorizeBank(database, tenant)
  const numbersOf = (prefix: string): Promise<string[]> =>
    Promise.all(
      payoutEndings.map((ending) => authorizePhone(database, tenant, `229019${prefix}${ending}`)),
    )
  // Each operator has its numbers; in sandbox one is enough, of the same operator.
  const phones = { mtn: await numbersOf('711'), moov: await numbersOf('511') }
  return { ...tenant, linkId, phones }
}

async function createEndpoints({ parts, merchants }: World): Promise<void> {
  const [baseUrl = ''] = parts.addresses
  for (const shop of parts.shops) {
    const { keys } = merchants[shop.mode]
    const body = { url: `https://${shop.gate.address}/hook`, events: ['*'] }
    const path = '/v2/webhook_endpoints'
    const answer = await call({ baseUrl }, { method: 'POST', path, key: keys.secret, body })
    assert.equal(answer.status, 201, answer.text)
    shop.mailbox.trust(answer.json.data.secret)
  }
}

const patienceMs = 90_000
const againMs = 300

/** Tries what cannot be reached again for a while: whoever looks at a system that is hurt must be patient. */
async function patiently<Value>(work: () => Promise<Value>): Promise<Value> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(againMs)
    }
  }
}
