import type { TransferActKind, TransferStanding } from '#domain/transfers/transfer.ts'
import type { TransactionId, TransferActId } from '#domain/ids.ts'
import { withPlainSpaces } from '#domain/text/reference.ts'
import type { Database } from '#db/connect.ts'
import { bareReference } from '#db/functions.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { db, type Expression, type Params, prepared, sql } from '#db/statements.ts'

/** The state of a transfer. */
export function readStanding(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<TransferStanding> {
  return onPool(pool).only(standingOf({ id }))
}

/** The same, locked so that nobody moves it until the transaction ends. */
export function lockStanding(tx: Sql, id: TransactionId): Promise<TransferStanding> {
  return tx.only(lockedStandingOf({ id }))
}

/** True if this action was carried out: its answer may have been lost on the way. */
export async function isActDone(
  { pool }: Pick<Database, 'pool'>,
  id: TransferActId,
): Promise<boolean> {
  return (await onPool(pool).only(actDone({ id }))).doneAt !== null
}

/** An action carried out on a transfer, and when; which member of staff did it is only shown to staff. */
export interface DoneAct {
  readonly kind: TransferActKind
  readonly at: Date
}

/** The actions carried out, oldest first; a rejection only once it ended the transfer. */
export function listDoneActs(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<DoneAct[]> {
  return onPool(pool).all(doneActs({ id }))
}

/** The beneficiary for staff, with the full account number; for nobody else. */
export async function readBeneficiary(
  { pool, keyring }: Database,
  id: TransactionId,
): Promise<{ readonly holderName: string; readonly accountNumber: string }> {
  const { accountId, holderName, accountSealed } = await onPool(pool).only(beneficiary({ id }))
  const number = keyring.open(sealedColumns.bankAccount, accountId, accountSealed)
  return { holderName, accountNumber: number.toString('utf8') }
}

/**
 * The latest other transfers that the bank made under this reference, ignoring case and spaces. This is rare but no error:
 * one order to a bank may pay several beneficiaries.
 */
export async function listSameReference(
  tx: Sql,
  id: TransactionId,
  bankReference: string,
): Promise<TransactionId[]> {
  const typed = withPlainSpaces(bankReference)
  const rows = await tx.all(sameReference({ id, bankReference: typed }))
  return rows.map(({ transactionId }) => transactionId)
}

const sameMax = 10
const actsMax = 10

const standing = db
  .selectFrom('bankTransfer')
  .select(['state', 'needsApproval', 'takenBy', 'approvedBy'])
  .select((eb) =>
    eb
      .exists(
        eb
          .selectFrom('installation as i')
          .select('i.restoredAt')
          .whereRef('i.restoredAt', '>=', 'bankTransfer.movedAt'),
      )
      .$castTo<boolean>()
      .as('mayBeMade'),
  )
  .select((eb) =>
    firstRejection(eb.ref('bankTransfer.transactionId')).select('w.staffId').as('rejectedBy'),
  )

/** The first rejection of a transfer; a large one takes a second. */
export function firstRejection(transactionId: Expression<TransactionId>) {
  return db
    .selectFrom('transferAct as w')
    .where('w.transactionId', '=', transactionId)
    .where('w.kind', '=', 'reject')
    .where('w.doneAt', 'is not', null)
    .orderBy('w.doneAt')
    .orderBy('w.id')
    .limit(1)
}

const standingOf = prepared((p: Params<{ id: TransactionId }>) =>
  standing.where('transactionId', '=', p.id),
)

const lockedStandingOf = prepared((p: Params<{ id: TransactionId }>) =>
  standing.where('transactionId', '=', p.id).forUpdate(),
)

const sameReference = prepared((p: Params<{ id: TransactionId; bankReference: string }>) =>
  db
    .selectFrom('bankTransfer')
    .select('transactionId')
    .where((eb) =>
      eb(bareReference(eb.ref('bankReference')), '=', bareReference(sql`${p.bankReference}::text`)),
    )
    .where('bankReference', 'is not', null)
    .where('transactionId', '<>', p.id)
    .orderBy('movedAt', 'desc')
    .limit(sameMax),
)

const actDone = prepared((p: Params<{ id: TransferActId }>) =>
  db.selectFrom('transferAct').select('doneAt').where('id', '=', p.id),
)

const doneActs = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('transferAct as a')
    .innerJoin('bankTransfer as b', 'b.transactionId', 'a.transactionId')
    .select('a.kind')
    .select((eb) => eb.ref('a.doneAt').$notNull().as('at'))
    .where('a.transactionId', '=', p.id)
    .where('a.doneAt', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('a.kind', '<>', 'reject'),
        eb.and([eb('b.state', '=', 'rejected'), eb('a.doneAt', '=', eb.ref('b.movedAt'))]),
      ]),
    )
    .orderBy('a.doneAt')
    .orderBy('a.id')
    .limit(actsMax),
)

const beneficiary = prepared((p: Params<{ id: TransactionId }>) =>
  db
    .selectFrom('bankTransfer as b')
    .innerJoin('authorizedAccount as a', 'a.id', 'b.accountId')
    .select(['a.id as accountId', 'a.holderName'])
    .select((eb) => eb.ref('a.accountSealed').$notNull().as('accountSealed'))
    .where('b.transactionId', '=', p.id),
)
