import { randomUUID } from 'node:crypto'
import { alternate, processorRow } from '#test/bench/alternate.ts'
import type { Figure } from '#test/bench/figure.ts'
import { HttpClient, load } from '#test/bench/load.ts'
import { onService } from '#test/bench/service.ts'

const rounds = 5
const atOnce = 16
/** Different ones are read at once, by both. */
const transactions = 40

/** `GET /v2/transactions/{id}` with a secret key, beside one select by key. */
export const read: Figure = {
  name: 'read',
  about: 'processor time of reading one transaction, beside a bare select; 16 clients',
  measure: onService(async (scene, lab) => {
    const bare = await lab.startBare('api', { DATABASE_URL: await lab.createEmptyDatabase() })
    try {
      const api = await scene.startApi()
      const ids: string[] = []
      while (ids.length < transactions) ids.push(await scene.pay(api))
      const bareIds: string[] = []
      while (bareIds.length < transactions) bareIds.push(await payBare(bare.baseUrl))
      const headers = { Authorization: `Bearer ${scene.tenant.keys.secret}` }
      const postgres = lab.postgresPid
      const sides = await alternate(
        {
          ours: {
            processes: { api: api.pid, postgres },
            run: () =>
              readMany({
                baseUrl: api.baseUrl,
                paths: ids.map((id) => `/v2/transactions/${id}`),
                count: 800,
                headers,
              }),
          },
          bare: {
            processes: { api: bare.pid, postgres },
            run: () =>
              readMany({
                baseUrl: bare.baseUrl,
                paths: bareIds.map((id) => `/payments/${id}`),
                count: 2400,
              }),
          },
        },
        rounds,
      )
      return [processorRow('read', sides, { atMost: 2 })]
    } finally {
      await bare.stop()
    }
  }),
}

interface Reads {
  readonly baseUrl: string
  /** Read in turn. */
  readonly paths: readonly string[]
  readonly count: number
  readonly headers?: Readonly<Record<string, string>>
}

async function payBare(baseUrl: string): Promise<string> {
  const client = new HttpClient(baseUrl)
  try {
    const body = { amount: 1000, customer: { name: 'Awa Dossou' } }
    const headers = { 'Idempotency-Key': randomUUID() }
    const made = await client.must(202, { method: 'POST', path: '/payments', headers, body })
    return (JSON.parse(made.text) as { data: { id: string } }).data.id
  } finally {
    client.close()
  }
}

async function readMany({ baseUrl, paths, count, headers = {} }: Reads) {
  const client = new HttpClient(baseUrl)
  try {
    return await load({ clients: atOnce, count }, async (number) => {
      await client.must(200, { path: paths[number % paths.length] ?? '', headers })
    })
  } finally {
    client.close()
  }
}
