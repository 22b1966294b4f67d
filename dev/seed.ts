import { randomUUIDv7 } from 'node:crypto'
import type { KeyKind, Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { keyDigest } from '#use-cases/keys/admit.ts'
import { inTransaction, type Sql } from '#db/sql.ts'
import { payUrl } from '#http/payment-address.ts'
import { asId, type PaymentLinkId, type ServiceEnvId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { createPaymentLink, type NewPaymentLink } from '#use-cases/payment-links/create.ts'
import { type DemoPayouts, seedPayouts } from './seed-payouts.ts'
import { demoPeople, type DemoPeople, seedPeople } from './seed-people.ts'

/** The demo merchant, as in `DATA_DIR/demo.json`. */
export interface Demo extends DemoPeople, DemoPayouts {
  readonly service_env_uuid: Readonly<Record<Mode, string>>
  readonly keys: Readonly<Record<`${'secret' | 'public' | 'terminal'}_${Mode}`, string>>
  /** Their public URLs. */
  readonly payment_links: Readonly<Record<Mode, string>>
}

const modes = ['live', 'sandbox'] as const

/** Creates the demo merchant if it is missing. The same data folder gives the same ids and keys at every start. */
export async function seedDemo(database: Database, publicUrl: string): Promise<Demo> {
  const id = (name: string): string => uuidOf(database.keyring.mac('demo', `id ${name}`))
  const merchant = { merchantId: id('merchant'), serviceId: id('service') }
  const linkIds = { live: id('payment link live'), sandbox: id('payment link sandbox') }
  const demo: Omit<Demo, keyof DemoPayouts> = {
    service_env_uuid: { live: id('live'), sandbox: id('sandbox') },
    keys: demoKeys(database),
    payment_links: {
      live: payUrl(publicUrl, 'live', linkIds.live),
      sandbox: payUrl(publicUrl, 'sandbox', linkIds.sandbox),
    },
    ...demoPeople(database, publicUrl),
  }
  await inTransaction(database.pool, async (sql) => {
    await seedMerchant(sql, merchant)
    await seedRates(sql)
    for (const mode of modes) {
      const env = { id: demo.service_env_uuid[mode], mode, serviceId: merchant.serviceId }
      await seedEnv(sql, env)
      const terminalId = id(`terminal ${mode}`)
      await seedTerminal(sql, { envId: env.id, terminalId, placeId: id(`place ${mode}`) })
      for (const kind of ['secret', 'public', 'terminal'] as const) {
        const key = demo.keys[`${kind}_${mode}`]
        const digest = keyDigest(database, key)
        await seedKey(sql, {
          id: id(`${kind} ${mode}`),
          envId: env.id,
          kind,
          terminalId,
          key,
          digest,
        })
      }
    }
  })
  await seedPaymentLinks(database, demo.service_env_uuid, linkIds)
  await seedPeople(database, demo, { merchantId: merchant.merchantId, idOf: id })
  return { ...demo, ...(await seedPayouts(database, demo.service_env_uuid)) }
}

const keyForms = {
  secret: { live: 'SKLIVE_', sandbox: 'SKSANDBOX_' },
  public: { live: 'PKLIVE_', sandbox: 'PKSANDBOX_' },
  terminal: { live: 'tk_live_', sandbox: 'tk_test_' },
} as const

const keyChannels = { secret: 'api', public: 'widget', terminal: 'pos' } as const

function demoKeys(database: Database): Demo['keys'] {
  const key = (kind: keyof typeof keyForms, mode: Mode): string => {
    const random = database.keyring.mac('demo', `key ${kind} ${mode}`)
    return keyForms[kind][mode] + random.subarray(0, 24).toString('hex')
  }
  return {
    secret_live: key('secret', 'live'),
    secret_sandbox: key('secret', 'sandbox'),
    public_live: key('public', 'live'),
    public_sandbox: key('public', 'sandbox'),
    terminal_live: key('terminal', 'live'),
    terminal_sandbox: key('terminal', 'sandbox'),
  }
}

async function seedMerchant(
  sql: Sql,
  { merchantId, serviceId }: { merchantId: string; serviceId: string },
): Promise<void> {
  await sql.rows('insert into merchant (id, name) values ($1, $2) on conflict do nothing', [
    merchantId,
    'Maison Démo',
  ])
  await sql.rows(
    `insert into service (id, merchant_id, name, public_name, currency)
     values ($1, $2, $3, $4, 'XOF') on conflict do nothing`,
    [serviceId, merchantId, 'Boutique Démo', 'Boutique Démo'],
  )
}

async function seedEnv(
  sql: Sql,
  env: { readonly id: string; readonly mode: Mode; readonly serviceId: string },
): Promise<void> {
  await sql.rows(
    `insert into service_env (id, service_id, mode, exchange_margin_percent)
     values ($1, $2, $3, 2) on conflict do nothing`,
    [env.id, env.serviceId, env.mode],
  )
}

async function seedTerminal(
  sql: Sql,
  place: { readonly envId: string; readonly placeId: string; readonly terminalId: string },
): Promise<void> {
  await sql.rows(
    `insert into point_of_sale (id, service_env_id, name) values ($1, $2, 'Cotonou Ganhi')
     on conflict do nothing`,
    [place.placeId, place.envId],
  )
  await sql.rows(
    `insert into terminal (id, service_env_id, point_of_sale_id, type, label)
     values ($1, $2, $3, 'pos', 'Caisse 1') on conflict do nothing`,
    [place.terminalId, place.envId, place.placeId],
  )
}

async function seedKey(
  sql: Sql,
  key: {
    readonly id: string
    readonly envId: string
    readonly kind: Extract<KeyKind, keyof typeof keyForms>
    readonly terminalId: string
    readonly key: string
    readonly digest: Buffer
  },
): Promise<void> {
  await sql.rows(
    `insert into api_key (id, service_env_id, kind, channel, digest, last4, public_token, terminal_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
    [
      key.id,
      key.envId,
      key.kind,
      keyChannels[key.kind],
      key.digest,
      key.key.slice(-4),
      key.kind === 'public' ? key.key : null,
      key.kind === 'terminal' ? key.terminalId : null,
    ],
  )
}

/** Rates for trying conversions; a real installation imports its own. */
const demoRates: Readonly<Record<string, string>> = {
  USD: '565.25',
  GBP: '742.10',
  NGN: '0.372',
  GHS: '46.15',
}

async function seedRates(sql: Sql): Promise<void> {
  for (const [currency, xofPerUnit] of Object.entries(demoRates)) {
    await sql.rows(
      `insert into exchange_rate (id, currency, xof_per_unit, source, at)
       select $1, $2, $3, 'demo', now()
       where not exists (select from exchange_rate where currency = $2)`,
      [randomUUIDv7(), currency, xofPerUnit],
    )
  }
}

/** A version 8 (custom) UUID from these bytes. */
function uuidOf(bytes: Buffer): string {
  const hex = bytes.subarray(0, 16).toString('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ]
  return [...parts, hex.slice(20, 32)].join('-')
}

/** One link per mode that can be paid any number of times. Existing ones stay as they are. */
async function seedPaymentLinks(
  database: Database,
  envs: Readonly<Record<Mode, string>>,
  ids: Readonly<Record<Mode, string>>,
): Promise<void> {
  for (const mode of ['live', 'sandbox'] as const) {
    const id = asId<PaymentLinkId>(ids[mode])
    await createPaymentLink(database, asId<ServiceEnvId>(envs[mode]), { id, ...demoLink })
  }
}

const demoLink: NewPaymentLink = {
  title: 'Panier découverte',
  description: 'Un panier de produits du Bénin, livré à Cotonou.',
  price: money(2500n, 'XOF'),
  currency: 'XOF',
  minAmount: null,
  maxAmount: null,
  maxPayments: null,
  expiresAt: null,
  customFields: [
    { key: 'quartier', label: 'Quartier de livraison', type: 'text', required: false },
  ],
  redirectUrl: null,
  successMessage: 'Merci\u00A0! Votre panier est en route.',
  metadata: {},
}
