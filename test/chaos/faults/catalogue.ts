import type { Fault } from './fault.ts'
import * as lines from './lines.ts'
import * as operators from './operators.ts'
import * as processes from './processes.ts'
import { restoreBackup } from './restore.ts'
import { meddling } from './runs.ts'

/** Every way to hurt the system, by the name that `--faults` takes. */
export const faults = {
  'kill-api': processes.killing('api'),
  'kill-worker': processes.killing('worker'),
  'kill-temporal': processes.killing('Temporal'),
  'kill-postgres': processes.killing('PostgreSQL'),
  'kill-everything': processes.killEverything,
  'freeze-api': processes.freezing('api'),
  'freeze-worker': processes.freezing('worker'),
  'freeze-temporal': processes.freezing('Temporal'),
  'freeze-postgres': processes.freezing('PostgreSQL'),
  'stop-api': processes.stopping('api'),
  'stop-worker': processes.stopping('worker'),
  'stop-temporal': processes.stopping('Temporal'),
  'stop-postgres': processes.stopping('PostgreSQL'),
  'stop-everything': processes.stopEverything,
  'lose-temporal': processes.loseTemporal,
  'shift-clock': processes.shiftClock,
  'replace-all': processes.replaceAll,
  deploy: processes.deploy,
  'restore-backup': restoreBackup,
  'cut-postgres': lines.cutPostgres,
  'cut-temporal': lines.cutTemporal,
  'part-one': lines.partOne,
  'slow-lines': lines.slowLines,
  'operator-down': lines.operatorDown,
  'operator-frozen': lines.operatorFrozen,
  'operator-errs': operators.operatorErrs,
  'operator-late': operators.operatorLate,
  'callbacks-again': operators.callbacksAgain,
  'receiver-down': lines.receiverDown,
  'receiver-errs': lines.receiverErrs,
  'cancel-runs': meddling('cancel'),
  'terminate-runs': meddling('terminate'),
  'reset-runs': meddling('reset'),
  'time-passes': lines.timePasses,
} as const satisfies Readonly<Record<string, Fault>>

export type FaultKind = keyof typeof faults

export const faultKinds = Object.keys(faults) as FaultKind[]

export function faultOf(kind: FaultKind): Fault {
  return faults[kind]
}
