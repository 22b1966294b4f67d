import { randomUUID } from 'node:crypto'
import type { PortalUserId } from '#domain/ids.ts'
import { type People, type Person, type Realm } from '#domain/people/person.ts'
import { mailedAgentName } from '#domain/text/agent-name.ts'
import { currentOrigin, type Origin } from '#platform/request-trail.ts'
import type { Database } from '#db/connect.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { notify } from '#use-cases/notifications/notify.ts'
import { postMail } from '#use-cases/mail/post.ts'
import { knownDevice } from './known-devices.ts'
import { type OpenedSession, openSession } from './sessions.ts'

/** How somebody logged in. */
export interface Entrance {
  readonly cause: ActCause
  /** The device token that the browser kept from an earlier log-in (`newDevice`). */
  readonly device?: string | undefined
  /** What was given in addition to the password, or instead of it. */
  readonly by?: 'one_time_code' | 'passkey'
}

/** The transaction, and the keyring that signs device tokens. */
interface Books extends Pick<Database, 'keyring'> {
  readonly tx: Sql
}

/**
 * Opens a session for somebody who has proven their identity, in the transaction that has locked the person. Logs
 * how, and whether the device is new; a new device is reported to the person by mail.
 */
export async function letIn<R extends Realm>(
  { tx, keyring }: Books,
  person: People[R],
  { cause, device, by }: Entrance,
): Promise<OpenedSession<R>> {
  const origin = currentOrigin()
  const isKnown = knownDevice(keyring, person, device) !== null
  const isNew = !isKnown && (await isFirstSeen(tx, person, origin))
  const details = { ...(by && { by }), ...(isNew && { device: 'new' }) }
  await logAct<Realm>(tx, person, { act: 'session.log_in', cause, details })
  if (isNew) {
    const from = mailedAgentName(origin.agent)
    const told = { act: 'session.new_device', to: person.id, from } as const
    await postMail(tx, { keyring }, { personId: person.id, kind: 'people_act', details: told })
    if (person.realm === 'portal') {
      const readers = { personId: person.id as PortalUserId }
      const details = { name: from }
      await notify(tx, { keyring }, { readers, kind: 'new_log_in', about: randomUUID(), details })
    }
  }
  return openSession(tx, person)
}

/** Whether a person who has logged in before never used this network and program. */
async function isFirstSeen(
  tx: Sql,
  { id, lastLogInAt }: Person,
  { address, agent }: Origin,
): Promise<boolean> {
  // At the first log-in no device is reported as new; without a request there is none.
  if (lastLogInAt === null || (address === null && agent === null)) return false
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
