import { collectionCall } from '#test/support/call.ts'
import type { FaultScene } from '#test/faults/scene.ts'
import type { ApiProcess, ServiceProcess } from '#test/support/processes.ts'
import type { Figure, Row } from './figure.ts'
import type { Lab } from './lab.ts'
import { HttpClient } from './load.ts'

/** What measures on a service of the lab, which is stopped afterwards. */
export function onService(
  measure: (scene: FaultScene, lab: Lab) => Promise<readonly Row[]>,
): Figure['measure'] {
  return async (lab) => {
    const scene = await lab.openService()
    try {
      return await measure(scene, lab)
    } finally {
      await scene.stop()
    }
  }
}

/** API and worker of a scene, apart, and its merchant's endpoint: payments are followed to the webhook. */
export interface Running {
  readonly api: ApiProcess
  readonly worker: ServiceProcess
  /** One collection, accepted; its id. */
  accept(key?: string): Promise<string>
  /** One collection, until its webhook has arrived; when it did, in milliseconds since 1970. */
  complete(): Promise<{ readonly id: string; readonly arrivedAt: number }>
  close(): void
}

/** Starts both; `changes` are variables of `.env.example`. */
export async function startRunning(
  scene: FaultScene,
  changes: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const [api, worker] = await Promise.all([scene.startApi(changes), scene.startWorker(changes)])
  await scene.createEndpoint(api)
  const arrivals = new Arrivals()
  scene.mailbox.answerWith(({ transactionId }, response) => {
    response.writeHead(204).end()
    arrivals.note(transactionId)
  })
  const client = new HttpClient(api.baseUrl)
  const accept = (key = scene.tenant.keys.secret): Promise<string> => acceptBy(client, key)
  return {
    api,
    worker,
    accept,
    async complete() {
      const id = await accept()
      return { id, arrivedAt: await arrivals.of(id) }
    },
    close: () => client.close(),
  }
}

/** One accepted collection; its id. */
export async function acceptBy(client: HttpClient, key: string): Promise<string> {
  const { path, body, headers } = collectionCall(key)
  const answer = await client.must(202, {
    method: 'POST',
    path,
    body,
    headers: { ...headers, Authorization: `Bearer ${key}` },
  })
  return (JSON.parse(answer.text) as { data: { id: string } }).data.id
}

/** When each was first heard of, whoever asks before or after. */
export class Arrivals {
  readonly #known = new Map<string, number>()
  readonly #awaited = new Map<string, (at: number) => void>()

  note(id: string): void {
    if (this.#known.has(id)) return
    const at = now()
    this.#known.set(id, at)
    this.#awaited.get(id)?.(at)
    this.#awaited.delete(id)
  }

  of(id: string): Promise<number> {
    const known = this.#known.get(id)
    if (known !== undefined) return Promise.resolve(known)
    return new Promise((resolve) => this.#awaited.set(id, resolve))
  }
}

/** Milliseconds since 1970, with their fractions. */
export function now(): number {
  return performance.timeOrigin + performance.now()
}

/** When the end of a payment was committed, in milliseconds since 1970. */
export async function endCommittedAt(scene: FaultScene, id: string): Promise<number> {
  const { rows } = await scene.database.pool.query<{ at: number }>(
    `select extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at from event
     where transaction_id = $1 order by created_at limit 1`,
    [id],
  )
  return rows[0]?.at ?? Number.NaN
}

/** The first delivery of a payment's events; undefined until there is one. */
export async function deliveryOf(
  { database }: FaultScene,
  transactionId: string,
): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select d.id from webhook_delivery d join event e on e.id = d.event_id
     where e.transaction_id = $1 order by d.created_at limit 1`,
    [transactionId],
  )
  return rows[0]?.id
}
