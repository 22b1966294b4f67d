import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '#db/connect.ts'
import { rateAgeHoursMax, setRateAge } from '#use-cases/rates/ages.ts'
import { onPool } from '#db/sql.ts'
import type { FeeLevel, Payer } from '#domain/pricing/fee-rule.ts'
import type { Channel, TransactionType } from '#domain/transactions/transaction.ts'
import type { Tenant } from './tenant.ts'

/** A tariff of one tenant; its level decides which other fields it needs. */
export interface Tariff {
  readonly level: Exclude<FeeLevel, 'platform'>
  readonly kind: 'percentage' | 'fixed'
  /** Decimal text: percent, or XOF. */
  readonly value: string
  readonly payer: Payer
  readonly type?: TransactionType
  readonly channel?: Channel
  readonly provider?: string
  readonly createdAt?: Date
}

/** Gives a tenant a tariff, from now on. */
export async function addTariff(
  database: Database,
  tenant: Pick<Tenant, 'serviceEnvId' | 'terminalId'>,
  tariff: Tariff,
): Promise<void> {
  await onPool(database.pool).rows(
    `insert into fee_rule
       (id, level, type, service_env_id, channel, terminal_id, provider, kind, value, payer, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      randomUUIDv7(),
      tariff.level,
      tariff.type ?? 'collection',
      tenant.serviceEnvId,
      tariff.channel ?? null,
      tariff.level === 'terminal' ? tenant.terminalId : null,
      tariff.provider ?? null,
      tariff.kind,
      tariff.value,
      tariff.payer,
      tariff.createdAt ?? new Date(),
    ],
  )
}

/** Ends every tariff of a tenant. */
export async function dropTariffs(
  database: Database,
  tenant: Pick<Tenant, 'serviceEnvId'>,
): Promise<void> {
  const sql = onPool(database.pool)
  await sql.rows('delete from fee_rule where service_env_id = $1', [tenant.serviceEnvId])
}

/** Adds a dated rate: XOF for one unit. It is offered whatever its age. */
export async function addRate(
  database: Database,
  currency: string,
  rate: { readonly xofPerUnit: string; readonly at?: Date },
): Promise<void> {
  await onPool(database.pool).rows(
    `insert into exchange_rate (id, currency, xof_per_unit, source, at)
     values ($1, $2, $3, 'table', $4)`,
    [randomUUIDv7(), currency, rate.xofPerUnit, rate.at ?? new Date('2025-01-15T06:00:00Z')],
  )
  await setRateAge(database, { currency, hours: rateAgeHoursMax })
}

/** A rate from long ago, once, as an installation brings it along: the next one is no first rate, which takes two people. */
export async function installRate(
  { pool }: Pick<Database, 'pool'>,
  currency: string,
  xofPerUnit: string,
): Promise<void> {
  await onPool(pool).rows(
    `insert into exchange_rate (id, currency, xof_per_unit, source, at)
     values ($1, $2, $3, 'installation', '2024-01-15T06:00:00Z') on conflict do nothing`,
    [randomUUIDv7(), currency, xofPerUnit],
  )
}

/** The exchange terms of a tenant's payments; percentages are decimal texts. */
export interface ExchangeTerms {
  readonly fee: { readonly percent: string; readonly payer: Payer }
  readonly margin: { readonly percent: string; readonly payer: Payer }
}

/** Gives a tenant exchange terms. */
export async function setExchangeTerms(
  database: Database,
  { serviceEnvId }: Pick<Tenant, 'serviceEnvId'>,
  { fee, margin }: ExchangeTerms,
): Promise<void> {
  await onPool(database.pool).rows(
    `update service_env set exchange_fee_percent = $2, exchange_fee_payer = $3,
       exchange_margin_percent = $4, exchange_margin_payer = $5 where id = $1`,
    [serviceEnvId, fee.percent, fee.payer, margin.percent, margin.payer],
  )
}
