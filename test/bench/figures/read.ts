import { alternate, costText } from '#test/bench/alternate.ts'
import type { Figure } from '#test/bench/figure.ts'
import { HttpClient, load } from '#test/bench/load.ts'

const rounds = 5
const atOnce = 16

/** `GET /v2/transactions/{id}` with a secret key, beside one select by key. */
export const read: Figure = {
  name: 'read',
  about: 'processor time of reading one transaction, beside a bare select; 16 clients',
  async measure(lab) {
    const scene = await lab.openService()
    const bare = await lab.startBare('api', { DATABASE_URL: await lab.createEmptyDatabase() })
    try {
      const api = await scene.startApi()
      const id = await scene.pay(api)
      const made = await new HttpClient(bare.baseUrl).must(202, {
        method: 'POST',
        path: '/payments',
        body: { amount: 1000, customer: { name: 'Awa Dossou' } },
      })
      const bareId = (JSON.parse(made.text) as { data: { id: string } }).data.id
      const headers = { Authorization: `Bearer ${scene.tenant.keys.secret}` }
      const postgres = lab.postgresPid
      const { ours, bare: base } = await alternate(
        {
          ours: {
            processes: { api: api.pid, postgres },
            run: () =>
              readMany({
                baseUrl: api.baseUrl,
                path: `/v2/transactions/${id}`,
                count: 800,
                headers,
              }),
          },
          bare: {
            processes: { api: bare.pid, postgres },
            run: () =>
              readMany({ baseUrl: bare.baseUrl, path: `/payments/${bareId}`, count: 2400 }),
          },
        },
        rounds,
      )
      return [
        {
          name: 'read',
          figure: ours.processor,
          unit: 'ms of processor',
          baseline: base.processor,
          goal: { atMost: 2 },
          parts: `${costText(ours)}; bare: ${costText(base)}`,
        },
      ]
    } finally {
      await bare.stop()
      await scene.stop()
    }
  },
}

interface Reads {
  readonly baseUrl: string
  readonly path: string
  readonly count: number
  readonly headers?: Readonly<Record<string, string>>
}

async function readMany({ baseUrl, path, count, headers = {} }: Reads) {
  const client = new HttpClient(baseUrl)
  try {
    return await load({ clients: atOnce, count }, async () => {
      await client.must(200, { path, headers })
    })
  } finally {
    client.close()
  }
}
