import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyWebhook, type WebhookEvent } from '#sdk/typescript/src/index.ts'

/** The secret that deliveries to it are signed with. */
export const shopSecret = '3f6c8f52-6c1e-4ef8-9a5b-0d1c2e3f4a5b'

/** A merchant’s server on loopback; `seen` are the events that it believed, each id once, in order of arrival. */
export interface Shop {
  readonly url: string
  readonly server: Server
  readonly seen: () => WebhookEvent[]
}

/** Starts it; close its server in the end. */
export async function startShop(): Promise<Shop> {
  const events = new Map<string, WebhookEvent>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      verifyWebhook(Buffer.concat(chunks), request.headers, { secrets: shopSecret }).then(
        (event) => {
          if (!events.has(event.id)) events.set(event.id, event)
          response.writeHead(200).end()
        },
        () => response.writeHead(400).end(),
      )
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hooks`, server, seen: () => [...events.values()] }
}

/** The transaction that an event tells of. */
export function transactionOf({ data }: WebhookEvent): string | undefined {
  return 'transactionId' in data ? data.transactionId : undefined
}
