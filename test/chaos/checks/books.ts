import { checkInvariants, invariantNames } from '#test/support/invariants.ts'
import { type Check, checkOf } from './check.ts'
import { endsNow } from './ends.ts'

/** The books by themselves. */
export const ofBooks: Check = {
  names: invariantNames,
  find: ({ database }) => checkInvariants(database),
}

/** The books beside what was seen of them from outside, at other times and by other ways. */
export const ofBooksSeen: Check = checkOf({
  'I3 the balance that the API tells is the sum of the entries': async (evidence) => {
    const told = await Promise.all(
      evidence.secretKeys.map((key) => evidence.counter.ask({ path: '/v2/balance', key })),
    )
    const sums = await evidence.rows<{ id: string; kind: string; sum: string }>(
      `select a.service_env_id as id, a.kind, sum(e.amount)::text as sum
       from ledger_entry e join ledger_account a on a.id = e.account_id
       where a.service_env_id is not null and a.kind = 'available' and a.currency = 'XOF'
       group by a.service_env_id, a.kind`,
    )
    const known = new Set(sums.map(({ sum }) => Number(sum)))
    return told
      .map((answer) => Number(answer?.json.data.available))
      .filter((available) => !known.has(available))
      .map((available) => `available ${available}, entries ${[...known].join(' and ')}`)
  },
  'I4 what has ended stays as it ended': async ({ rows, ends }) => {
    const now = await endsNow({ rows })
    return [...ends].filter(([id, end]) => now.get(id) !== end).map(([id]) => id)
  },
  'I4 everything comes to its end in time': ({ open }) =>
    Promise.resolve(open.map(({ what, id }) => `${what} ${id}`)),
})
