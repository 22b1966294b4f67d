import { fail, ServiceError } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import { mayManage, type People, type Person, type Realm } from '#domain/people/person.ts'
import { type Act, type ActCause, type Actor, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { personColumns, personIn, type PersonRow } from './columns.ts'
import { endSessions } from '#use-cases/sessions/sessions.ts'
import { ConstraintViolation, inTransaction, onPool, type Sql } from '#db/sql.ts'

/** Whom a change is about, who makes it, and why. */
export interface Managed<R extends Realm> {
  readonly realm: R
  readonly manager: People[R]
  readonly id: string
  readonly cause: ActCause
}

/** What is done with the account, under its lock. */
export interface Change<R extends Realm> {
  readonly act: Act<R>['act']
  readonly details?: Readonly<Record<string, unknown>>
  readonly make: (sql: Sql, person: People[R]) => Promise<void>
}

/**
 * Changes somebody else's account, one change after the other, and writes it down, what is refused as well. Refusals:
 * user_not_found, also for another merchant's; operation_not_allowed, also for oneself; last_administrator.
 */
export async function changeManaged<R extends Realm>(
  { pool }: Pick<Database, 'pool'>,
  managed: Managed<R>,
  { act, details, make }: Change<R>,
): Promise<People[R]> {
  const { realm, manager, cause } = managed
  const entry = {
    act,
    subject: { kind: 'person', id: managed.id },
    cause,
    ...(details && { details }),
  }
  return loggedRefusal({ pool }, { manager, entry }, () =>
    inTransaction(pool, async (sql) => {
      const person = await lock(sql, managed)
      if (person.id === manager.id || !mayManage(manager, person.role)) {
        throw fail('operation_not_allowed')
      }
      await make(sql, person)
      await logAct<Realm>(sql, manager, entry)
      return personIn(realm, await sql.one<PersonRow>(statements.read, [person.id]))
    }),
  )
}

/** Does what writes itself down; where it is refused, nothing of it is left, and that it was refused is written down. */
export async function loggedRefusal<Result>(
  { pool }: Pick<Database, 'pool'>,
  { manager, entry }: { readonly manager: Actor; readonly entry: Act },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isLast = error instanceof ConstraintViolation && error.constraint === lastAdministrator
    const refusal = isLast ? fail('last_administrator') : error
    if (refusal instanceof ServiceError) {
      await logAct(onPool(pool), manager, { ...entry, outcome: refusal.code })
    }
    throw refusal
  }
}

const lastAdministrator = 'staff_keeps_an_administrator'

const statements = {
  read: `select ${personColumns} from person p where p.id = $1`,
  lock: `select ${personColumns} from person p
    where p.id = $1 and p.realm = $2 and p.merchant_id is not distinct from $3 for no key update`,
}

async function lock<R extends Realm>(
  sql: Sql,
  { realm, manager, id }: Managed<R>,
): Promise<People[R]> {
  const values = [id, realm, manager.merchantId]
  const [row] = isUuid(id) ? await sql.rows<PersonRow>(statements.lock, values) : []
  if (row === undefined) throw fail('user_not_found')
  return personIn(realm, row)
}

/** Closes an account, in the transaction that has locked it: sessions end at once, and an invitation opens nothing more. */
export async function disableAccount(sql: Sql, id: Person['id']): Promise<void> {
  await sql.rows(
    `update person set status = 'disabled', invitation_digest = null, invitation_expires_at = null where id = $1`,
    [id],
  )
  await endSessions(sql, { id }, 'disabled')
}
