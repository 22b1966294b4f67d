import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Telemetry } from '#platform/telemetry.ts'

/** `GET /metrics` of a process without an API, on an address of those who run it; resolves to what stops it. */
export async function serveMetrics(
  telemetry: Telemetry,
  address: { readonly host: string; readonly port: number },
): Promise<() => void> {
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    telemetry.expose().then(
      ({ text, contentType }) => response.writeHead(200, { 'Content-Type': contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(address)
  await once(server, 'listening')
  return () => {
    server.close()
    server.closeAllConnections()
  }
}

const requestTimeoutMs = 5000
