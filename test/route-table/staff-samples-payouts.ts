import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { suspendPayouts } from '#use-cases/suspensions/desk-acts.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { onPool } from '#db/sql.ts'
import { askingRun } from '#test/support/asking-run.ts'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { expired } from '#test/support/ends.ts'
import { outboxOf } from '#test/support/paid.ts'
import { cause, createStaffMember, password } from '#test/support/people.ts'
import { silentPayoutRun } from '#test/support/silence.ts'
import { namesOf, reconciled, statementOf } from '#test/support/statements.ts'
import { createTenant } from '#test/support/tenant.ts'
import type { Place, WithId } from './place.ts'
import { about, type Sample } from './table.ts'

const reason = 'vérifié par téléphone'
/** Closes what is made, whose operator stays silent, by a reference that no other order has. */
export function closing(make: (place: Place) => Promise<WithId>) {
  return async (place: Place): Promise<Sample> => {
    const { params } = await make(place)
    const operator_reference = `MTN-${params.id}`
    return { params, body: { verdict: 'paid', operator_reference, reason, password } }
  }
}

/** The same for money out: silent operators, stopped payouts, lines of statements, accounts, notices. */
export const payoutSamples: Readonly<Record<string, (place: Place) => Promise<Sample> | Sample>> = {
  'GET /staff/api/payouts': () => ({}),
  'GET /staff/api/payouts/{id}': openPayout,
  'POST /staff/api/payouts/{id}/close': closing(openPayout),
  'GET /staff/api/payout-suspensions': () => ({}),
  'POST /staff/api/payout-suspensions': async ({ service }) => {
    const { serviceEnvId } = await createTenant(service.database, { mode: 'live' })
    return { body: { mode: 'live', service_env_id: serviceEnvId, reason } }
  },
  'POST /staff/api/payout-suspensions/{id}/lift': async ({ service: { database } }) => {
    const { serviceEnvId } = await createTenant(database, { mode: 'live' })
    const member = await createStaffMember(database, 'supervisor')
    const stopped = { mode: 'live', serviceEnvId, provider: null, cause: cause(reason) } as const
    const id = await suspendPayouts(database, member, stopped)
    return { params: { id }, body: { reason, password } }
  },
  'POST /staff/api/differences/{id}/confirm': about(deniedLine, { reason, password }),
  'GET /staff/api/authorized-accounts': () => ({}),
  'GET /staff/api/authorized-accounts/{id}/number': someAccount,
  'POST /staff/api/authorized-accounts/{id}/verify': about(someAccount, { reason }),
  'POST /staff/api/authorized-accounts/{id}/revoke': about(someAccount, { reason }),
  'GET /staff/api/notices': () => ({}),
  'POST /staff/api/notices/{id}/acknowledge': async ({ service }) => {
    const transactionId = await silentPayoutRun(service)
    const { id } = await onPool(service.database.pool).one<{ id: string }>(
      'select id::text from staff_notice where transaction_id = $1',
      [transactionId],
    )
    return { params: { id }, body: {} }
  },
  'POST /staff/api/notices/{id}/look-again': async ({ service: { database } }) => ({
    params: { id: await askingRun(database) },
    body: { reason },
  }),
}

async function openPayout({ service }: Place): Promise<WithId> {
  return { params: { id: await silentPayoutRun(service) } }
}

/** A line of a statement that says that money moved of a payment that expired here. */
async function deniedLine({ service: { database } }: Place): Promise<WithId> {
  const books = { database, outbox: outboxOf(database) }
  const transactionId = await acceptOne(books, await createMerchant(books, { mode: 'live' }))
  await settleTransaction(database, books.outbox, { transactionId, outcome: expired })
  const { reference } = await namesOf(database, transactionId)
  const found = await reconciled(books, statementOf([{ reference }]))
  return { params: { id: found.find(({ theirs }) => theirs !== null)?.id ?? 'none' } }
}

/** An account that waits to be verified. */
async function someAccount({ service: { database } }: Place): Promise<WithId> {
  const { serviceEnvId } = await createTenant(database, { mode: 'live' })
  const account = { type: 'bank', provider: 'uba-benin', holderName: 'Maison' } as const
  const accountNumber = 'BJ0660000000000042'
  return {
    params: {
      id: await addAuthorizedAccount(database, serviceEnvId, { ...account, accountNumber }),
    },
  }
}
