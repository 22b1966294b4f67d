import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sharedStack } from '#test/support/stack.ts'
import { HttpClient } from '#test/bench/load.ts'
import type { Lab } from '#test/bench/lab.ts'
import { Arrivals } from '#test/bench/service.ts'

/** The bare workflows of a namespace of their own, and who hears of their ends. */
export interface BarePayments {
  readonly pid: number
  readonly namespace: string
  /** Starts one; its workflow, and when its end was heard of, in milliseconds since 1970. */
  complete(
    kind: 'payment' | 'delivery',
  ): Promise<{ readonly workflowId: string; readonly arrivedAt: number }>
  /** Starts one and waits for no more. */
  start(kind: 'payment' | 'delivery'): Promise<void>
  close(): Promise<void>
}

export async function openBarePayments(lab: Lab): Promise<BarePayments> {
  const arrivals = new Arrivals()
  const receiver = createServer((request, response) => {
    response.writeHead(204).end()
    request.resume()
    arrivals.note((request.url ?? '').slice(1))
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  const stack = await sharedStack()
  const namespace = await stack.createNamespace()
  const worker = await lab.startBare('worker', {
    TEMPORAL_ADDRESS: stack.temporalAddress,
    TEMPORAL_NAMESPACE: namespace,
    RECEIVER: `http://127.0.0.1:${port}`,
  })
  const client = new HttpClient(worker.baseUrl)
  const start = async (kind: string): Promise<string> => {
    const id = randomUUID()
    await client.must(202, { path: `/${kind}/${id}` })
    return id
  }
  return {
    pid: worker.pid,
    namespace,
    start: async (kind) => void (await start(kind)),
    async complete(kind) {
      const id = await start(kind)
      return { workflowId: `${kind}/${id}`, arrivedAt: await arrivals.of(id) }
    },
    async close() {
      client.close()
      await worker.stop()
      receiver.closeAllConnections()
      receiver.close()
    },
  }
}
