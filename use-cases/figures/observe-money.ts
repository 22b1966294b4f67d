import type { Database } from '#db/connect.ts'
import type { Telemetry } from '#platform/telemetry.ts'
import { type DeskFigures, readDeskFigures } from '#use-cases/desk/figures.ts'
import { readContradicted } from './contradictions.ts'
import { readOpenDeliveries } from './deliveries.ts'
import { readOverdue } from './overdue.ts'
import { readPending } from './pending.ts'
import { readToday } from './today.ts'

/** Exposes the figures about money in the database, as in docs/monitoring.md#from-the-books. */
export function observeMoney(telemetry: Telemetry, database: Pick<Database, 'pool'>): void {
  const labels = ['kind', 'mode', 'provider']
  const show = (
    name: string,
    gauge: { readonly help: string; readonly labels: readonly string[] },
    read: () => Promise<readonly Counted[]>,
  ): void => telemetry.readings({ [name]: gauge }, async () => ({ [name]: labelled(await read()) }))
  show(
    'payments_overdue',
    { help: 'Payments that are open past their time, by kind, mode and operator.', labels },
    () => readOverdue(database),
  )
  show(
    'payments_today',
    { help: 'Payments asked for today, by how they stand.', labels: [...labels, 'status'] },
    () => readToday(database),
  )
  show(
    'payments_pending',
    { help: 'Payments that are open, by their age.', labels: [...labels, 'age'] },
    () => readPending(database),
  )
  show(
    'webhook_deliveries_open',
    {
      help: 'Deliveries on their way, by how their last attempt went.',
      labels: ['mode', 'status'],
    },
    () => readOpenDeliveries(database),
  )
  show(
    'contradicted_xof',
    {
      help: 'What operators contradict: to be recovered, owed, or borne by the service.',
      labels: ['mode', 'standing'],
    },
    () => readContradicted(database),
  )
  observeDesk(telemetry, database)
}

function observeDesk(telemetry: Telemetry, database: Pick<Database, 'pool'>): void {
  const labels = ['queue']
  telemetry.readings(
    {
      desk_waiting: { help: 'What waits for the staff, by queue.', labels },
      desk_oldest_age_seconds: { help: 'Age of the oldest of a queue; 0 when empty.', labels },
    },
    async () => {
      const waiting = Object.entries(await readDeskFigures(database))
      return {
        desk_waiting: waiting.map(([queue, { count }]) => ({ labels: { queue }, value: count })),
        desk_oldest_age_seconds: waiting.map(([queue, one]) => ({
          labels: { queue },
          value: oldestSeconds(one, new Date()),
        })),
      }
    },
  )
}

/** Age of the oldest item; 0 if there is none. */
export function oldestSeconds({ oldestAt }: DeskFigures[keyof DeskFigures], now: Date): number {
  return oldestAt === null ? 0 : Math.max(0, (now.getTime() - oldestAt.getTime()) / 1000)
}

/** A row of a figure: its count or sum, and its labels. */
interface Counted {
  readonly count: number
}

function labelled(rows: readonly Counted[]) {
  return rows.map(({ count, ...labels }) => ({
    labels: Object.fromEntries(Object.entries<string>(labels)),
    value: count,
  }))
}
