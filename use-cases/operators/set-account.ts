import type { ServiceEnvId } from '#domain/ids.ts'
import { capabilitiesOf, type OperatorAccount } from '#platform/operator-accounts.ts'
import type { Database } from '#db/connect.ts'
import { logCommand } from '#use-cases/audit/log-command.ts'
import { mayBeKnown } from '#use-cases/transactions/may-be-known.ts'
import { accountRow } from './find-account.ts'
import { now, operatorAccountTurn, takeTurn } from '#db/functions.ts'
import { sealedColumns } from '#db/sealed-columns.ts'
import { ConstraintViolation, inTransaction, type Sql } from '#db/sql.ts'
import { column, db, type Params, prepared, sql } from '#db/statements.ts'

/** Orders in progress were placed with another account at this operator, and only that account can report on them. */
export class OperatorAccountInUse extends Error {
  override readonly name = 'OperatorAccountInUse'
}

/** The service's money lies at the old account, but what is owed would leave from the new one. */
export class OperatorAccountHoldsMoney extends Error {
  override readonly name = 'OperatorAccountHoldsMoney'
}

export interface AccountChange {
  readonly serviceEnvId: ServiceEnvId
  /** True if somebody confirms that the service's money is now where payouts and refunds leave from. */
  readonly isMoneyMoved?: boolean
}

/** There is nothing to set or remove: an id or a name was mistyped. */
export class NoOperatorAccount extends Error {
  override readonly name = 'NoOperatorAccount'
}

/**
 * Gives a service in live mode its own account at an operator, or renews its credentials. A different account must
 * wait until no order is open or watched, because the new one does not know them, and until the service's money is
 * there. Refusals: OperatorAccountInUse; OperatorAccountHoldsMoney; NoOperatorAccount for anything but an environment in
 * live mode.
 */
export async function setOperatorAccount(
  database: Database,
  change: AccountChange,
  account: OperatorAccount,
): Promise<void> {
  const { serviceEnvId } = change
  const identity = database.keyring.mac('operator-account', identityOf(account))
  const row = accountRow(serviceEnvId, account.provider)
  const sealed = database.keyring.seal(sealedColumns.operatorAccount, row, JSON.stringify(account))
  await inTransaction(database.pool, async (tx) => {
    const before = await lockAccount(tx, { serviceEnvId, provider: account.provider })
    if (before === undefined || !identity.equals(before.identity)) {
      await refuseToLeave(tx, change, account.provider)
    }
    const capabilities = [...capabilitiesOf(account)]
    const { provider } = account
    const row = { serviceEnvId, provider, capabilities, identity, settingsSealed: sealed }
    await tx.run(
      db
        .insertInto('operatorAccount')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['serviceEnvId', 'provider'])
            .doUpdateSet({ capabilities, identity, settingsSealed: sealed, updatedAt: now }),
        ),
    )
    await logged(tx, 'operator_account.set', { serviceEnvId, provider })
  }).catch((error: unknown) => {
    if (!(error instanceof ConstraintViolation) || error.constraint !== onlyLive) throw error
    throw new NoOperatorAccount(`${serviceEnvId} is not the environment of a service in live mode.`)
  })
}

const onlyLive = 'operator_account_is_live'

/**
 * Removes a service's own account; the platform's, if any, serves it from then on. Refusals: OperatorAccountInUse;
 * OperatorAccountHoldsMoney; NoOperatorAccount if it has none.
 */
export async function removeOperatorAccount(
  database: Database,
  change: AccountChange,
  provider: string,
): Promise<void> {
  const { serviceEnvId } = change
  await inTransaction(database.pool, async (tx) => {
    if ((await lockAccount(tx, { serviceEnvId, provider })) === undefined)
      throw new NoOperatorAccount(`${serviceEnvId} has no account of its own at ${provider}.`)
    await refuseToLeave(tx, change, provider)
    await tx.run(remove({ serviceEnvId, provider }))
    await logged(tx, 'operator_account.remove', { serviceEnvId, provider })
  })
}

type OfAccount = { readonly serviceEnvId: ServiceEnvId; readonly provider: string }

function logged(tx: Sql, act: string, { serviceEnvId, provider }: OfAccount): Promise<void> {
  const entry = { command: 'operator-account', act, serviceEnvId, details: { provider } }
  return logCommand(tx, entry)
}

/** No order leaves until the transaction ends: each is seen by `refuseWhileOpen`, or leaves under the new account. */
async function lockAccount(tx: Sql, of: OfAccount) {
  await tx.all(takeTurn({ name: operatorAccountTurn(of.serviceEnvId, of.provider) }))
  return tx.first(lock(of))
}

const lock = prepared((p: Params<OfAccount>) =>
  db
    .selectFrom('operatorAccount')
    .select('identity')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('provider', '=', p.provider)
    .forUpdate(),
)

const remove = prepared((p: Params<OfAccount>) =>
  db
    .deleteFrom('operatorAccount')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('provider', '=', p.provider),
)

/** The identity of the account at the operator, without its current passwords. */
function identityOf(account: OperatorAccount): string {
  if (account.provider === 'moov-benin') return JSON.stringify([account.url, account.username])
  const { baseUrl, targetEnvironment, collection, disbursement } = account
  const users = [collection?.apiUser ?? null, disbursement?.apiUser ?? null]
  return JSON.stringify([baseUrl, targetEnvironment, ...users])
}

/** What is still to happen at the old account, or to be paid from it. */
async function refuseToLeave(tx: Sql, change: AccountChange, provider: string): Promise<void> {
  const { serviceEnvId, isMoneyMoved = false } = change
  await refuseWhileOpen(tx, serviceEnvId, provider)
  if (isMoneyMoved) return
  const { balance, owed } = await tx.only(moneyOf({ serviceEnvId }))
  if (balance === 0n && owed === 0n) return
  const beside = owed === 0n ? '' : ` Beside it, ${owed} XOF are owed to payers debited late.`
  throw new OperatorAccountHoldsMoney(
    `Its balance is ${balance} XOF.${beside} Payouts and refunds would leave by the new account, wherever that money ` +
      'was collected. Move it there, then say so with --money-moved.',
  )
}

const moneyOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) => {
  const balance = db
    .selectFrom('ledgerAccount')
    .select(sql<bigint>`coalesce(sum(balance), 0)::bigint`.as('sum'))
    .where('serviceEnvId', '=', p.serviceEnvId)
  return db.selectNoFrom([balance.as('balance'), owedToPayers(p).as('owed')])
})

/** What is kept for payers who were debited after their payment at this service had ended, in minor units. */
function owedToPayers(p: Params<{ serviceEnvId: ServiceEnvId }>) {
  return db
    .selectFrom('ledgerAccount as a')
    .innerJoin('ledgerEntry as e', 'e.accountId', 'a.id')
    .innerJoin('ledgerMovement as m', 'm.id', 'e.movementId')
    .select(sql<bigint>`coalesce(sum(${column('ledgerEntry.amount', 'e')}), 0)::bigint`.as('sum'))
    .where('a.kind', '=', 'to_refund')
    .where('m.serviceEnvId', '=', p.serviceEnvId)
}

/**
 * Sent, even if only before a restore of the database; and pending, or ended in a way that the operator may still
 * contradict: workflows/late-answer.ts watches for that long, or longer if the operator calls back or a statement
 * reports a debit.
 */
async function refuseWhileOpen(
  tx: Sql,
  serviceEnvId: ServiceEnvId,
  provider: string,
): Promise<void> {
  const { open } = await tx.only(openOrders({ serviceEnvId, provider }))
  if (open === 0n) return
  throw new OperatorAccountInUse(
    `${open} orders at ${provider} may still be open under the account before. Try again when they are over.`,
  )
}

const openOrders = prepared((p: Params<OfAccount>) => {
  const transactions = db
    .selectFrom('transaction')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('provider', '=', p.provider)
    .where((eb) => eb.or([eb('operatorState', '<>', 'unsent'), mayBeKnown(eb.ref('createdAt'))]))
    .where((eb) => {
      const isRecent = eb('completedAt', '>', sql<Date>`now() - interval '25 hours'`)
      return eb.or([eb('status', '=', 'pending'), eb.and([eb('status', '=', 'expired'), isRecent])])
    })
  const refunds = db
    .selectFrom('refund')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where('provider', '=', p.provider)
    .where('status', '=', 'processing')
  const closings = db
    .selectFrom('closing as c')
    .innerJoin('transaction as t', 't.id', 'c.transactionId')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('t.serviceEnvId', '=', p.serviceEnvId)
    .where('t.provider', '=', p.provider)
    .where('c.endedAt', '>', sql<Date>`now() - interval '8 days'`)
  const watched = db
    .selectFrom('lateWatch as w')
    .innerJoin('transaction as t', 't.id', 'w.transactionId')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('t.serviceEnvId', '=', p.serviceEnvId)
    .where('t.provider', '=', p.provider)
    .where('w.closedAt', 'is', null)
  const open = sql<bigint>`${transactions} + ${refunds} + ${closings} + ${watched}`
  return db.selectNoFrom(open.as('open'))
})
