import type { InferEntity } from '@mikro-orm/core'
import type { CurrencyCode } from '#domain/currency.ts'
import type { FloatingRate } from '#domain/exchange.ts'
import type { FeeRule, Payer } from '#domain/fee-rule.ts'
import type { CollaboratorId, ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { Channel, Mode, TransactionType } from '#domain/transaction.ts'
import type { OriginTerminal } from '#domain/transaction-record.ts'
import type { Database } from '#db/connect.ts'
import {
  CollaboratorSchema,
  FeeRuleSchema,
  ServiceEnvSchema,
  TerminalSchema,
} from '#db/entities/merchant.ts'
import { onPool } from '#db/sql.ts'

/** What a service agreed to: its currency, its exchange terms, the tariffs that may hold for it. */
export interface ServiceTerms {
  readonly mode: Mode
  readonly serviceName: string
  readonly servicePublicName: string
  readonly serviceId: string
  readonly serviceCurrency: CurrencyCode
  readonly exchangeFee: { readonly percent: string; readonly payer: Payer }
  readonly exchangeMargin: { readonly percent: string; readonly payer: Payer }
  readonly feeRules: readonly FeeRule[]
}

/** The terms of a service in one mode. */
export async function readTerms(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<ServiceTerms> {
  const em = database.em()
  const env = await em.findOneOrFail(
    ServiceEnvSchema,
    { id: serviceEnvId },
    { populate: ['service'] },
  )
  // Of two rules that reach equally far the latest holds, and a quote finds the same one as the collection after it.
  const rules = await em.find(
    FeeRuleSchema,
    { $or: [{ serviceEnv: serviceEnvId }, { serviceEnv: null }] },
    { orderBy: { createdAt: 'desc', id: 'desc' } },
  )
  return {
    mode: env.mode,
    serviceId: env.service.id,
    serviceName: env.service.name,
    servicePublicName: env.service.publicName,
    serviceCurrency: env.service.currency as CurrencyCode,
    exchangeFee: { percent: env.exchangeFeePercent, payer: env.exchangeFeePayer },
    exchangeMargin: { percent: env.exchangeMarginPercent, payer: env.exchangeMarginPayer },
    feeRules: rules.map((rule) => termsOf(rule, env.feePayer ?? null)),
  }
}

/** The merchant's own choice goes before the tariff, for what is collected. */
function payerOf({ type, payer }: Pick<FeeRule, 'type' | 'payer'>, feePayer: Payer | null): Payer {
  return type === 'collection' && feePayer !== null ? feePayer : payer
}

/** A tariff as it holds for a service. */
function termsOf(rule: InferEntity<typeof FeeRuleSchema>, feePayer: Payer | null): FeeRule {
  return {
    kind: rule.kind,
    value: rule.value,
    payer: payerOf(rule, feePayer),
    level: rule.level,
    type: rule.type satisfies TransactionType,
    provider: rule.provider ?? null,
    serviceEnvId: rule.serviceEnv?.id ?? null,
    channel: (rule.channel ?? null) as Channel | null,
    terminal: rule.terminal?.id ?? null,
  }
}

/** The latest rate of each floating currency. */
export async function readRates(database: Database): Promise<FloatingRate[]> {
  const rows = await onPool(database.pool).rows<RateRow>(
    `select distinct on (currency) currency, xof_per_unit::text as xof_per_unit, source, at
     from exchange_rate where at <= now() order by currency, at desc`,
  )
  return rows.map((row) => ({
    currency: row.currency,
    xofPerUnit: row.xof_per_unit,
    source: row.source,
    at: new Date(row.at),
  }))
}

interface RateRow {
  readonly currency: CurrencyCode
  readonly xof_per_unit: string
  readonly source: string
  readonly at: string
}

/** The terminal and the staff member that a key names, as transactions show them. */
export async function readOrigin(
  database: Database,
  caller: {
    readonly terminalId: TerminalId | null
    readonly collaboratorId: CollaboratorId | null
  },
): Promise<{
  readonly terminal: OriginTerminal | null
  readonly operator: { readonly id: CollaboratorId; readonly name: string } | null
}> {
  const em = database.em()
  const terminal = caller.terminalId
    ? await em.findOneOrFail(
        TerminalSchema,
        { id: caller.terminalId },
        { populate: ['pointOfSale'] },
      )
    : null
  const operator = caller.collaboratorId
    ? await em.findOneOrFail(CollaboratorSchema, { id: caller.collaboratorId })
    : null
  const place = terminal?.pointOfSale
  return {
    terminal: terminal && {
      id: terminal.id,
      label: terminal.label,
      pointOfSale: place ? { id: place.id, name: place.name } : null,
    },
    operator: operator && { id: operator.id, name: operator.name },
  }
}
