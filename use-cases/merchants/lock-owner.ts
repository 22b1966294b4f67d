import { fail } from '#domain/errors/errors.ts'
import type { MerchantId } from '#domain/ids.ts'
import type { PortalUser } from '#domain/people/person.ts'
import { personColumns, personIn, type PersonRow } from '#use-cases/people/columns.ts'
import type { Sql } from '#db/sql.ts'

/** The owner of a merchant, who stays so until the transaction ends; null where there is none. Refusal: merchant_not_found. */
export async function lockOwner(sql: Sql, merchantId: MerchantId): Promise<PortalUser | null> {
  const merchants = await sql.rows('select id from merchant where id = $1 for no key update', [
    merchantId,
  ])
  if (merchants.length === 0) throw fail('merchant_not_found')
  const [row] = await sql.rows<PersonRow>(
    `select ${personColumns} from person p
     where p.merchant_id = $1 and p.role = 'owner' and p.status <> 'disabled' for no key update`,
    [merchantId],
  )
  return row === undefined ? null : personIn('portal', row)
}
