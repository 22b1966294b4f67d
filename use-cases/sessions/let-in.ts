import { type People, type Person, type Realm } from '#domain/people/person.ts'
import { agentName } from '#domain/text/agent-name.ts'
import { currentOrigin, type Origin } from '#platform/request-trail.ts'
import type { Database } from '#db/connect.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { knownDevice } from './known-devices.ts'
import { type OpenedSession, openSession } from './sessions.ts'

/** How somebody came in. */
export interface Entrance {
  readonly cause: ActCause
  /** What the browser keeps of an earlier log-in (`newDevice`). */
  readonly device?: string | undefined
  /** What was given besides the password, or in its place. */
  readonly by?: 'one_time_code' | 'passkey'
}

/**
 * Lets somebody in who has proven who they are, in the transaction that has locked the person: the log says how, and whether
 * from a device that was never seen, of which a mail tells its person.
 */
export async function letIn<R extends Realm>(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  person: People[R],
  { cause, device, by }: Entrance,
): Promise<OpenedSession<R>> {
  const origin = currentOrigin()
  const isNew = await isNewDevice(tx, database, person, { device, origin })
  const details = { ...(by && { by }), ...(isNew && { device: 'new' }) }
  await logAct<Realm>(tx, person, { act: 'session.log_in', cause, details })
  if (isNew) {
    const from = agentName(origin.agent)
    const told = { act: 'session.new_device', to: person.id, from } as const
    await postMail(tx, database, { personId: person.id, kind: 'people_act', details: told })
  }
  return openSession(tx, person)
}

/** Neither signed by us, nor seen with this person before: the same network and program count as seen. */
async function isNewDevice(
  tx: Sql,
  { keyring }: Pick<Database, 'keyring'>,
  { id, realm, email, lastLogInAt }: Person,
  { device, origin }: { readonly device: string | undefined; readonly origin: Origin },
): Promise<boolean> {
  const { address, agent } = origin
  // Of who comes for the first time every device is new; what comes by no request has none.
  if (lastLogInAt === null || (address === null && agent === null)) return false
  if (knownDevice(keyring, { realm, email }, device) !== null) return false
  return (await tx.first(seen({ id, address, agent }))) === undefined
}

const seen = prepared(
  (p: Params<{ id: Person['id']; address: string | null; agent: string | null }>) =>
    db
      .selectFrom('personSession')
      .select('id')
      .where('personId', '=', p.id)
      .where('originAgent', 'is not distinct from', p.agent)
      .where('originAddress', 'is not distinct from', p.address)
      .where('stage', '=', 'open')
      .limit(1),
)
