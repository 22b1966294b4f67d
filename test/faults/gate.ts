import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A TCP address in front of another, which passes everything on until it is told not to. */
export interface Gate {
  /** `host:port`. */
  readonly address: string
  /** From now on connections are taken and nothing is passed on, in either direction. */
  freeze(): void
  thaw(): void
  /** Cuts the lines that are open; new ones are taken. */
  cut(): void
  /** Cuts them, and every new one at once, as if nobody listened, until it is opened. */
  shut(): void
  /** Cuts them; of new ones it takes what is sent and cuts them then: a request has left, and gets no answer. */
  swallow(): void
  open(): void
  /** Nobody listens there any more: connections are refused, until it comes back. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Each piece comes so much later, in its order; 0 for at once. */
  slow(delayMs: number): void
  close(): Promise<void>
}

/** Opens a gate before `target` (`host:port`). */
export async function openGate(target: string): Promise<Gate> {
  const { hostname, port: targetPort } = new URL(`tcp://${target}`)
  const pairs = new Set<readonly [Socket, Socket]>()
  let isFrozen = false
  let isShut = false
  let isSwallowing = false
  let delayMs = 0
  const server = createServer((inner) => {
    if (isShut) return void inner.resetAndDestroy()
    if (isSwallowing) {
      inner.on('error', () => undefined)
      return void inner.once('data', () => inner.resetAndDestroy())
    }
    const outer = connect(Number(targetPort), hostname)
    const pair = [inner, outer] as const
    pairs.add(pair)
    if (isFrozen) pair.forEach((socket) => socket.pause())
    for (const [from, to] of [pair, [outer, inner]] as const) {
      passOn(from, to, () => delayMs)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      if (isFrozen) from.pause()
      from.unref()
    }
  })
  const listen = async (port: number): Promise<void> => {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    server.unref()
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const all = (act: (socket: Socket) => void): void => pairs.forEach((pair) => pair.forEach(act))
  const cut = (): void => all((socket) => socket.resetAndDestroy())
  return {
    address: `127.0.0.1:${port}`,
    freeze() {
      isFrozen = true
      all((socket) => socket.pause())
    },
    thaw() {
      isFrozen = false
      all((socket) => socket.resume())
    },
    cut,
    shut() {
      isShut = true
      cut()
    },
    swallow() {
      isSwallowing = true
      cut()
    },
    open() {
      isShut = false
      isSwallowing = false
    },
    async goAway() {
      cut()
      await once(server.close(), 'close')
    },
    comeBack: () => listen(port),
    slow(by) {
      delayMs = by
    },
    async close() {
      all((socket) => socket.destroy())
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

/** Whatever the delay is at each moment, no piece overtakes another. */
function passOn(from: Socket, to: Socket, delayMs: () => number): void {
  let waiting = 0
  let passed: Promise<unknown> = Promise.resolve()
  from.on('data', (chunk) => {
    const due = Date.now() + delayMs()
    if (waiting === 0 && delayMs() === 0) return void to.write(chunk)
    waiting += 1
    passed = passed
      .then(() => pause(Math.max(0, due - Date.now())))
      .then(() => {
        waiting -= 1
        to.write(chunk)
      })
  })
}
