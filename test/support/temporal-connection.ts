import { Connection } from '@temporalio/client'
import { forgetfulOnceClosed } from '#platform/temporal-closing.ts'

/** For looking at runs; it may be closed whatever is under way on it, as when a test has failed. */
export async function connectTemporal(address: string): Promise<Connection> {
  return forgetfulOnceClosed(await Connection.connect({ address }))
}
