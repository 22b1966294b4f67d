import { Agent, request } from 'node:http'

/** What a number of clients saw, each of which asks again as soon as it is answered. */
export interface LoadResult {
  readonly done: number
  readonly seconds: number
  /** Of each operation, in milliseconds. */
  readonly latencies: readonly number[]
}

/** Does this so many times, by so many clients at once; the first failure ends it. */
export async function load(
  { clients, count }: { readonly clients: number; readonly count: number },
  operation: (number: number) => Promise<void>,
): Promise<LoadResult> {
  const latencies: number[] = []
  let next = 0
  const since = performance.now()
  const client = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      const from = performance.now()
      await operation(number)
      latencies.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { done: count, seconds: (performance.now() - since) / 1000, latencies }
}

export interface Ask {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly text: string
}

/** An HTTP client that keeps its connections and does nothing else: what it costs is the same for all. */
export class HttpClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1000 })
  readonly #baseUrl: string

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  /** A kept connection that the other side has closed meanwhile is no answer: it is asked once more, on another one. */
  async ask(ask: Ask): Promise<Answer> {
    for (;;) {
      const sent = await this.#send(ask)
      if (sent !== 'lost') return sent
    }
  }

  #send({ method = 'GET', path, headers = {}, body }: Ask): Promise<Answer | 'lost'> {
    const bytes = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const sent = request(this.#baseUrl + path, {
        agent: this.#agent,
        method,
        headers: {
          ...headers,
          ...(bytes !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(bytes)),
          }),
        },
      })
      sent.once('error', (error: NodeJS.ErrnoException) => {
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve('lost')
        else reject(error)
      })
      sent.once('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.once('error', reject)
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        )
      })
      sent.end(bytes)
    })
  }

  /** Fails unless it is answered with this status. */
  async must(status: number, ask: Ask): Promise<Answer> {
    const answer = await this.ask(ask)
    if (answer.status === status) return answer
    throw new Error(`${ask.method ?? 'GET'} ${ask.path}: ${answer.status} ${answer.text}`)
  }

  close(): void {
    this.#agent.destroy()
  }
}
