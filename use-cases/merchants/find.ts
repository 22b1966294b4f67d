import type { CurrencyCode } from '#domain/money/currency.ts'
import { fail } from '#domain/errors/errors.ts'
import { isUuid, type MerchantId, type ServiceEnvId } from '#domain/ids.ts'
import type { PersonStatus } from '#domain/people/person.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'

/** A merchant as the service's own staff sees it. */
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
  /** Null where nobody owns it any more, or yet. */
  readonly owner: {
    readonly id: string
    readonly name: string
    readonly email: string
    readonly status: PersonStatus
    readonly hasOneTimeCodes: boolean
  } | null
}

/** What a list of merchants is narrowed to, and where it goes on. */
export interface MerchantPage {
  readonly limit: number
  /** A part of the name of the merchant or of a service, in any case. */
  readonly name?: string | undefined
  readonly after?: { readonly createdAt: Date; readonly id: string } | undefined
}

/** The latest first. */
export async function listMerchants(
  { pool }: Pick<Database, 'pool'>,
  { limit, name, after }: MerchantPage,
): Promise<MerchantRecord[]> {
  const pattern = name === undefined ? null : `%${name.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await onPool(pool).rows<MerchantRow>(statements.list, [
    pattern,
    after?.createdAt ?? null,
    after?.id ?? null,
    limit,
  ])
  return rows.map(toRecord)
}

/** One of them. Refusal: merchant_not_found. */
export async function findMerchant(
  { pool }: Pick<Database, 'pool'>,
  id: string,
): Promise<MerchantRecord> {
  const [row] = isUuid(id) ? await onPool(pool).rows<MerchantRow>(statements.find, [id]) : []
  if (row === undefined) throw fail('merchant_not_found')
  return toRecord(row)
}

const select = `select m.id, m.name, m.created_at,
    (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'publicName', s.public_name,
        'currency', s.currency, 'environments',
        (select json_agg(json_build_object('id', e.id, 'mode', e.mode) order by e.mode)
          from service_env e where e.service_id = s.id)) order by s.created_at, s.id), '[]')
      from service s where s.merchant_id = m.id) as services,
    (select json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'status', p.status,
        'hasOneTimeCodes', p.code_secret_sealed is not null)
      from person p where p.merchant_id = m.id and p.role = 'owner' and p.status <> 'disabled') as owner
  from merchant m`

const statements = {
  find: `${select} where m.id = $1`,
  list: `${select} where ($1::text is null or m.name ilike $1
      or exists (select from service s where s.merchant_id = m.id and (s.name ilike $1 or s.public_name ilike $1)))
    and ($2::timestamptz is null or (m.created_at, m.id) < ($2, $3::uuid))
    order by m.created_at desc, m.id desc limit $4`,
}

interface MerchantRow {
  readonly id: MerchantId
  readonly name: string
  readonly created_at: string
  readonly services: MerchantRecord['services']
  readonly owner: MerchantRecord['owner']
}

function toRecord({ id, name, created_at, services, owner }: MerchantRow): MerchantRecord {
  const whole = services.map((service) => ({
    ...service,
    environments: (service.environments as typeof service.environments | null) ?? [],
  }))
  return { id, name, createdAt: new Date(created_at), services: whole, owner }
}
