import type { Watched } from '#domain/figures/state.ts'
import { oldestSeconds } from './observe-money.ts'
import type { ServiceState } from './state.ts'

/** The monitored figures of a state; null if one could not be read. */
export function watchedFigures(state: ServiceState): Readonly<Record<Watched, number | null>> {
  const { overdue, outbox, runs, proof, deliveries, desk, readAt } = state
  return {
    outbox_age: known(outbox, (one) => one.oldestSeconds),
    collections_overdue: sumOf(overdue, ({ kind }) => kind === 'collection'),
    money_out_overdue: sumOf(overdue, ({ kind, mode }) => kind !== 'collection' && mode === 'live'),
    runs_missing: known(runs, (one) => one.missing),
    runs_orphaned: known(runs, (one) => one.orphaned),
    runs_attention: known(runs, (one) => one.attention),
    sweep_age: known(runs, (one) => secondsSince(one.sweptAtSeconds, readAt)),
    proof_differences: known(proof, (one) => one.differences),
    proof_age: known(proof, (one) => secondsSince(one.completedAtSeconds, readAt)),
    deliveries_failing: sumOf(
      deliveries,
      ({ mode, status }) => mode === 'live' && status === 'failed',
    ),
    desk_age: known(desk, (queues) =>
      Math.max(...Object.values(queues).map((one) => oldestSeconds(one, readAt))),
    ),
  }
}

function known<Read>(read: Read | null, figure: (read: Read) => number): number | null {
  return read === null ? null : figure(read)
}

function sumOf<Row extends { readonly count: number }>(
  rows: readonly Row[] | null,
  isMeant: (row: Row) => boolean,
): number | null {
  return rows && rows.filter(isMeant).reduce((sum, { count }) => sum + count, 0)
}

/** Infinity for 0, which means never. */
function secondsSince(seconds: number, now: Date): number {
  return seconds === 0 ? Number.POSITIVE_INFINITY : Math.max(0, now.getTime() / 1000 - seconds)
}
