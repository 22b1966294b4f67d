import { Connection } from '@temporalio/client'
import { connectClient, forgetfulOnceClosed, type TemporalClient } from '#platform/temporal.ts'

/** For inspecting runs; it may be closed while calls are in progress, as after a failed test. */
export async function connectTemporal(address: string): Promise<Connection> {
  return forgetfulOnceClosed(await Connection.connect({ address }))
}

/** A client of a namespace on a server that asks for no key and speaks without TLS. */
export function clientAt(temporalAddress: string, temporalNamespace: string): TemporalClient {
  const open = { temporalApiKey: undefined, temporalTls: undefined }
  return connectClient({ temporalAddress, temporalNamespace, ...open })
}
