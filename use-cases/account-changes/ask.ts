import { randomUUIDv7 } from 'node:crypto'
import { fail } from '#domain/errors/errors.ts'
import { type AccountChangeId, asId, type MerchantId } from '#domain/ids.ts'
import type { ChangeKind } from '#domain/account-changes/change.ts'
import { type Person, readEmail, type StaffMember } from '#domain/people/person.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { type ActCause, logAct } from '#use-cases/audit/log.ts'
import { findMerchant } from '#use-cases/merchants/find.ts'
import { loggedRefusal } from '#use-cases/people/change-managed.ts'
import { findPerson } from '#use-cases/people/find.ts'
import { tellOfAccount } from '#use-cases/people/tell.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import { requireFree } from '#use-cases/people/held-addresses.ts'
import type { Database } from '#db/connect.ts'
import { inMs } from '#db/functions.ts'
import { inTransaction, onPool } from '#db/sql.ts'
import { db } from '#db/statements.ts'

/** The requested change, as the second administrator will see it. */
export type WantedChange =
  | {
      readonly kind: 'invite'
      readonly name: string
      readonly email: string
      readonly role: StaffRole
    }
  | {
      readonly kind: 'renew_invitation' | 'reset_one_time_codes' | 'enable'
      readonly personId: string
    }
  | { readonly kind: 'change_role'; readonly personId: string; readonly role: StaffRole }
  | {
      readonly kind: 'replace_owner'
      readonly merchantId: MerchantId
      readonly name: string
      readonly email: string
    }
  | { readonly kind: 'reset_owner'; readonly merchantId: MerchantId }

export interface Asking {
  readonly wanted: WantedChange
  readonly password: string
  readonly cause: ActCause
}

/** A request waits for three days. */
const waitMs = 259_200_000

/**
 * Records a requested change to an account; a second administrator carries it out (`approveAccountChange`). Refusals:
 * wrong_password, too_many_attempts; user_not_found, operation_not_allowed for oneself, merchant_not_found,
 * email_taken, action_not_allowed if it is not possible.
 */
export async function askAccountChange(
  database: Database,
  asker: StaffMember,
  { wanted, password, cause }: Asking,
): Promise<AccountChangeId> {
  const id = asId<AccountChangeId>(randomUUIDv7())
  const subject = { kind: 'account_change', id }
  const entry = { act: 'account_change.ask', subject, details: { kind: wanted.kind }, cause }
  return loggedRefusal(database, { manager: asker, entry }, async () => {
    await confirmPassword(database, asker, password)
    const subjects = await subjectOf(database, asker, wanted)
    return inTransaction(database.pool, async (tx) => {
      const reason = cause.reason ?? null
      await tx.run(
        db
          .insertInto('accountChange')
          .values({ ...subjects.columns, id, reason, askedBy: asker.id, expiresAt: inMs(waitMs) }),
      )
      await logAct(tx, asker, entry)
      const news = { act: 'change.asked', person: subjects.person, by: asker.id } as const
      await tellOfAccount(tx, database, news)
      if (subjects.person?.realm === 'portal')
        await tellOfAccount(tx, database, { ...news, person: null })
      return id
    })
  })
}

interface Columns {
  readonly kind: ChangeKind
  readonly personId: Person['id'] | null
  readonly merchantId: MerchantId | null
  readonly name: string | null
  readonly email: string | null
  readonly role: StaffRole | null
}

const none = { personId: null, merchantId: null, name: null, email: null, role: null } as const

/** Refuses what is obviously wrong before a second person sees it; the approval checks it again. */
function subjectOf(
  database: Database,
  asker: StaffMember,
  wanted: WantedChange,
): Promise<Subjects> {
  if ('merchantId' in wanted) return ofMerchant(database, wanted)
  return wanted.kind === 'invite'
    ? ofNewMember(database, wanted)
    : ofMember(database, asker, wanted)
}

interface Subjects {
  readonly columns: Columns
  readonly person: Person | null
}

async function ofNewMember(
  { pool }: Database,
  wanted: Extract<WantedChange, { kind: 'invite' }>,
): Promise<Subjects> {
  const email = readEmail(wanted.email)
  await requireFree(onPool(pool), { realm: 'staff', email })
  return { columns: { ...none, ...wanted, email }, person: null }
}

async function ofMerchant(
  database: Database,
  wanted: Extract<WantedChange, { merchantId: MerchantId }>,
): Promise<Subjects> {
  const { merchantId } = wanted
  const { owner } = await findMerchant(database, merchantId)
  const person = owner && (await findPerson(database, { realm: 'portal', merchantId }, owner.id))
  const personId = person?.id ?? null
  if (wanted.kind === 'replace_owner') {
    const email = readEmail(wanted.email)
    await requireFree(onPool(database.pool), { realm: 'portal', email })
    return { columns: { ...none, ...wanted, email, personId }, person }
  }
  if (person === null) throw fail('user_not_found')
  return { columns: { ...none, ...wanted, personId }, person }
}

async function ofMember(
  database: Database,
  asker: StaffMember,
  wanted: Extract<WantedChange, { personId: string }>,
): Promise<Subjects> {
  const person = await findPerson(database, { realm: 'staff', merchantId: null }, wanted.personId)
  if (person.id === asker.id) throw fail('operation_not_allowed')
  if ((wanted.kind === 'enable') !== (person.status === 'disabled'))
    throw fail('action_not_allowed')
  return { columns: { ...none, ...wanted, personId: person.id }, person }
}
