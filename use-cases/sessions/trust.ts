import type { MerchantId } from '#domain/ids.ts'
import type { Person } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import { inMs } from '#db/functions.ts'
import { onPool } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { Session } from './sessions.ts'

/** How long the password is not required again, if the merchant's owner allows it. */
const trustMs = 600_000

/**
 * Trusts a portal session with ordinary writes after the password was given; does nothing if the owner does not allow
 * it. Bound to the session and the person's present role (docs/people-and-roles.md#trusted-for-ten-minutes).
 */
export async function trustSession(
  { pool }: Pick<Database, 'pool'>,
  { id, person }: Pick<Session<'portal'>, 'id' | 'person'>,
): Promise<void> {
  const { role, merchantId } = person
  await onPool(pool).run(trust({ id, role, merchantId, ms: trustMs }))
}

const sessions = db.updateTable('personSession').where('endedAt', 'is', null)

const trust = prepared(
  (
    p: Params<{
      id: Session['id']
      role: Person['role']
      merchantId: MerchantId
      ms: number
    }>,
  ) =>
    sessions
      .set({ trustedUntil: inMs(p.ms), trustedRole: p.role })
      .where('id', '=', p.id)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('merchant')
            .select('id')
            .where('merchant.id', '=', p.merchantId)
            .where('trustsWrites', '=', true),
        ),
      ),
)

/** Ends the trust: a password was wrong. */
export async function endTrust(
  { pool }: Pick<Database, 'pool'>,
  { id }: Pick<Session, 'id'>,
): Promise<void> {
  await onPool(pool).run(distrust({ id }))
}

const distrust = prepared((p: Params<Pick<Session, 'id'>>) =>
  sessions.set({ trustedUntil: null, trustedRole: null }).where('id', '=', p.id),
)
