import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { createMerchant } from '#test/support/books.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createStaffMember, password } from '#test/support/people.ts'
import { contradictedPayout, settlingAt } from '#test/use-cases/contradictions/contradictions.ts'
import type { Place, WithId } from './place.ts'
import { about, type Sample } from './table.ts'

/** Requests to settle what an operator contradicted: each of a payout of its own. */
export const contradictionSamples: Readonly<
  Record<string, (place: Place) => Promise<Sample> | Sample>
> = {
  'GET /staff/api/contradictions': () => ({}),
  'GET /staff/api/contradictions/{id}': contradicted,
  'POST /staff/api/contradictions/{id}/settle': about(contradicted, {
    reason: 'convenu avec le marchand',
    password,
  }),
  'POST /staff/api/contradictions/{id}/approve': about(asked, { password }),
  'POST /staff/api/contradictions/{id}/refuse': about(asked, { password }),
}

async function contradicted({ service: { database } }: Place): Promise<WithId> {
  const books = { database, outbox: outboxOf(database) }
  const merchant = await createMerchant(books)
  await openBalance(database, merchant, money(100_000n, 'XOF'))
  return { params: { id: await contradictedPayout(books, merchant) } }
}

/** The same, whose settlement another supervisor asked for. */
async function asked(place: Place): Promise<WithId> {
  const found = await contradicted(place)
  const { database } = place.service
  await settlingAt({ database }).ask(
    await createStaffMember(database, 'supervisor'),
    found.params.id,
  )
  return found
}
