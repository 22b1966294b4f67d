import { createServer } from 'node:net'

/** A port that must be free, and the variable that changes it. */
export type WantedPort = { readonly variable: string; readonly port: number; readonly host: string }

/** One line for each port that another program uses, and for two of our servers that want the same. */
export async function portProblems(wanted: readonly WantedPort[]): Promise<readonly string[]> {
  const problems: string[] = []
  for (const [index, { variable, port, host }] of wanted.entries()) {
    const twin = wanted.slice(0, index).find((other) => other.port === port)
    if (twin !== undefined) {
      problems.push(
        `${variable} and ${twin.variable} are both ${port}: set one of them to another port.`,
      )
    } else {
      const code = await refusalOf(port, host)
      if (code !== undefined) problems.push(problemText({ variable, port, host }, code))
    }
  }
  return problems
}

function problemText({ variable, port, host }: WantedPort, code: string): string {
  const what = `Port ${port} (${variable})`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `${what} cannot be used: ${host} is no address of this machine. Set HOST to one that is.`
  if (code === 'EACCES')
    return `${what} is not for this user: set ${variable} to a port from 1024 on.`
  return `${what} is in use: stop what holds it, or set ${variable} to a free port.`
}

/** True if we can listen there. */
export async function isFree(port: number, host: string): Promise<boolean> {
  return (await refusalOf(port, host)) === undefined
}

/** Why we cannot listen there, as the system names it; undefined if we can. */
function refusalOf(port: number, host: string): Promise<string | undefined> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}

/** The port of an address that a server of ours had on this machine, if it is still free; otherwise 0, for any. */
export async function keptPort(earlier: string | undefined): Promise<number> {
  const port = earlier === undefined ? 0 : Number(new URL(earlier).port)
  return (await isFree(port, '127.0.0.1')) ? port : 0
}

/**
 * Free ports of this machine, all different, for servers that may start later. They lie below those that a system gives
 * to outgoing connections, which could take one meanwhile; and each process takes them from a block of its own.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  block ??= claimBlock(process.pid)
  const start = await block
  const ports: number[] = []
  for (let tries = 0; ports.length < count; tries += 1) {
    if (tries === blockSize) throw new Error('No free port is left for this process.')
    const port = start + 1 + (given % (blockSize - 1))
    given += 1
    if (await isFree(port, '127.0.0.1')) ports.push(port)
  }
  return ports
}

const lowestPort = 10_000
const blocks = 220
const blockSize = 100
let block: Promise<number> | undefined
let given = 0

/** The first port of a block that is ours until we end: we listen there, so that no other process takes the block. */
export async function claimBlock(wanted: number): Promise<number> {
  for (let tries = 0; tries < blocks; tries += 1) {
    const port = lowestPort + ((wanted + tries) % blocks) * blockSize
    if (await holds(port)) return port
  }
  throw new Error('No block of ports is left for this process.')
}

function holds(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true))
    server.unref()
  })
}
