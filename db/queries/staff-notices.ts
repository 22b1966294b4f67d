import type { TransactionId } from '#domain/ids.ts'
import type { StaffNotice } from '#db/commands/tell-staff.ts'
import type { Database } from '#db/connect.ts'
import { type Owner, ownerColumns, ownerJoins, ownerOf, type OwnerRow } from '#db/owner-rows.ts'
import { onPool } from '#db/sql.ts'

/** Something that the staff was told of and that is not over yet. */
export interface OpenNotice extends Owner {
  readonly transactionId: TransactionId
  readonly reference: string
  readonly kind: StaffNotice['kind']
  /** How often it was told of. */
  readonly times: number
  /** When it was told of last. */
  readonly at: Date
}

/** The latest first, a line for each transaction; fifty at most. */
export async function listOpenNotices({ pool }: Pick<Database, 'pool'>): Promise<OpenNotice[]> {
  const rows = await onPool(pool).rows<NoticeRow>(
    `select t.id, t.reference, n.kind, n.times, n.at, ${ownerColumns}
     from (select transaction_id, kind, count(*)::int as times, max(created_at) as at
       from staff_notice group by transaction_id, kind) n
     join transaction t on t.id = n.transaction_id ${ownerJoins}
     where t.status = 'pending' order by n.at desc, t.id limit 50`,
  )
  return rows.map((row) => ({
    ...ownerOf(row),
    transactionId: row.id,
    reference: row.reference,
    kind: row.kind,
    times: row.times,
    at: new Date(row.at),
  }))
}

interface NoticeRow extends OwnerRow {
  readonly id: TransactionId
  readonly reference: string
  readonly kind: StaffNotice['kind']
  readonly times: number
  readonly at: string
}
