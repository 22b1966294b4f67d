import type { OperatorCondition } from '#domain/operators/health.ts'

/** How long a payment has been open. */
export type PendingAge = 'under_1m' | '1m_to_10m' | '10m_to_1h' | 'over_1h'

/** The ages of open payments, youngest first. */
export const pendingAges: readonly PendingAge[] = ['under_1m', '1m_to_10m', '10m_to_1h', 'over_1h']

/** The monitored figures, each with its alert (deploy/alerts.yaml) and its highest healthy value. */
export const watched = {
  outbox_age: { alert: 'OutboxOld', most: 30 },
  collections_overdue: { alert: 'CollectionsOverdue', most: 0 },
  money_out_overdue: { alert: 'MoneyOutOverdue', most: 0 },
  runs_missing: { alert: 'RunsMissing', most: 0 },
  runs_orphaned: { alert: 'RunsOrphaned', most: 0 },
  runs_attention: { alert: 'RunsAskForAttention', most: 0 },
  sweep_age: { alert: 'SweepsStopped', most: 600 },
  proof_differences: { alert: 'BooksDoNotHold', most: 0 },
  proof_age: { alert: 'BooksNotProven', most: 129_600 },
  deliveries_failing: { alert: 'DeliveriesFail', most: 100 },
  desk_age: { alert: 'DeskWaits', most: 86_400 },
} as const

export type Watched = keyof typeof watched

/** The state of a monitored figure; `unknown` if it could not be read. */
export type Standing = 'well' | 'trouble' | 'unknown'

/** `trouble` if a figure is above its highest healthy value; `unknown` if it could not be read (null). */
export function standingOf(what: Watched, figure: number | null): Standing {
  if (figure === null) return 'unknown'
  return figure > watched[what].most ? 'trouble' : 'well'
}

/** The state of a part of the service, as shown to the public. */
export type PublicStanding = 'up' | 'disturbed' | 'closed' | 'unknown'

const publicWords: Readonly<Record<OperatorCondition, PublicStanding>> = {
  normal: 'up',
  disturbed: 'disturbed',
  closed: 'closed',
}

/** The same for an operator. */
export function publicStandingOf(condition: OperatorCondition | null): PublicStanding {
  return condition === null ? 'unknown' : publicWords[condition]
}

/** The state of a part with several figures: the worst of them, or unknown if none could be read. */
export function worstOf(standings: readonly Standing[]): PublicStanding {
  if (standings.includes('trouble')) return 'disturbed'
  return standings.includes('unknown') ? 'unknown' : 'up'
}
