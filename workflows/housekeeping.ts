import { setCurrentDetails } from '@temporalio/workflow'
import { keepHouse } from './proxies.ts'

/** Forgets what has had its time, and makes the tables of the days to come: once for all workers. */
export async function housekeeping(): Promise<void> {
  setCurrentDetails('Forgets what has had its time.')
  await keepHouse()
  setCurrentDetails('Ended.')
}
