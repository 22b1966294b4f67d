import { setCurrentDetails } from '@temporalio/workflow'
import { keepHouse } from './proxies.ts'

/** Deletes what has passed its retention period and creates the tables of the coming days: once for all workers. */
export async function housekeeping(): Promise<void> {
  setCurrentDetails('Deletes what is past its retention period.')
  await keepHouse()
  setCurrentDetails('Ended.')
}
