import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

export interface NameServer {
  /** `127.0.0.1:port`. */
  readonly server: string
  readonly queries: readonly string[]
  readonly close: () => Promise<void>
}

const typeA = 1
const typeAaaa = 28
const noSuchName = 3

/** A DNS server on loopback: a name's addresses, no addresses for others, and no answer at all for `silent.` names. */
export async function startNameServer(
  zone: Record<string, readonly string[]>,
): Promise<NameServer> {
  const queries: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const { name, type, end } = questionOf(query)
    queries.push(name)
    if (name.startsWith('silent.')) return
    const wanted = (zone[name] ?? []).filter((ip) => isIPv4(ip) === (type === typeA))
    const records = type === typeA || type === typeAaaa ? wanted : []
    const code = name in zone ? 0 : noSuchName
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 | code, 2)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    const answers = records.map((ip) => recordOf(type, ip))
    socket.send(
      Buffer.concat([header, query.subarray(12, end), ...answers]),
      peer.port,
      peer.address,
    )
  })
  await once(socket.bind(0, '127.0.0.1'), 'listening')
  const close = async (): Promise<void> => {
    await once(socket.close(), 'close')
  }
  return { server: `127.0.0.1:${socket.address().port}`, queries, close }
}

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (query.readUInt8(at) > 0) {
    const length = query.readUInt8(at)
    labels.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A record of the name asked for, to be kept for no time at all. */
function recordOf(type: number, ip: string): Buffer {
  const address = ipaddr.parse(ip).toByteArray()
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length, ...address])
}
