import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, isUuid, type MerchantId, type ServiceEnvId } from '#domain/ids.ts'
import type { PersonStatus } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { newestFirst, type Page } from '#db/pages.ts'
import { onPool } from '#db/sql.ts'
import { db, jsonArrayFrom, jsonObjectFrom, type Params, prepared } from '#db/statements.ts'

/** A merchant as staff see it. */
export interface MerchantRecord {
  readonly id: MerchantId
  readonly name: string
  readonly createdAt: Date
  readonly services: readonly {
    readonly id: string
    readonly name: string
    readonly publicName: string
    readonly currency: CurrencyCode
    readonly environments: readonly { readonly id: ServiceEnvId; readonly mode: Mode }[]
  }[]
  /** Null if it has no owner. */
  readonly owner: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly status: PersonStatus
    readonly hasOneTimeCodes: boolean
  } | null
}

/** The filter and position of a list of merchants. */
export interface MerchantPage extends Page {
  /** Part of the name of the merchant or a service, ignoring case. */
  readonly name?: string | undefined
}

/** Newest first. */
export function listMerchants(
  { pool }: Pick<Database, 'pool'>,
  { name, ...page }: MerchantPage,
): Promise<MerchantRecord[]> {
  let query = merchants
  if (name !== undefined) {
    const pattern = `%${name.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where((eb) => {
      const named = eb
        .selectFrom('service as s')
        .select('s.id')
        .whereRef('s.merchantId', '=', 'm.id')
        .where((s) => s.or([s('s.name', 'ilike', pattern), s('s.publicName', 'ilike', pattern)]))
      return eb.or([eb('m.name', 'ilike', pattern), eb.exists(named)])
    })
  }
  return onPool(pool).all(newestFirst(query, ['m.createdAt', 'm.id'], page))
}

/** One of them. Refusal: merchant_not_found. */
export async function findMerchant(
  { pool }: Pick<Database, 'pool'>,
  id: string,
): Promise<MerchantRecord> {
  const found = isUuid(id) ? await onPool(pool).first(byId({ id: asId(id) })) : undefined
  if (found === undefined) throw fail('merchant_not_found')
  return found
}

const merchants = db
  .selectFrom('merchant as m')
  .select(['m.id', 'm.name', 'm.createdAt'])
  .select((merchant) =>
    jsonArrayFrom(
      merchant
        .selectFrom('service as s')
        .select(['s.id', 's.name', 's.publicName', 's.currency'])
        .select((service) =>
          jsonArrayFrom(
            service
              .selectFrom('serviceEnv as e')
              .select(['e.id', 'e.mode'])
              .whereRef('e.serviceId', '=', 's.id')
              .orderBy('e.mode'),
          ).as('environments'),
        )
        .whereRef('s.merchantId', '=', 'm.id')
        .orderBy('s.createdAt')
        .orderBy('s.id'),
    ).as('services'),
  )
  .select((merchant) =>
    jsonObjectFrom(
      merchant
        .selectFrom('person as p')
        .select(['p.id', 'p.name', 'p.email', 'p.status'])
        .select((eb) =>
          eb('p.codeSecretSealed', 'is not', null).$castTo<boolean>().as('hasOneTimeCodes'),
        )
        .whereRef('p.merchantId', '=', 'm.id')
        .where('p.role', '=', 'owner')
        .where('p.status', '<>', 'disabled'),
    ).as('owner'),
  )

const byId = prepared((p: Params<{ id: MerchantId }>) => merchants.where('m.id', '=', p.id))
