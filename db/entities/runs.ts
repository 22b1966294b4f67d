import { defineEntity, p } from '@mikro-orm/core'
import type { RunRemedy } from '#domain/notices/notice.ts'

/** A record whose run was missing, a run whose record is missing, or a run that needs attention. */
export const RunFindingSchema = defineEntity({
  name: 'RunFinding',
  tableName: 'run_finding',
  properties: {
    id: p.bigint().primary().autoincrement().columnType('bigint'),
    kind: p.text().$type<'missing' | 'orphaned' | 'attention'>(),
    workflowId: p.text(),
    runId: p.text().nullable(),
    done: p.text().$type<RunRemedy>(),
    doneAt: p.datetime(3).defaultRaw('now()'),
    foundAt: p.datetime(3).defaultRaw('now()'),
    seenAt: p.datetime(3).defaultRaw('clock_timestamp()'),
    closedAt: p.datetime(3).nullable(),
    toldAt: p.datetime(3).nullable(),
    step: p.text().nullable(),
    code: p.text().nullable(),
  },
})

/** The last complete sweep. */
export const RunSweepSchema = defineEntity({
  name: 'RunSweep',
  tableName: 'run_sweep',
  properties: {
    isOnly: p.boolean().primary().default(true),
    sweptAt: p.datetime(3),
  },
})
