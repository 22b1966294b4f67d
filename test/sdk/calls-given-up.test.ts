import assert from 'node:assert/strict'
import { PaymentService } from '#sdk/typescript/src/index.ts'
import { sleep } from '#sdk/typescript/src/transport.ts'
import { type ScriptedAnswer, startScriptedService } from './scripted-service.ts'

const busy: ScriptedAnswer = { status: 503, headers: { 'Retry-After': '50' } }
const order = {
  amount: 1000,
  currency: 'XOF' as const,
  provider: 'auto',
  phone: '2290197000000',
  customer: { name: 'Awa Dossou', email: 'awa@example.com' },
}

describe('the library in TypeScript', () => {
  it('stops when it is told to in the pause before a retry, without another request', async () => {
    await withService([busy, busy], async (payments, requests) => {
      const stop = AbortSignal.timeout(2000)
      await assert.rejects(payments.collections.create(order, { signal: stop }), (error) => {
        return error === stop.reason
      })
      assert.equal(requests(), 1)
    })
  })

  it('begins no pause once it was told to stop', async () => {
    const told = AbortSignal.abort()
    await assert.rejects(sleep(60_000, told), (error) => error === told.reason)
  })

  it('calls a body that is no JSON a mistake of the program, not a payment that may have been made', async () => {
    await withService([busy], async (payments, requests) => {
      const metadata = { cart: 17n } as never
      await assert.rejects(payments.collections.create({ ...order, metadata }), TypeError)
      assert.equal(requests(), 0)
    })
  })
})

async function withService(
  script: readonly ScriptedAnswer[],
  work: (payments: PaymentService, requests: () => number) => Promise<void>,
): Promise<void> {
  const service = await startScriptedService([script])
  try {
    const apiKey = 'SKSANDBOX_scripted'
    const payments = new PaymentService({ apiKey, baseUrl: `${service.baseUrl}/0` })
    await work(payments, () => service.requestsOf(0).length)
  } finally {
    await service.stop()
  }
}
