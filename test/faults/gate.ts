import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP address in front of another, which passes everything on until it is told not to. */
export interface Gate {
  /** `host:port`. */
  readonly address: string
  /** From now on connections are taken and nothing is passed on, in either direction. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** Opens a gate before `target` (`host:port`). */
export async function openGate(target: string): Promise<Gate> {
  const { hostname, port: targetPort } = new URL(`tcp://${target}`)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isFrozen = false
  const server = createServer((inner) => {
    const outer = connect(Number(targetPort), hostname)
    const pair = [inner, outer] as const
    pairs.add(pair)
    if (isFrozen) pair.forEach((socket) => socket.pause())
    for (const [from, to] of [pair, [outer, inner]] as const) {
      from.on('data', (chunk) => void to.write(chunk))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      if (isFrozen) from.pause()
      from.unref()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  const all = (act: (socket: Socket) => void): void => pairs.forEach((pair) => pair.forEach(act))
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze() {
      isFrozen = true
      all((socket) => socket.pause())
    },
    thaw() {
      isFrozen = false
      all((socket) => socket.resume())
    },
    async close() {
      all((socket) => socket.destroy())
      await once(server.close(), 'close')
    },
  }
}
