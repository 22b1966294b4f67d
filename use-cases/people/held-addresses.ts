import { fail } from '#domain/errors/errors.ts'
import type { MerchantId, PortalUserId } from '#domain/ids.ts'
import type { Person, Realm } from '#domain/people/person.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import { takeTurn } from '#db/functions.ts'
import type { Sql } from '#db/sql.ts'
import { type Changes, db, type Params, prepared, sql } from '#db/statements.ts'

/** An address, as its owner or somebody who invites them typed it; lower case. */
export interface Address {
  readonly realm: Realm
  readonly email: string
}

/** Invitations to an address, answers to them and sign-ups with it take turns until their transactions end. */
export async function takeAddressTurn(
  tx: Sql,
  { keyring }: Pick<Database, 'keyring'>,
  { realm, email }: Address,
): Promise<void> {
  const digest = keyring.mac('invitation', `address ${realm} ${email}`).toString('hex')
  await tx.run(takeTurn({ name: `address ${digest}` }))
}

/** Refuses an address that an account, an owner or a member of staff holds. Refusal: email_taken. */
export async function requireFree(tx: Sql, address: Address): Promise<void> {
  if (await tx.first(holder(address))) throw fail('email_taken')
}

/** An invitation by a merchant that nobody answered holds no address: strangers invite too. */
const holder = prepared((p: Params<Address>) =>
  db
    .selectFrom('person')
    .select('id')
    .where('realm', '=', p.realm)
    .where('email', '=', p.email)
    .where((eb) =>
      eb.or([
        eb('realm', '=', 'staff'),
        eb('role', '=', 'owner'),
        eb('passwordHash', 'is not', null),
      ]),
    )
    .$castTo<{ id: Person['id'] }>(),
)

/**
 * Takes the address back from all who were invited with it and never answered: its owner has chosen another account. An
 * owner whom the staff invited keeps theirs.
 */
export async function voidInvitations(
  tx: Sql,
  { email, requestId }: { readonly email: string } & Pick<ActCause, 'requestId'>,
): Promise<void> {
  for (const { id, merchantId } of await tx.all(voided({ email }))) {
    const actor = { id, merchantId, realm: 'portal' } as const
    const subject = { kind: 'person', id }
    await logAct(tx, actor, { act: 'invitation.void', subject, cause: { requestId } })
  }
}

const voided = prepared((p: Params<{ email: string }>) =>
  db
    .updateTable('person')
    .set((eb): Changes<'person'> => ({
      // No mail reaches it: the name of the domain is reserved for that.
      email: sql<string>`${eb.ref('id')} || '@void.invalid'`,
      status: 'disabled',
      invitationDigest: null,
      invitationExpiresAt: null,
    }))
    .where('realm', '=', 'portal')
    .where('email', '=', p.email)
    .where('passwordHash', 'is', null)
    .where('role', '<>', 'owner')
    .returning(['id', 'merchantId'])
    .$castTo<{ id: PortalUserId; merchantId: MerchantId }>(),
)
