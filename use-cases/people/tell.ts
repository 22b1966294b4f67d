import type { MailDetails } from '#domain/mail/mail.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import type { Database } from '#db/connect.ts'
import type { Sql } from '#db/sql.ts'
import { db, type Params, prepared } from '#db/statements.ts'
import type { MerchantId } from '#domain/ids.ts'
import { postMail } from '#use-cases/mail/post.ts'

/** What was done to an account. */
export interface AccountNews {
  readonly act: NonNullable<MailDetails['act']>
  /** The account's owner; null if the account does not exist yet. */
  readonly person: Pick<Person, 'id' | 'realm' | 'merchantId'> | null
  /** Null if the owner did it. */
  readonly by: Person['id'] | null
}

/** For an account that does not exist yet: account changes belong to staff. */
const desk: { readonly realm: Realm; readonly merchantId: MerchantId | null } = {
  realm: 'staff',
  merchantId: null,
}

/** How many managers are notified, longest-standing first. */
const leadersMax = 10

/**
 * Notifies the account's owner by mail, and those who manage it: a merchant's owner and administrators, or the
 * administrators of staff. Includes the one who acted, whose session somebody else may be using.
 */
export async function tellOfAccount(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { act, person, by }: AccountNews,
): Promise<void> {
  const where = person ?? desk
  const leading = await tx.all(leaders({ realm: where.realm, merchantId: where.merchantId }))
  const own = person && (await isToldOfOwn(tx, act, person)) ? [person.id] : []
  const told = new Set([...own, ...leading.map(({ id }) => id)])
  const details = { act, ...(by && { by }), ...(person && { to: person.id }) }
  for (const personId of told)
    await postMail(tx, database, { personId, kind: 'people_act', details })
}

/**
 * An invited person gets the mail with the code, which names who invites. Until they answer it, changes at a merchant
 * send them nothing else, because anybody may sign up and invite strangers.
 */
async function isToldOfOwn(
  tx: Sql,
  act: AccountNews['act'],
  { id, realm }: Pick<Person, 'id' | 'realm'>,
): Promise<boolean> {
  if (act === 'person.invite') return false
  return realm === 'staff' || (await tx.first(confirmed({ id }))) !== undefined
}

const confirmed = prepared((p: Params<Pick<Person, 'id'>>) =>
  db.selectFrom('person').select('id').where('id', '=', p.id).where('passwordHash', 'is not', null),
)

const leaders = prepared((p: Params<{ realm: Realm; merchantId: MerchantId | null }>) =>
  db
    .selectFrom('person')
    .select('id')
    .where('realm', '=', p.realm)
    .where('merchantId', 'is not distinct from', p.merchantId)
    .where('status', '=', 'active')
    .where('role', 'in', ['owner', 'administrator'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(leadersMax),
)
