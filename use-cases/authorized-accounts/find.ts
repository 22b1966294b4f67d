import type {
  AuthorizedAccount,
  AuthorizedAccountStatus,
} from '#domain/authorized-accounts/account.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, type AuthorizedAccountId, isUuid, type ServiceEnvId } from '#domain/ids.ts'
import type { BankCode } from '#domain/operators/operators.ts'
import { plainWords } from '#domain/payouts/file-columns.ts'
import type { Database } from '#db/connect.ts'
import { rowCount } from '#db/functions.ts'
import { newestFirst } from '#db/pages.ts'
import { onPool, type Sql } from '#db/sql.ts'
import {
  db,
  type Expression,
  type ExpressionBuilder,
  type InferResult,
  type Params,
  prepared,
  sql,
  type Tables,
} from '#db/statements.ts'

/** The recipient of a payout, as its request names it. */
export type WantedRecipient =
  | {
      readonly type: 'mobile_money'
      readonly phone: string
      /** The account that was chosen, if one was: another that has its number now is not paid. */
      readonly accountId?: string | undefined
    }
  | { readonly type: 'bank'; readonly bank: BankCode; readonly accountId: string | undefined }

/** The recipient of a payout. */
export interface Recipient {
  readonly accountId: AuthorizedAccountId
  readonly holderName: string
  /** For a bank account. */
  readonly accountMasked: string | null
}

/**
 * The active account of a payout, locked so that nobody revokes it before the payout is accepted. Refusals:
 * recipient_not_authorized, bank_account_ambiguous.
 */
export async function requireRecipient(
  books: Sql,
  serviceEnvId: ServiceEnvId,
  wanted: WantedRecipient,
): Promise<Recipient> {
  const isBank = wanted.type === 'bank'
  const id = wanted.accountId ?? null
  const [account, other] = await books.all(
    isBank
      ? bankAccounts({ serviceEnvId, bank: wanted.bank, id })
      : phoneAccounts({ serviceEnvId, phone: wanted.phone, id }),
  )
  const field = isBank ? 'bank_account_id' : 'phone'
  if (account === undefined) throw fail('recipient_not_authorized', { field })
  if (other !== undefined) throw fail('bank_account_ambiguous', { field })
  return account
}

/** The filter of a search for accounts of a service. */
export interface AccountsWanted {
  readonly serviceEnvId: ServiceEnvId
  /** The beginnings of words of either name, ignoring accents, or the last four characters of the number; empty for all. */
  readonly text: string
  /** In any state if left out. */
  readonly status?: AuthorizedAccountStatus
  /** Of any type if left out. */
  readonly type?: AuthorizedAccount['type']
}

/** Which of the accounts that were found. */
export interface AccountsPart {
  readonly limit: number
  readonly offset?: number
  /** Numbers as `numberOf` writes them: these accounts come first, in this order. */
  readonly first?: readonly string[]
}

/** Accounts of a service, however many it has: the given numbers first, then the newest. */
export async function findAccounts(
  { pool }: Pick<Database, 'pool'>,
  wanted: AccountsWanted,
  { limit, offset = 0, first = [] }: AccountsPart,
): Promise<AuthorizedAccount[]> {
  const rows = await onPool(pool).all(foundPart({ ...soughtBy(wanted), limit, offset, first }))
  return rows.map(toAccount)
}

/** How many there are. */
export async function countAccounts(
  { pool }: Pick<Database, 'pool'>,
  wanted: AccountsWanted,
): Promise<number> {
  return (await onPool(pool).only(foundCount(soughtBy(wanted)))).count
}

/** What an account is paid by, as far as it is shown: the phone number, or the bank and the masked number. */
export function numberOf(
  to: { readonly phone: string } | { readonly provider: string; readonly accountMasked: string },
): string {
  return 'phone' in to ? to.phone : `${to.provider} ${to.accountMasked}`
}

/** The newest accounts of a service, 500 at most, including revoked ones. */
export async function listAuthorizedAccounts(
  database: Database,
  serviceEnvId: ServiceEnvId,
): Promise<AuthorizedAccount[]> {
  return (await onPool(database.pool).all(accountsOf({ serviceEnvId }))).map(toAccount)
}

/** One of them, in any state. Refusal: authorized_account_not_found, also for another service or mode. */
export async function findAuthorizedAccount(
  database: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  text: string,
): Promise<AuthorizedAccount> {
  const account = await accountOf(database, serviceEnvId, text)
  if (account === undefined) throw fail('authorized_account_not_found')
  return account
}

/** The active account that somebody chose by its id; undefined for any other text. */
export async function findChosenAccount(
  database: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  text: string,
): Promise<AuthorizedAccount | undefined> {
  const account = await accountOf(database, serviceEnvId, text)
  return account?.status === 'active' ? account : undefined
}

async function accountOf(
  { pool }: Pick<Database, 'pool'>,
  serviceEnvId: ServiceEnvId,
  text: string,
): Promise<AuthorizedAccount | undefined> {
  if (!isUuid(text)) return undefined
  const id = asId<AuthorizedAccountId>(text)
  const row = await onPool(pool).first(byId({ serviceEnvId, id }))
  return row && toAccount(row)
}

const accountsMax = 500

const recipients = db
  .selectFrom('authorizedAccount')
  .select(['id as accountId', 'holderName', 'accountMasked'])
  .where('status', '=', 'active')

/** The account of this id, if one was chosen. */
const chosen = (
  eb: ExpressionBuilder<Tables, 'authorizedAccount'>,
  id: Expression<string | null>,
) => sql<boolean>`(${id}::uuid is null or ${eb.ref('id')} = ${id}::uuid)`

const phoneAccounts = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; phone: string; id: string | null }>) =>
    recipients
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('type', '=', 'mobile_money')
      .where('phone', '=', p.phone)
      .where((eb) => chosen(eb, p.id))
      .forShare(),
)

// Two rows are enough to know that it is ambiguous.
const bankAccounts = prepared(
  (p: Params<{ serviceEnvId: ServiceEnvId; bank: BankCode; id: string | null }>) =>
    recipients
      .where('serviceEnvId', '=', p.serviceEnvId)
      .where('type', '=', 'bank')
      .where('provider', '=', p.bank)
      .where((eb) => chosen(eb, p.id))
      .orderBy('id')
      .limit(2)
      .forShare(),
)

const accountColumns = [
  'id',
  'type',
  'provider',
  'holderName',
  'ownName',
  'phone',
  'accountMasked',
  'status',
  'verifiedAt',
  'createdAt',
] as const

const accounts = db.selectFrom('authorizedAccount').select(accountColumns)

const accountsOf = prepared((p: Params<{ serviceEnvId: ServiceEnvId }>) =>
  newestFirst(accounts.where('serviceEnvId', '=', p.serviceEnvId), ['createdAt', 'id'], {
    limit: accountsMax,
  }),
)

interface Sought {
  readonly serviceEnvId: ServiceEnvId
  readonly words: readonly string[]
  readonly end: string
  readonly status: AuthorizedAccountStatus | null
  readonly type: AuthorizedAccount['type'] | null
}

function soughtBy({ serviceEnvId, text, status, type }: AccountsWanted): Sought {
  const words = plainWords(text)
  return { serviceEnvId, words, end: words.join(''), status: status ?? null, type: type ?? null }
}

function found(p: Params<Sought>) {
  return db
    .selectFrom('authorizedAccount')
    .where('serviceEnvId', '=', p.serviceEnvId)
    .where((eb) =>
      eb.or([
        sql<boolean>`${p.words}::text[] = '{}'`,
        sql<boolean>`right(${eb.fn.coalesce('phone', 'accountMasked')}, 4) = ${p.end}`,
        sql<boolean>`is_named(concat_ws(' ', ${eb.ref('ownName')}, ${eb.ref('holderName')}), ${p.words}::text[])`,
      ]),
    )
    .where((eb) => sql<boolean>`(${p.status}::text is null or ${eb.ref('status')} = ${p.status})`)
    .where((eb) => sql<boolean>`(${p.type}::text is null or ${eb.ref('type')} = ${p.type})`)
}

const foundPart = prepared(
  (
    p: Params<
      Sought & {
        readonly limit: number
        readonly offset: number
        readonly first: readonly string[]
      }
    >,
  ) =>
    found(p)
      .select(accountColumns)
      .orderBy((eb) => {
        const atBank = sql<string>`${eb.ref('provider')} || ' ' || ${eb.ref('accountMasked')}`
        return sql`array_position(${p.first}::text[], ${eb.fn.coalesce('phone', atBank)})`
      })
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(p.limit)
      .offset(p.offset),
)

const foundCount = prepared((p: Params<Sought>) => found(p).select(rowCount.as('count')))

const byId = prepared((p: Params<{ serviceEnvId: ServiceEnvId; id: AuthorizedAccountId }>) =>
  accounts.where('serviceEnvId', '=', p.serviceEnvId).where('id', '=', p.id),
)

/** Each type has its number, as the table requires. */
function toAccount({
  phone,
  accountMasked,
  ...account
}: InferResult<typeof accounts>[number]): AuthorizedAccount {
  const number = account.type === 'bank' ? { accountMasked } : { phone }
  return { ...account, ...number } as AuthorizedAccount
}
