import assert from 'node:assert/strict'
import { PaymentService } from '#sdk/typescript/src/index.ts'
import { agentIn } from '#sdk/typescript/src/agent.ts'

describe('the library for JavaScript says who calls', () => {
  it('on servers, with the runtime and its version', () => {
    const node = { versions: { node: '24.1.0' } }
    const runtimes = {
      'node/24.1.0': { process: node },
      'bun/1.2.3': { process: node, Bun: { version: '1.2.3' } },
      'deno/2.1.0': { process: node, Deno: { version: { deno: '2.1.0' } } },
    }
    for (const [named, scope] of Object.entries(runtimes))
      assert.match(
        agentIn(scope) ?? '',
        new RegExp(`^payment-service-js/\\d+\\.\\d+\\.\\d+ ${named}$`),
      )
  })

  it('not in browsers, where a preflight would refuse the header, nor where the runtime is unknown', () => {
    const node = { versions: { node: '24.1.0' } }
    for (const scope of [
      {},
      { process: {} },
      { document: {}, process: node },
      { WorkerGlobalScope: {} },
    ])
      assert.equal(agentIn(scope), undefined)
  })

  it('in each call', async () => {
    const sent: unknown[] = []
    const payments = new PaymentService({
      apiKey: 'SKSANDBOX_secret',
      baseUrl: 'https://pay.example.com',
      fetch: async (_, init) => {
        sent.push(new Headers(init?.headers).get('user-agent'))
        return Response.json({ data: {}, meta: {} })
      },
    })
    await payments.call('GET /v2/session')
    assert.deepEqual(sent, [agentIn(globalThis)])
  })
})
