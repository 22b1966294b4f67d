import type {
  Transfer,
  TransferActKind,
  TransferStanding,
  TransferState,
} from '#domain/transfers/transfer.ts'
import type { StaffMemberId, TransactionId, TransferActId } from '#domain/ids.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Database } from '#db/connect.ts'
import { onPool, type Sql } from '#db/sql.ts'
import { accountPurpose } from '#use-cases/authorized-accounts/find.ts'

/** The records, those of bank transfers with their transfer; one read for all, and none where there is no transfer. */
export async function withTransfers(
  database: Pick<Database, 'pool'>,
  records: readonly TransactionRecord[],
): Promise<TransactionRecord[]> {
  const isTransfer = ({ paymentMethod }: TransactionRecord): boolean =>
    paymentMethod.type === 'bank_transfer'
  const ids = records.filter(isTransfer).map(({ id }) => id)
  if (ids.length === 0) return [...records]
  const rows = await onPool(database.pool).rows<TransferRow>(
    `select transaction_id, state, bank, account_masked, bank_reference, transfer_on::text
     from bank_transfer where transaction_id = any($1::uuid[])`,
    [ids],
  )
  const transfers = new Map(rows.map((row) => [row.transaction_id, toTransfer(row)]))
  return records.map((record) => ({ ...record, transfer: transfers.get(record.id) ?? null }))
}

/** How a transfer stands; with `lock` nobody moves it until the transaction ends. */
export async function readStanding(
  sql: Sql,
  id: TransactionId,
  lock: 'lock' | 'look' = 'look',
): Promise<TransferStanding> {
  const row = await sql.one<StandingRow>(lock === 'lock' ? lockStanding : lookAtStanding, [id])
  return {
    state: row.state,
    needsApproval: row.needs_approval,
    takenBy: row.taken_by,
    approvedBy: row.approved_by,
  }
}

/** True when this act was done: its answer may have been lost on the way. */
export async function isActDone(
  { pool }: Pick<Database, 'pool'>,
  id: TransferActId,
): Promise<boolean> {
  const { done } = await onPool(pool).one<{ done: boolean }>(
    'select done_at is not null as done from transfer_act where id = $1',
    [id],
  )
  return done
}

/** What was done with a transfer, and when; who of the staff did it stays with the staff. */
export interface DoneAct {
  readonly kind: TransferActKind
  readonly at: Date
}

/** The acts that were done, the first one first. */
export async function listDoneActs(
  { pool }: Pick<Database, 'pool'>,
  id: TransactionId,
): Promise<DoneAct[]> {
  const rows = await onPool(pool).rows<{ kind: TransferActKind; done_at: string }>(
    `select kind, done_at from transfer_act where transaction_id = $1 and done_at is not null
     order by done_at, id limit 10`,
    [id],
  )
  return rows.map(({ kind, done_at: at }) => ({ kind, at: new Date(at) }))
}

/** Where staff sends the money: the whole account number, for nobody else. */
export async function readBeneficiary(
  { pool, keyring }: Database,
  id: TransactionId,
): Promise<{ readonly holderName: string; readonly accountNumber: string }> {
  const row = await onPool(pool).one<{ holder_name: string; account_sealed: Buffer }>(
    `select a.holder_name, a.account_sealed from bank_transfer b join authorized_account a on a.id = b.account_id
     where b.transaction_id = $1`,
    [id],
  )
  const accountNumber = keyring.open(accountPurpose, row.account_sealed).toString('utf8')
  return { holderName: row.holder_name, accountNumber }
}

const lookAtStanding =
  'select state, needs_approval, taken_by, approved_by from bank_transfer where transaction_id = $1'
const lockStanding = `${lookAtStanding} for update`

interface StandingRow {
  readonly state: TransferState
  readonly needs_approval: boolean
  readonly taken_by: StaffMemberId | null
  readonly approved_by: StaffMemberId | null
}

interface TransferRow {
  readonly transaction_id: TransactionId
  readonly state: TransferState
  readonly bank: BankCode
  readonly account_masked: string
  readonly bank_reference: string | null
  readonly transfer_on: string | null
}

function toTransfer(row: TransferRow): Transfer {
  return {
    state: row.state,
    bank: row.bank,
    accountMasked: row.account_masked,
    bankReference: row.bank_reference,
    transferOn: row.transfer_on,
  }
}
