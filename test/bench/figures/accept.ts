import { randomUUID } from 'node:crypto'
import { collectionCall } from '#test/support/call.ts'
import type { FaultScene } from '#test/faults/scene.ts'
import { alternate, costText, processorRow, type Side, type Sides } from '#test/bench/alternate.ts'
import type { Figure, Row } from '#test/bench/figure.ts'
import type { Lab } from '#test/bench/lab.ts'
import { HttpClient, load } from '#test/bench/load.ts'

const rounds = 5
const atOnce = 16

/** `POST /v2/collections`, all checks on; the start of the workflow, after the answer, is paid for too. */
export const accept: Figure = {
  name: 'accept',
  about: 'processor time of an accepted collection, beside a bare one; 16 clients',
  measure: (lab) => beside(lab, { clients: atOnce, counts: { ours: 320, bare: 960 } }, costRow),
}

/** The same, one client. */
export const acceptLatency: Figure = {
  name: 'accept-latency',
  about: 'how long one client waits for the answer, beside a bare one',
  measure: (lab) => beside(lab, { clients: 1, counts: { ours: 150, bare: 300 } }, latencyRows),
}

function costRow(sides: Sides): readonly Row[] {
  return [processorRow('accept', sides, { atMost: 2 })]
}

function latencyRows({ ours, bare }: Sides): readonly Row[] {
  const row = { unit: 'ms', parts: costText(ours) }
  return [
    {
      name: 'accept-latency/p50',
      figure: ours.p50,
      baseline: bare.p50,
      goal: { atMost: 2.5 },
      ...row,
    },
    {
      name: 'accept-latency/p99',
      figure: ours.p99,
      baseline: bare.p99,
      goal: { atMost: 3 },
      ...row,
    },
  ]
}

async function beside(
  lab: Lab,
  { clients, counts }: { clients: number; counts: { ours: number; bare: number } },
  rowsOf: (sides: Sides) => readonly Row[],
): Promise<readonly Row[]> {
  const scene = await lab.openService()
  const bare = await lab.startBare('api', { DATABASE_URL: await lab.createEmptyDatabase() })
  try {
    const api = await scene.startApi()
    const postgres = lab.postgresPid
    const sides = {
      ours: {
        processes: { api: api.pid, postgres },
        run: () => acceptMany(scene, api, { clients, count: counts.ours }),
      },
      bare: {
        processes: { api: bare.pid, postgres },
        run: () => acceptBare(bare.baseUrl, { clients, count: counts.bare }),
      },
    } satisfies Record<string, Side>
    return rowsOf(await alternate(sides, rounds))
  } finally {
    await bare.stop()
    await scene.stop()
  }
}

type Amount = { readonly clients: number; readonly count: number }

async function acceptMany(
  scene: FaultScene,
  { baseUrl }: { readonly baseUrl: string },
  amount: Amount,
) {
  const client = new HttpClient(baseUrl)
  try {
    return await load(amount, async () => {
      const { path, body, headers, key } = collectionCall(scene.tenant.keys.secret)
      await client.must(202, {
        method: 'POST',
        path,
        body,
        headers: { ...headers, Authorization: `Bearer ${key}` },
      })
    })
  } finally {
    client.close()
  }
}

async function acceptBare(baseUrl: string, amount: Amount) {
  const client = new HttpClient(baseUrl)
  const { body } = collectionCall('')
  try {
    return await load(amount, async () => {
      const headers = { 'Idempotency-Key': randomUUID() }
      await client.must(202, { method: 'POST', path: '/payments', body, headers })
    })
  } finally {
    client.close()
  }
}
