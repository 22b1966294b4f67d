import type { Pool, PoolClient } from 'pg'

/** The statements that a pool has sent since the last call, one round trip each. */
export interface StatementCount {
  /** Their texts in order; empties the list. */
  take(): string[]
}

/** Listens to everything sent through a pool, inside and outside of transactions. */
export function countStatements(pool: Pool): StatementCount {
  const heard = new WeakSet<PoolClient>()
  let texts: string[] = []
  pool.on('acquire', (client) => {
    if (heard.has(client)) return
    heard.add(client)
    const send = client.query.bind(client) as (...sent: unknown[]) => unknown
    Reflect.set(client, 'query', (...sent: unknown[]) => {
      texts.push(textOf(sent[0]))
      return send(...sent)
    })
  })
  return {
    take() {
      const taken = texts
      texts = []
      return taken
    },
  }
}

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent
  return typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : ''
}
