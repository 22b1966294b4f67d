import assert from 'node:assert/strict'
import { PaymentService } from '#sdk/typescript/src/index.ts'

describe('an option of the TypeScript library that is undefined', () => {
  it('is the usual one: three more tries, 30 seconds for each', async () => {
    let calls = 0
    const payments = new PaymentService({
      apiKey: 'SKSANDBOX_secret',
      baseUrl: 'https://pay.example.com',
      ...({
        maxRetries: undefined,
        timeoutMs: undefined,
        maxRetryAfterSeconds: undefined,
      } as object),
      sleep: async () => {},
      fetch: async () => {
        calls += 1
        // Only a client that would never stop gets here.
        if (calls > 10) return Response.json({ data: {}, meta: {} })
        return Response.json({}, { status: 503 })
      },
    })
    await assert.rejects(payments.call('GET /v2/session'), { kind: 'server' })
    assert.equal(calls, 4)
  })

  it('counts as missing if it is the key: nothing is sent as "undefined"', () => {
    const make = (apiKey: unknown) =>
      new PaymentService({
        baseUrl: 'https://pay.example.com',
        ...({ apiKey } as { apiKey: string }),
      })
    for (const none of [undefined, null])
      assert.throws(() => make(none), { message: /^There is no key/ })
  })
})
