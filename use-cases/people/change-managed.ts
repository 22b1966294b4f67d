import { fail, ServiceError } from '#domain/errors/errors.ts'
import { asId, isUuid, type MerchantId } from '#domain/ids.ts'
import type { PeopleAct } from '#domain/mail/people-acts.ts'
import { mayManage, type People, type Person, type Realm } from '#domain/people/person.ts'
import { type Act, type ActCause, type Actor, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { people, personIn } from './columns.ts'
import { tellOfAccount } from './tell.ts'
import { endSessions } from '#use-cases/sessions/sessions.ts'
import { ConstraintViolation, inTransaction, onPool, type Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'

/** The person to change, the manager, and why. */
export interface Managed<R extends Realm> {
  readonly realm: R
  readonly manager: People[R]
  readonly id: string
  readonly cause: ActCause
}

type ManagedAct = Extract<PeopleAct, `person.${string}`>

/** The change to make while the account is locked. */
export interface Change<R extends Realm> {
  readonly act: ManagedAct
  readonly details?: Readonly<Record<string, unknown>>
  readonly make: (tx: Sql, person: People[R]) => Promise<void>
}

/**
 * Changes somebody else's account, serialised, and logs it, including refusals. Refusals: user_not_found, also for
 * another merchant's; operation_not_allowed, also for oneself; last_administrator.
 */
export async function changeManaged<R extends Realm>(
  database: Pick<Database, 'pool' | 'keyring'>,
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
  return loggedRefusal(database, { manager, entry }, () =>
    inTransaction(database.pool, async (tx) => {
      const person = await lock(tx, managed)
      if (person.id === manager.id || !mayManage(manager, person.role)) {
        throw fail('operation_not_allowed')
      }
      await make(tx, person)
      await logAct<Realm>(tx, manager, entry)
      await tellOfAccount(tx, database, { act, person, by: manager.id })
      return personIn(realm, await tx.only(byId({ id: person.id })))
    }),
  )
}

/** Does work that logs itself; if it is refused, its transaction is rolled back, and the refusal is logged. */
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

const byId = prepared((p: Params<{ id: Person['id'] }>) => people.where('person.id', '=', p.id))

async function lock<R extends Realm>(
  tx: Sql,
  { realm, manager, id }: Managed<R>,
): Promise<People[R]> {
  const { merchantId } = manager
  const row = isUuid(id) ? await tx.first(locked({ id: asId(id), realm, merchantId })) : undefined
  if (row === undefined) throw fail('user_not_found')
  return personIn(realm, row)
}

const locked = prepared(
  (p: Params<{ id: Person['id']; realm: Realm; merchantId: MerchantId | null }>) =>
    people
      .where('person.id', '=', p.id)
      .where('person.realm', '=', p.realm)
      .where('person.merchantId', 'is not distinct from', p.merchantId)
      .forNoKeyUpdate(),
)

/**
 * Disables an account, in the transaction that has locked it: sessions end at once, and an invitation stops working.
 */
export async function disableAccount(tx: Sql, id: Person['id']): Promise<void> {
  await tx.run(disable({ id }))
  await endSessions(tx, { id }, 'disabled')
}

const disable = prepared((p: Params<{ id: Person['id'] }>) =>
  db
    .updateTable('person')
    .set({ status: 'disabled', invitationDigest: null, invitationExpiresAt: null })
    .where('id', '=', p.id),
)
