import type { CaseKind } from '#domain/desk/case.ts'
import { type ErrorCode, orFail } from '#domain/errors/errors.ts'
import {
  asId,
  type AuthorizedAccountId,
  type DifferenceId,
  isUuid,
  type MerchantId,
  type RefundId,
  type ServiceEnvId,
  type TransactionId,
} from '#domain/ids.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared, sql, type Statement } from '#db/statements.ts'

/** A case that can be annotated or assigned. */
export interface CaseRef<Kind extends CaseKind = CaseKind> {
  readonly kind: Kind
  readonly id: string
}

/**
 * The service and mode that a case concerns; null for a merchant, and for a difference that belongs to nobody.
 * Refusals: those of its kind.
 */
export async function whoseCase(
  { pool }: Pick<Database, 'pool'>,
  { kind, id }: CaseRef,
): Promise<ServiceEnvId | null> {
  const { notFound, find } = kinds[kind]
  const found = isUuid(id) ? await onPool(pool).first(find(id)) : undefined
  return orFail(found, notFound).serviceEnvId
}

interface Whose {
  readonly serviceEnvId: ServiceEnvId | null
}

type Kinds = Readonly<
  Record<CaseKind, { notFound: ErrorCode; find: (id: string) => Statement<Whose> }>
>

const transaction = prepared((p: Params<{ id: TransactionId }>) =>
  db.selectFrom('transaction').select('serviceEnvId').where('id', '=', p.id),
)
const refund = prepared((p: Params<{ id: RefundId }>) =>
  db.selectFrom('refund').select('serviceEnvId').where('id', '=', p.id),
)
const account = prepared((p: Params<{ id: AuthorizedAccountId }>) =>
  db.selectFrom('authorizedAccount').select('serviceEnvId').where('id', '=', p.id),
)
const difference = prepared((p: Params<{ id: DifferenceId }>) =>
  db
    .selectFrom('reconciliationDifference as d')
    .leftJoin('transaction as t', 't.id', 'd.transactionId')
    .select('t.serviceEnvId')
    .where('d.id', '=', p.id),
)
const merchant = prepared((p: Params<{ id: MerchantId }>) =>
  db
    .selectFrom('merchant')
    .select(sql<ServiceEnvId | null>`null`.as('serviceEnvId'))
    .where('id', '=', p.id),
)

const kinds: Kinds = {
  transaction: {
    notFound: 'transaction_not_found',
    find: (id) => transaction({ id: asId<TransactionId>(id) }),
  },
  refund: { notFound: 'refund_not_found', find: (id) => refund({ id: asId<RefundId>(id) }) },
  authorized_account: {
    notFound: 'authorized_account_not_found',
    find: (id) => account({ id: asId<AuthorizedAccountId>(id) }),
  },
  difference: {
    notFound: 'difference_not_found',
    find: (id) => difference({ id: asId<DifferenceId>(id) }),
  },
  merchant: {
    notFound: 'merchant_not_found',
    find: (id) => merchant({ id: asId<MerchantId>(id) }),
  },
}
