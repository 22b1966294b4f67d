import type { Watched } from '#domain/figures/state.ts'
import { oldestSeconds } from './observe-money.ts'
import type { ServiceState } from './state.ts'

/** The figures that are looked at, of a state; null is one that could not be read. */
export function watchedFigures(state: ServiceState): Readonly<Record<Watched, number | null>> {
  const { overdue, outbox, runs, proof, deliveries, desk, readAt } = state
  return {
    outbox_age: outbox && outbox.oldestSeconds,
    collections_overdue: sumOf(overdue, ({ kind }) => kind === 'collection'),
    money_out_overdue: sumOf(overdue, ({ kind, mode }) => kind !== 'collection' && mode === 'live'),
    runs_missing: runs && runs.missing,
    runs_orphaned: runs && runs.orphaned,
    runs_attention: runs && runs.attention,
    sweep_age: runs && secondsSince(runs.sweptAtSeconds, readAt),
    proof_differences: proof && proof.differences,
    proof_age: proof && secondsSince(proof.completedAtSeconds, readAt),
    deliveries_failing: sumOf(
      deliveries,
      ({ mode, status }) => mode === 'live' && status === 'failed',
    ),
    desk_age: desk && Math.max(...Object.values(desk).map((one) => oldestSeconds(one, readAt))),
  }
}

function sumOf<Row extends { readonly count: number }>(
  rows: readonly Row[] | null,
  isMeant: (row: Row) => boolean,
): number | null {
  return rows && rows.filter(isMeant).reduce((sum, { count }) => sum + count, 0)
}

/** Infinite since 0, which is before the first. */
function secondsSince(seconds: number, now: Date): number {
  return seconds === 0 ? Number.POSITIVE_INFINITY : Math.max(0, now.getTime() / 1000 - seconds)
}
