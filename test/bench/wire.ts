import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** One round trip: its statement, and the connection it went over. */
export interface Trip {
  readonly connection: number
  readonly text: string
}

/** What was sent to PostgreSQL, one statement a round trip, in order. */
export interface Wire {
  /** The database's URL through this wire. */
  readonly url: string
  /** What was sent since it was last asked; the list begins anew. */
  take(): Trip[]
  close(): Promise<void>
}

/** Opens an address in front of the database that passes everything on and reads what clients send. */
export async function openWire(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  let trips: Trip[] = []
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    const connection = (connections += 1)
    const reader = new FrontendReader((text) => trips.push({ connection, text }))
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', (chunk) => {
        if (from === client) reader.read(chunk)
        to.write(chunk)
      })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    take() {
      const taken = trips
      trips = []
      return taken
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}

/**
 * Commits that put something on the disk, each by the table that it writes first: of transactions with a writing
 * statement, and of such statements alone.
 */
export function writingCommits(trips: readonly Trip[]): readonly string[] {
  // What each open transaction wrote first; empty while it has written nothing.
  const open = new Map<number, string>()
  const commits: string[] = []
  for (const { connection, text } of trips) {
    const before = open.get(connection)
    if (/^\s*begin/i.test(text)) open.set(connection, '')
    else if (/^\s*(?:commit|rollback)/i.test(text)) {
      commits.push(...keptBy(text, before))
      open.delete(connection)
    } else if (writes.test(text)) {
      const first = firstWritten(text)
      if (before === undefined) commits.push(first)
      if (before === '') open.set(connection, first)
    }
  }
  return commits
}

const writes = /\b(?:insert into|update\s+[\w."]+\s|delete from|ledger_post)/i

/** What a transaction has written first, where it ends by a commit. */
function keptBy(text: string, first: string | undefined): readonly string[] {
  return first && /commit/i.test(text) ? [first] : []
}

function firstWritten(text: string): string {
  const written = /\b(?:insert into|(?<!for (?:no key )?)update|delete from)\s+([\w."]+)/i.exec(
    text,
  )
  return written?.[1]?.replaceAll('"', '') ?? 'others'
}

/**
 * Reads the client's half of PostgreSQL's protocol: a simple query, or what stands before a Sync, is one round trip. A
 * prepared statement is named by the text it was parsed from.
 */
class FrontendReader {
  #bytes: Buffer = Buffer.alloc(0)
  #isStarted = false
  #text = ''
  readonly #prepared = new Map<string, string>()
  readonly #note: (text: string) => void

  constructor(note: (text: string) => void) {
    this.#note = note
  }

  read(chunk: Buffer): void {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    for (;;) {
      const head = this.#isStarted ? 1 : 0
      if (this.#bytes.length < head + 4) return
      const length = head + this.#bytes.readUInt32BE(head)
      if (this.#bytes.length < length) return
      const message = this.#bytes.subarray(0, length)
      this.#bytes = this.#bytes.subarray(length)
      if (this.#isStarted) this.#message(String.fromCharCode(message[0] ?? 0), message.subarray(5))
      // Nothing but the start has no letter; we never ask for TLS here.
      this.#isStarted = true
    }
  }

  #message(letter: string, body: Buffer): void {
    if (letter === 'Q') this.#note(cString(body, 0))
    if (letter === 'P') {
      const name = cString(body, 0)
      this.#text = cString(body, Buffer.byteLength(name) + 1)
      this.#prepared.set(name, this.#text)
    }
    if (letter === 'B') {
      const portal = cString(body, 0)
      const name = cString(body, Buffer.byteLength(portal) + 1)
      this.#text = this.#prepared.get(name) ?? this.#text
    }
    if (letter === 'S') this.#note(this.#text)
  }
}

function cString(body: Buffer, from: number): string {
  return body.toString('utf8', from, body.indexOf(0, from))
}
