import type { CurrencyCode } from '#domain/money/currency.ts'
import type { FloatingRate } from '#domain/money/exchange.ts'
import type { FeeRule, Payer } from '#domain/pricing/fee-rule.ts'
import type { CollaboratorId, ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { OriginTerminal } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { terminalOf } from '#use-cases/terminals/origin.ts'
import { db, jsonArrayFrom, type InferResult, type Params, prepared, sql } from '#db/statements.ts'

/** The agreed terms of a service: currency, exchange terms, and the tariffs that may apply. */
export interface ServiceTerms {
  readonly mode: Mode
  /** False if staff has not opened this mode yet. */
  readonly isOpen: boolean
  readonly serviceName: string
  readonly servicePublicName: string
  readonly serviceId: string
  readonly serviceCurrency: CurrencyCode
  readonly exchangeFee: { readonly percent: string; readonly payer: Payer }
  readonly exchangeMargin: { readonly percent: string; readonly payer: Payer }
  readonly feeRules: readonly FeeRule[]
}

/** What a price is computed from, and the origin of the request. */
export interface Grounds {
  readonly terms: ServiceTerms
  readonly rates: readonly FloatingRate[]
  /** The caller's terminal and staff member, as transactions show them. */
  readonly origin: {
    readonly terminal: OriginTerminal | null
    readonly operator: { readonly id: CollaboratorId; readonly name: string } | null
  }
}

/** For whom; without terminal and staff member, for the service itself. */
export interface GroundsOf {
  readonly serviceEnvId: ServiceEnvId
  readonly terminalId: TerminalId | null
  readonly collaboratorId: CollaboratorId | null
}

/**
 * The terms of a service in one mode, the current rates, and the caller's terminal and staff member: one statement.
 */
export async function readGrounds(database: Database, seller: GroundsOf): Promise<Grounds> {
  const { serviceEnvId, terminalId, collaboratorId } = seller
  const row = await onPool(database.pool).only(rows({ serviceEnvId, terminalId, collaboratorId }))
  return groundsOf(row)
}

/** The terms only. */
export async function readTerms(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<ServiceTerms> {
  const seller = { serviceEnvId, terminalId: null, collaboratorId: null }
  return (await readGrounds(database, seller)).terms
}

/** The latest rate of each floating currency, unless it is too old to be offered. */
export function readRates(database: Database): Promise<FloatingRate[]> {
  return onPool(database.pool).all(offeredRates)
}

const latestRates = db
  .selectFrom('exchangeRate')
  .distinctOn('currency')
  .select(['currency', 'xofPerUnit', 'source', 'at'])
  .where('at', '<=', now)
  .orderBy('currency')
  .orderBy('at', 'desc')

/** Without those older than their currency allows (docs/money-and-ledger.md#age-of-rates). */
const offeredRates = db
  .selectFrom(latestRates.as('latest'))
  .select(['latest.currency', 'latest.xofPerUnit', 'latest.source', 'latest.at'])
  .where((eb) =>
    eb(
      'latest.at',
      '>',
      sql<Date>`now() - interval '1 hour' * ${eb
        .selectFrom('exchangeRateAge as age')
        .select('age.hours')
        .where((or) =>
          or.or([
            or('age.currency', '=', or.ref('latest.currency')),
            or('age.currency', '=', 'default'),
          ]),
        )
        .orderBy((or) => or('age.currency', '=', 'default'))
        .limit(1)}`,
    ),
  )

/** All of it in one row: a statement, or the basis of another one. */
export function groundsRows(p: Params<GroundsOf>) {
  return db
    .selectFrom('serviceEnv as e')
    .innerJoin('service as s', 's.id', 'e.serviceId')
    .leftJoin('terminal as t', (join) => join.on('t.id', '=', p.terminalId))
    .leftJoin('pointOfSale as place', 'place.id', 't.pointOfSaleId')
    .leftJoin('collaborator as c', (join) => join.on('c.id', '=', p.collaboratorId))
    .select(['e.mode', 'e.isOpen', 'e.feePayer', 'e.exchangeFeePercent', 'e.exchangeFeePayer'])
    .select(['e.exchangeMarginPercent', 'e.exchangeMarginPayer', 's.id as serviceId'])
    .select(['s.name as serviceName', 's.publicName as servicePublicName'])
    .select(['s.currency as serviceCurrency', 'place.id as placeId', 'place.name as placeName'])
    .select(['t.id as terminalId', 't.label as terminalLabel'])
    .select(['c.id as collaboratorId', 'c.name as collaboratorName'])
    .select(jsonArrayFrom(rulesFor(p)).as('feeRules'))
    .select(jsonArrayFrom(ratesAsJson).as('rates'))
    .where('e.id', '=', p.serviceEnvId)
}

const rows = prepared((p: Params<GroundsOf>) => groundsRows(p))

// Of two equally specific rules the latest applies, so a quote and the collection after it find the same one.
function rulesFor(p: Pick<Params<GroundsOf>, 'serviceEnvId'>) {
  return db
    .selectFrom('feeRule as r')
    .select(['r.kind', 'r.payer', 'r.level', 'r.type', 'r.provider', 'r.serviceEnvId'])
    .select(['r.channel', 'r.terminalId as terminal'])
    .select((eb) => sql<string>`${eb.ref('r.value')}::text`.as('value'))
    .where((eb) =>
      eb.or([eb('r.serviceEnvId', '=', p.serviceEnvId), eb('r.serviceEnvId', 'is', null)]),
    )
    .orderBy('r.createdAt', 'desc')
    .orderBy('r.id', 'desc')
}

// As text, because JSON has no exact numbers.
const ratesAsJson = db
  .selectFrom(offeredRates.as('offered'))
  .select(['offered.currency', 'offered.source', 'offered.at'])
  .select((eb) => sql<string>`${eb.ref('offered.xofPerUnit')}::text`.as('xofPerUnit'))

/** The row as a domain object. */
export function groundsOf(row: GroundsRow): Grounds {
  return {
    terms: termsOf(row),
    rates: row.rates.map((rate) => ({ ...rate, at: new Date(rate.at) })),
    origin: {
      terminal: terminalOf(row),
      operator: row.collaboratorId && {
        id: row.collaboratorId,
        name: row.collaboratorName ?? '',
      },
    },
  }
}

type GroundsRow = InferResult<ReturnType<typeof groundsRows>>[number]

function termsOf(row: GroundsRow): ServiceTerms {
  const { mode, isOpen, serviceId, serviceName, servicePublicName, serviceCurrency } = row
  const { feePayer } = row
  const service = { mode, isOpen, serviceId, serviceName, servicePublicName, serviceCurrency }
  return {
    ...service,
    exchangeFee: { percent: row.exchangeFeePercent, payer: row.exchangeFeePayer },
    exchangeMargin: { percent: row.exchangeMarginPercent, payer: row.exchangeMarginPayer },
    // For collections, the merchant's own choice of who pays takes precedence over the tariff.
    feeRules: row.feeRules.map((rule) =>
      rule.type === 'collection' && feePayer !== null ? { ...rule, payer: feePayer } : rule,
    ),
  }
}
