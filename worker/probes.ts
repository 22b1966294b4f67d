import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createSocket } from 'node:net'
import type { Telemetry } from '#platform/telemetry.ts'

export interface WorkerProbes {
  readonly telemetry: Telemetry
  /** Where the native part of the Temporal SDK exposes its metrics: on this machine only. */
  readonly temporalFigures: string
  /** The readiness of the worker and of each part it depends on, by name. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>
}

type Answer = { readonly status: number; readonly text: string; readonly contentType: string }

/**
 * A worker's addresses for operations: `GET /healthz`, `/readyz`, and `/metrics` with the service's metrics and
 * Temporal's. Resolves to a function that stops it.
 */
export async function serveProbes(
  probes: WorkerProbes,
  address: { readonly host: string; readonly port: number },
): Promise<() => void> {
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/healthz': async () => json(200, { status: 'ok' }),
    '/readyz': async () => {
      const parts = await probes.readiness()
      const isReady = Object.values(parts).every(Boolean)
      return json(isReady ? 200 : 503, { status: isReady ? 'ok' : 'degraded', ...parts })
    },
    '/metrics': () => figures(probes),
  }
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    const path = request.url ?? ''
    const answer = request.method === 'GET' && Object.hasOwn(answers, path) && answers[path]
    if (!answer) {
      response.writeHead(404).end()
      return
    }
    answer().then(
      ({ status, text, contentType }) =>
        response.writeHead(status, { 'Content-Type': contentType }).end(text),
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

/** A free local address for the native part, which binds a port itself and cannot report which. */
export async function temporalFiguresAddress(): Promise<string> {
  const socket = createSocket().listen(0, loopback)
  await once(socket, 'listening')
  const address = socket.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise((resolve) => socket.close(resolve))
  return `${loopback}:${port}`
}

const loopback = '127.0.0.1'
const requestTimeoutMs = 5000
const figuresWithinMs = 2000

/** Our metrics are shown even if Temporal's cannot be read. */
async function figures({ telemetry, temporalFigures }: WorkerProbes): Promise<Answer> {
  const signal = AbortSignal.timeout(figuresWithinMs)
  const [{ text, contentType }, theirs] = await Promise.all([
    telemetry.expose(),
    fetch(`http://${temporalFigures}/metrics`, { signal })
      .then((answer) => answer.text())
      .catch(() => ''),
  ])
  return { status: 200, text: `${text}${theirs}`, contentType }
}

function json(status: number, body: object): Answer {
  return { status, text: JSON.stringify(body), contentType: 'application/json' }
}
