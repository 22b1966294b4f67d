import type { CurrencyCode } from '#domain/money/currency.ts'
import type { Payer } from '#domain/pricing/fee-rule.ts'
import type { ServiceEnvId } from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared, sql } from '#db/statements.ts'
import type { LogoType } from '#domain/settings/logo.ts'

/** The seller's details on receipts; null if the merchant has not given them. */
export interface MerchantIdentity {
  readonly address: string | null
  /** International number, digits only. */
  readonly phone: string | null
  readonly email: string | null
  /** IFU, 13 digits. */
  readonly taxNumber: string | null
  /** RCCM, as the register writes it. */
  readonly tradeRegister: string | null
}

/** A service's settings in one mode: the merchant's choices, and the agreed terms. */
export interface ServiceSettings extends MerchantIdentity {
  readonly publicName: string
  readonly currency: CurrencyCode
  /** Null: as the tariff says. */
  readonly feePayer: Payer | null
  /** Whole seconds; null if funds are available at once. */
  readonly availabilityDelaySeconds: number | null
  /** Operators and banks whose payouts are suspended; an entry of null means all. */
  readonly suspendedPayouts: readonly (string | null)[]
}

/** The settings of a service in one mode, for payments from now on. */
export function readServiceSettings(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
): Promise<ServiceSettings> {
  return readSettingsIn(onPool(pool), serviceEnvId)
}

/** The same, in a transaction. */
export function readSettingsIn(books: Sql, serviceEnvId: ServiceEnvId): Promise<ServiceSettings> {
  return books.only(settingsOf({ serviceEnvId }))
}

const settingsOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  db
    .selectFrom('serviceEnv as e')
    .innerJoin('service as s', 's.id', 'e.serviceId')
    .select(['s.publicName', 's.currency', 'e.feePayer'])
    .select(['s.address', 's.phone', 's.email', 's.taxNumber', 's.tradeRegister'])
    .select((eb) => {
      const suspensions = eb
        .selectFrom('payoutSuspension as p')
        .select('p.provider')
        .where('p.liftedAt', 'is', null)
        .whereRef('p.mode', '=', 'e.mode')
        .where((or) =>
          or.or([or('p.serviceEnvId', 'is', null), or('p.serviceEnvId', '=', or.ref('e.id'))]),
        )
      return [
        sql<number | null>`extract(epoch from ${eb.ref('e.availabilityDelay')})::int`.as(
          'availabilityDelaySeconds',
        ),
        sql<(string | null)[]>`array${suspensions}`.as('suspendedPayouts'),
      ]
    })
    .where('e.id', '=', p.serviceEnvId),
)

/** The logo with this digest, of any service: logos are public, and their names cannot be guessed. */
export async function findLogo(
  { pool }: Pick<Database, 'pool'>,
  { digest, type }: { readonly digest: string; readonly type: LogoType },
): Promise<Uint8Array | undefined> {
  const row = await onPool(pool).first(contentOf({ digest, type }))
  return row?.content
}

const contentOf = prepared((p: Params<{ digest: string; type: LogoType }>) =>
  db
    .selectFrom('serviceLogo')
    .select('content')
    .where('digest', '=', p.digest)
    .where('type', '=', p.type)
    .limit(1),
)
