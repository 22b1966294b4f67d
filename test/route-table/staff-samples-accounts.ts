import { askAccountChange } from '#use-cases/account-changes/ask.ts'
import { cause, createStaffMember, password } from '#test/support/people.ts'
import { freshEmail } from '#test/support/staff.ts'
import type { Place, WithId } from './place.ts'
import { about, type Sample } from './table.ts'

/** Requests to what waits for a second administrator. */
export const accountChangeSamples: Readonly<
  Record<string, (place: Place) => Promise<Sample> | Sample>
> = {
  'GET /staff/api/account-changes': () => ({}),
  'GET /staff/api/account-changes/{id}': askedChange,
  'POST /staff/api/account-changes/{id}/approve': about(askedChange, { password }),
  'POST /staff/api/account-changes/{id}/refuse': about(askedChange, { password }),
}

/** What another administrator wants done. */
async function askedChange({ service }: Place): Promise<WithId> {
  const { database } = service
  const asker = await createStaffMember(database, 'administrator')
  const wanted = {
    kind: 'invite',
    name: 'Sena Dossou',
    email: freshEmail(),
    role: 'agent',
  } as const
  return {
    params: { id: await askAccountChange(database, asker, { wanted, password, cause: cause() }) },
  }
}
