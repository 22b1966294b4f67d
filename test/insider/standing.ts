import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { Person } from '#domain/people/person.ts'
import { mayPortalRoleManage } from '#domain/people/portal-roles.ts'

/** How things stand in the books and in the tables of accounts. */
export interface Standing {
  /** Of real money: what all merchants have, and orders that let some go. */
  readonly money: readonly Left[]
  readonly people: readonly Row[]
  /** Accounts that money may go to, and keys with what they may, by what is more than before. */
  readonly open: readonly string[]
}

interface Left {
  readonly what: string
  readonly id: string
}

interface Row {
  readonly id: string
  readonly realm: string
  readonly merchantId: string | null
  readonly role: string
  readonly status: string
  /** Digest of password and second factor. */
  readonly secrets: string
}

/** Reads it. */
export async function standing({ pool }: Pick<Database, 'pool'>): Promise<Standing> {
  const books = onPool(pool)
  const money = await books.rows<Left>(
    `select 'payout' as what, t.id::text from transaction t join service_env e on e.id = t.service_env_id
       where e.mode = 'live' and t.type = 'payout'
     union all select 'transfer', b.transaction_id::text from bank_transfer b where b.state = 'transferred'
     union all select 'refund', r.id::text from refund r
       where r.status in ('approved', 'processing', 'succeeded')
     union all select 'spent', m.service_env_id::text from ledger_movement m
       join ledger_entry l on l.movement_id = m.id join ledger_account a on a.id = l.account_id
       where a.mode = 'live' and ledger_is_merchant_account(a.kind)
       group by m.id, m.service_env_id having sum(l.amount) < 0`,
  )
  const people = await books.rows<Row>(
    `select id::text, realm, merchant_id::text as "merchantId", role, status,
       md5(concat_ws(' ', password_hash, encode(code_secret_sealed, 'hex'),
         (select string_agg(k.credential_id::text, ',') from passkey k where k.person_id = person.id))) as secrets
     from person`,
  )
  const open = await books.rows<{ name: string }>(
    `select 'account ' || a.id as name from authorized_account a join service_env e on e.id = a.service_env_id
       where e.mode = 'live' and a.status = 'active'
     union all select 'key ' || k.id from api_key k join service_env e on e.id = k.service_env_id
       where e.mode = 'live' and 'payouts' = any (k.scopes) and k.kind = 'secret'`,
  )
  return { money, people, open: open.map(({ name }) => name) }
}

/** Accounts of the one who acts alone. */
export interface Alone {
  readonly person: Pick<Person, 'id' | 'realm' | 'role' | 'merchantId'>
  /** Others that they have come by. */
  readonly own: ReadonlySet<string>
}

/** What one person alone has brought about that takes two; nothing where all holds. */
export function wrongs(before: Standing, after: Standing, alone: Alone): string[] {
  const known = new Set(before.money.map(({ what, id }) => `${what} ${id}`))
  const left = after.money
    .map(({ what, id }) => `${what} ${id}`)
    .filter((name) => !known.has(name))
    .map((name) => `money leaves: ${name}`)
  const opened = after.open
    .filter((name) => !before.open.includes(name) && !mayOpen(alone, name))
    .map((name) => `opened: ${name}`)
  const earlier = new Map(before.people.map((row) => [row.id, row]))
  const merchants = new Set(before.people.map(({ merchantId }) => merchantId))
  const changed = after.people
    .filter((row) => !isAllowed({ before: earlier.get(row.id), after: row, merchants, alone }))
    .map(({ id, realm, role, status }) => `who may: ${realm} ${role} ${status} ${id}`)
  return [...left, ...opened, ...changed]
}

/** Whoever may send money themselves may make a key that can; staff that verifies accounts sends none. */
function mayOpen({ person: { realm, role } }: Alone, name: string): boolean {
  if (name.startsWith('key ')) return realm === 'portal' && /owner|administrator/.test(role)
  return realm === 'staff' && /agent|supervisor/.test(role)
}

interface Change {
  readonly before: Row | undefined
  readonly after: Row
  /** That were there before. */
  readonly merchants: ReadonlySet<string | null>
  readonly alone: Alone
}

function isAllowed(change: Change): boolean {
  const { before, after, alone } = change
  if (before === undefined) return mayBegin(change)
  const isSameRole = before.role === after.role
  const isManaged = mayManage(alone, after, [before.role, after.role])
  if (after.status === 'disabled' || alone.own.has(after.id)) return isSameRole || isManaged
  if (before.secrets !== after.secrets) return false
  return (isSameRole && before.status === after.status) || isManaged
}

/** A merchant that an administrator lets in has an owner, and no money; in the portal people invite those below them. */
function mayBegin({ after, merchants, alone }: Change): boolean {
  const { realm, role } = alone.person
  if (realm === 'portal') return mayManage(alone, after, [after.role])
  const isNew = after.realm === 'portal' && !merchants.has(after.merchantId)
  return isNew && role === 'administrator' && after.status === 'invited'
}

/** In the portal, each role manages those below it, of its own merchant; at the desk nobody alone manages anybody. */
function mayManage({ person }: Alone, { merchantId }: Row, roles: readonly string[]): boolean {
  const isOurs = person.realm === 'portal' && merchantId === person.merchantId
  return isOurs && roles.every((role) => mayPortalRoleManage(person.role, role))
}
