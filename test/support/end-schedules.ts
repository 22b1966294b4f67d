import { Client } from '@temporalio/client'
import {
  dailyProof,
  housekeeping,
  runReconciliation,
  standingOrderSchedule,
} from '#workflows/contract/schedules.ts'
import { connectTemporal } from './temporal-connection.ts'

/**
 * All tests share the server: it would keep starting scheduled runs every minute in a namespace that nobody serves
 * any more.
 */
export async function endSchedules({ schedule }: Client): Promise<void> {
  const ids: string[] = [dailyProof, runReconciliation, housekeeping].map(
    ({ scheduleId }) => scheduleId,
  )
  for await (const { scheduleId } of schedule.list())
    if (scheduleId.startsWith(standingOrderSchedule.prefix)) ids.push(scheduleId)
  for (const scheduleId of ids) {
    // A test may have deleted the schedule, or stopped the server.
    await schedule
      .getHandle(scheduleId)
      .delete()
      .catch(() => {})
  }
}

/** The same for processes of the service, once they have ended. */
export async function endSchedulesAt(temporalAddress: string, namespace: string): Promise<void> {
  const connection = await connectTemporal(temporalAddress)
  try {
    await endSchedules(new Client({ connection, namespace }))
  } finally {
    await connection.close()
  }
}
