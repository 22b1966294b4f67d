import type { CurrencyCode } from '#domain/money/currency.ts'
import type { FloatingRate } from '#domain/money/exchange.ts'
import type { FeeRule, Payer } from '#domain/pricing/fee-rule.ts'
import type { CollaboratorId, ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { OriginTerminal } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { now } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type InferResult, type Params, prepared } from '#db/statements.ts'

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
  const books = onPool(database.pool)
  const { exchangeFeePercent, exchangeFeePayer, feePayer, ...env } = await books.only(
    agreed({ serviceEnvId }),
  )
  const { exchangeMarginPercent, exchangeMarginPayer, ...service } = env
  const rules = await books.all(rulesFor({ serviceEnvId }))
  return {
    ...service,
    exchangeFee: { percent: exchangeFeePercent, payer: exchangeFeePayer },
    exchangeMargin: { percent: exchangeMarginPercent, payer: exchangeMarginPayer },
    feeRules: rules.map((rule) => termsOf(rule, feePayer)),
  }
}

const agreed = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('serviceEnv as e')
    .innerJoin('service as s', 's.id', 'e.serviceId')
    .select(['e.mode', 'e.feePayer', 'e.exchangeFeePercent', 'e.exchangeFeePayer'])
    .select(['e.exchangeMarginPercent', 'e.exchangeMarginPayer', 's.id as serviceId'])
    .select(['s.name as serviceName', 's.publicName as servicePublicName'])
    .select('s.currency as serviceCurrency')
    .where('e.id', '=', p.serviceEnvId),
)

const rules = db
  .selectFrom('feeRule')
  .select(['kind', 'value', 'payer', 'level', 'type', 'provider', 'serviceEnvId', 'channel'])
  .select('terminalId as terminal')

// Of two rules that reach equally far the latest holds, and a quote finds the same one as the collection after it.
const rulesFor = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  rules
    .where((eb) => eb.or([eb('serviceEnvId', '=', p.serviceEnvId), eb('serviceEnvId', 'is', null)]))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc'),
)

/** The merchant's own choice goes before the tariff, for what is collected. */
function payerOf({ type, payer }: Pick<FeeRule, 'type' | 'payer'>, feePayer: Payer | null): Payer {
  return type === 'collection' && feePayer !== null ? feePayer : payer
}

/** A tariff as it holds for a service. */
function termsOf(rule: InferResult<typeof rules>[number], feePayer: Payer | null): FeeRule {
  return { ...rule, payer: payerOf(rule, feePayer) }
}

/** The latest rate of each floating currency. */
export function readRates(database: Database): Promise<FloatingRate[]> {
  return onPool(database.pool).all(latestRates({}))
}

const latestRates = prepared(() =>
  db
    .selectFrom('exchangeRate')
    .distinctOn('currency')
    .select(['currency', 'xofPerUnit', 'source', 'at'])
    .where('at', '<=', now)
    .orderBy('currency')
    .orderBy('at', 'desc'),
)

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
  const books = onPool(database.pool)
  const { terminalId, collaboratorId } = caller
  const terminal = terminalId && (await books.only(terminalOf({ id: terminalId })))
  const operator = collaboratorId && (await books.only(collaboratorOf({ id: collaboratorId })))
  return { terminal: terminal && originOf(terminal), operator }
}

const terminalOf = prepared((p: Params<{ id: TerminalId }>) =>
  db
    .selectFrom('terminal as t')
    .leftJoin('pointOfSale as place', 'place.id', 't.pointOfSaleId')
    .select(['t.id', 't.label', 'place.id as placeId', 'place.name as placeName'])
    .where('t.id', '=', p.id),
)

const collaboratorOf = prepared((p: Params<{ id: CollaboratorId }>) =>
  db.selectFrom('collaborator').select(['id', 'name']).where('id', '=', p.id),
)

/** A terminal as transactions show it. */
export function originOf(terminal: {
  readonly id: TerminalId
  readonly label: string
  readonly placeId: string | null
  readonly placeName: string | null
}): OriginTerminal {
  const { id, label, placeId, placeName } = terminal
  const pointOfSale = placeId === null ? null : { id: placeId, name: placeName ?? '' }
  return { id, label, pointOfSale }
}
