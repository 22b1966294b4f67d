import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

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
    } else if (!(await isFree(port, host))) {
      problems.push(
        `Port ${port} (${variable}) is in use: stop what holds it, or set ${variable} to a free port.`,
      )
    }
  }
  return problems
}

/** True if we can listen there. */
export async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/** Free ports of this machine, all different. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports: number[] = []
  for (const server of servers) {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port: 0, host: '127.0.0.1' }, resolve)
    })
    ports.push((server.address() as AddressInfo).port)
  }
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
