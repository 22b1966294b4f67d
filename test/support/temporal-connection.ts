import { Connection } from '@temporalio/client'
import { forgetfulOnceClosed } from '#platform/temporal-closing.ts'

/** For inspecting runs; it may be closed while calls are in progress, as after a failed test. */
export async function connectTemporal(address: string): Promise<Connection> {
  return forgetfulOnceClosed(await Connection.connect({ address }))
}
