import { once } from 'node:events'
import type { Profiler } from 'node:inspector'
import type { ServiceProcess } from '#test/support/processes.ts'

/** What a process needs in its environment to be looked into; its address is then among what it prints. */
export const inspectable = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

const everyMicroseconds = 500

/** Samples what the process runs while `work` runs: a profile of its main thread, and one of all its other JavaScript threads. */
export async function sampled(
  process: ServiceProcess,
  work: () => Promise<void>,
): Promise<readonly Profiler.Profile[]> {
  const inspector = await Inspector.open(process)
  try {
    const targets = [inspector.main, ...(await inspector.threads())]
    for (const post of targets) {
      await post('Profiler.enable')
      await post('Profiler.setSamplingInterval', { interval: everyMicroseconds })
      await post('Profiler.start')
    }
    await work()
    return await Promise.all(
      targets.map(
        async (post) => ((await post('Profiler.stop')) as { profile: Profiler.Profile }).profile,
      ),
    )
  } finally {
    inspector.close()
  }
}

type Post = (method: string, params?: object) => Promise<unknown>

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly sessionId: string; readonly message?: string }
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Node's inspector over its WebSocket. Threads are asked through the main one, in messages within messages. */
class Inspector {
  readonly #socket: WebSocket
  readonly #asked = new Map<number, (answer: Message) => void>()
  readonly #sessions: string[] = []
  #last = 0
  readonly main: Post = (method, params = {}) =>
    this.#ask({ method, params }, (text) => this.#socket.send(text))

  static async open(process: ServiceProcess): Promise<Inspector> {
    const [, address] = /Debugger listening on (ws:\S+)/.exec(process.output()) ?? []
    if (address === undefined) throw new Error(`${process.name} has no inspector.`)
    const socket = new WebSocket(address)
    await once(socket, 'open')
    return new Inspector(socket)
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#hear(String(data)))
  }

  /** One for each JavaScript thread besides the main one: those in which a worker's workflows run. */
  async threads(): Promise<readonly Post[]> {
    await this.main('NodeWorker.enable', { waitForDebuggerOnStart: false })
    return this.#sessions.map(
      (sessionId): Post =>
        (method, params = {}) =>
          this.#ask({ method, params }, (message) => {
            void this.main('NodeWorker.sendMessageToWorker', { sessionId, message })
          }),
    )
  }

  close(): void {
    this.#socket.close()
  }

  async #ask(message: object, send: (text: string) => void): Promise<unknown> {
    const id = (this.#last += 1)
    const answer = await new Promise<Message>((resolve) => {
      this.#asked.set(id, resolve)
      send(JSON.stringify({ id, ...message }))
    })
    if (answer.error !== undefined) throw new Error(answer.error.message)
    return answer.result
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as Message
    if (message.id !== undefined) {
      this.#asked.get(message.id)?.(message)
      this.#asked.delete(message.id)
    }
    const { method, params } = message
    if (method === 'NodeWorker.attachedToWorker' && params) this.#sessions.push(params.sessionId)
    if (method === 'NodeWorker.receivedMessageFromWorker') this.#hear(params?.message ?? '{}')
  }
}
