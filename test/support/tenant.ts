import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { asId, type ServiceEnvId } from '#domain/ids.ts'
import type { Channel, KeyKind, Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { keyDigest } from '#use-cases/keys/admit.ts'
import { onPool } from '#db/sql.ts'

/** A merchant's service in one mode, for one test only, with a key of each kind. */
export interface Tenant {
  readonly serviceEnvId: ServiceEnvId
  readonly serviceId: string
  readonly mode: Mode
  readonly terminalId: string
  readonly collaboratorId: string
  readonly keys: Readonly<Record<KeyKind, string>>
}

export interface TenantOptions {
  readonly mode?: Mode
  /** The service's currency, which payers see. */
  readonly currency?: string
  /** Creates another mode of an existing service. */
  readonly serviceId?: string
}

const channels: Readonly<Record<KeyKind, Channel>> = {
  secret: 'api',
  public: 'widget',
  terminal: 'pos',
  session: 'shop',
}

/** Creates a tenant. */
export async function createTenant(
  database: Database,
  options: TenantOptions = {},
): Promise<Tenant> {
  const { mode = 'sandbox', currency = 'XOF' } = options
  const sql = onPool(database.pool)
  const serviceId = options.serviceId ?? (await createServiceOf(database, currency))
  const serviceEnvId = asId<ServiceEnvId>(randomUUIDv7())
  const placeId = randomUUIDv7()
  const terminalId = randomUUIDv7()
  const collaboratorId = randomUUIDv7()
  await sql.rows('insert into service_env (id, service_id, mode) values ($1, $2, $3)', [
    serviceEnvId,
    serviceId,
    mode,
  ])
  await sql.rows('insert into collaborator (id, service_id, name) values ($1, $2, $3)', [
    collaboratorId,
    serviceId,
    'Kossi Agbo',
  ])
  await sql.rows('insert into point_of_sale (id, service_env_id, name) values ($1, $2, $3)', [
    placeId,
    serviceEnvId,
    'Ganhi',
  ])
  await sql.rows(
    `insert into terminal (id, service_env_id, point_of_sale_id, type, label)
     values ($1, $2, $3, 'pos', 'Caisse 1')`,
    [terminalId, serviceEnvId, placeId],
  )
  const owner = { serviceEnvId, mode, terminalId, collaboratorId }
  const keys = {
    secret: await createKey(database, owner, 'secret'),
    public: await createKey(database, owner, 'public'),
    terminal: await createKey(database, owner, 'terminal'),
    session: await createKey(database, owner, 'session'),
  }
  return { serviceEnvId, serviceId, mode, terminalId, collaboratorId, keys }
}

type KeyOwner = Pick<Tenant, 'serviceEnvId' | 'mode' | 'terminalId' | 'collaboratorId'>

/** Creates one more key for a tenant; returns the key itself. */
export async function createKey(
  database: Database,
  owner: KeyOwner,
  kind: KeyKind,
): Promise<string> {
  const isDesk = kind === 'terminal' || kind === 'session'
  const live = owner.mode === 'live'
  const prefixes: Readonly<Record<KeyKind, string>> = {
    secret: live ? 'SKLIVE_' : 'SKSANDBOX_',
    public: live ? 'PKLIVE_' : 'PKSANDBOX_',
    terminal: live ? 'tk_live_' : 'tk_test_',
    session: 'ts_',
  }
  const key = prefixes[kind] + randomBytes(24).toString('hex')
  await onPool(database.pool).rows(
    `insert into api_key (id, service_env_id, kind, channel, digest, last4, terminal_id, collaborator_id, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      randomUUIDv7(),
      owner.serviceEnvId,
      kind,
      channels[kind],
      keyDigest(database, key),
      key.slice(-4),
      isDesk ? owner.terminalId : null,
      kind === 'session' ? owner.collaboratorId : null,
      kind === 'session' ? new Date(Date.now() + 3_600_000) : null,
    ],
  )
  return key
}

async function createServiceOf(database: Database, currency: string): Promise<string> {
  const sql = onPool(database.pool)
  const merchantId = randomUUIDv7()
  const serviceId = randomUUIDv7()
  await sql.rows('insert into merchant (id, name) values ($1, $2)', [merchantId, 'Maison Essai'])
  await sql.rows(
    `insert into service (id, merchant_id, name, public_name, currency) values ($1, $2, $3, $4, $5)`,
    [serviceId, merchantId, 'Boutique Essai', 'Boutique Essai', currency],
  )
  return serviceId
}

let numbers = Math.floor(Math.random() * 9000)

/**
 * A new MTN number of Benin; `ending` is its last four digits, which decide in sandbox
 * (docs/payments.md#sandbox-numbers).
 */
export function freshPhone(ending = '1234'): string {
  numbers += 1
  return `22901${96 + (Math.floor(numbers / 10_000) % 2)}${String(numbers % 100).padStart(2, '0')}${ending}`
}
