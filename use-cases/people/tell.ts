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
  /** Whose account; of who is to come there is none yet. */
  readonly person: Pick<Person, 'id' | 'realm' | 'merchantId'> | null
  /** Null for the person themselves. */
  readonly by: Person['id'] | null
}

/** Of who is nobody yet: their changes are the staff’s. */
const desk: { readonly realm: Realm; readonly merchantId: MerchantId | null } = {
  realm: 'staff',
  merchantId: null,
}

/** How many of those who lead are told, the longest there first. */
const leadersMax = 10

/**
 * Tells by mail whose account it is, and those who lead where it is: of a merchant the owner and administrators, of the
 * staff its administrators, also the one who did it, whose session may be somebody else's.
 */
export async function tellOfAccount(
  tx: Sql,
  database: Pick<Database, 'keyring'>,
  { act, person, by }: AccountNews,
): Promise<void> {
  const where = person ?? desk
  const leading = await tx.all(leaders({ realm: where.realm, merchantId: where.merchantId }))
  const told = new Set([...(person ? [person.id] : []), ...leading.map(({ id }) => id)])
  const details = { act, ...(by && { by }), ...(person && { to: person.id }) }
  for (const personId of told)
    await postMail(tx, database, { personId, kind: 'people_act', details })
}

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
