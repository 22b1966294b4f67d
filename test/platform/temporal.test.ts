import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createHttp2Server } from 'node:http2'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { readEnv } from '#platform/env.ts'
import {
  listSearchAttributes,
  registerSearchAttributes,
} from '#platform/temporal-search-attributes.ts'
import {
  connectClient,
  temporalConnectionOptions,
  type TemporalClient,
} from '#platform/temporal.ts'
import { sharedStack } from '#test/support/stack.ts'
import { startOwnTemporal } from '#test/support/stack-temporal.ts'

const quickMs = 10_000

function clientOf(address: string, namespace = 'default'): TemporalClient {
  return connectClient(readEnv({ TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace }))
}

async function durationMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

describe('Temporal client', () => {
  it('connects while Temporal is down, says so at each call, and closes with calls under way', async () => {
    const temporal = clientOf('127.0.0.1:1')
    assert.equal(await temporal.isReachable(), false)
    const calls = Array.from({ length: 20 }, () => temporal.isReachable())
    assert.ok((await durationMs(() => temporal.close())) < quickMs)
    assert.ok((await Promise.all(calls)).every((answer) => !answer))
    await assert.rejects(
      temporal.call(() => Promise.resolve()),
      /closed/,
    )
  })

  it('is closed with a call under way that nobody waits for: its repeat goes nowhere, and the process lives on', async () => {
    const unavailable = createHttp2Server((_, { stream }) =>
      stream.respond(
        { 'content-type': 'application/grpc', 'grpc-status': '14' },
        { endStream: true },
      ),
    )
    await once(unavailable.listen(0, '127.0.0.1'), 'listening')
    const temporal = clientOf(`127.0.0.1:${(unavailable.address() as AddressInfo).port}`)
    const repeated = Promise.withResolvers<void>()
    let tries = 0
    // Between what repeats and what goes out.
    temporal.connection.options.interceptors?.splice(1, 0, (options, nextCall) => {
      tries += 1
      if (tries === 2) repeated.resolve()
      return nextCall(options) as never
    })
    const asked = temporal.connection.workflowService.getSystemInfo({})
    await once(unavailable, 'stream')
    await temporal.close()
    await repeated.promise
    unavailable.close()
    const answered = asked.then(
      () => 'answered',
      () => 'refused',
    )
    const never = new Promise((resolve) => setImmediate(() => resolve('never')))
    assert.equal(await Promise.race([answered, never]), 'never')
  })

  it('gives a call up at its deadline when Temporal takes connections and never answers', async () => {
    const sockets: Socket[] = []
    const hole = createServer((socket) => sockets.push(socket))
    await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve))
    const temporal = clientOf(`127.0.0.1:${(hole.address() as AddressInfo).port}`)
    assert.ok((await durationMs(() => temporal.isReachable())) < quickMs)
    await temporal.close()
    for (const socket of sockets) socket.destroy()
    hole.close()
  })

  it('finds Temporal again after it was killed and came back', async () => {
    const own = await startOwnTemporal()
    const temporal = clientOf(own.address)
    assert.equal(await temporal.isReachable(), true)
    await own.kill()
    assert.equal(await temporal.isReachable(), false)
    await own.restart()
    const back = await durationMs(async () => {
      while (!(await temporal.isReachable()));
    })
    assert.ok(back < quickMs, `${back} ms`)
    await temporal.close()
    await own.stop()
  })

  it('adds the search attributes that are missing, once, though two processes try at once', async () => {
    const stack = await sharedStack()
    const namespace = await stack.createNamespace()
    const temporal = clientOf(stack.temporalAddress, namespace)
    const attributes = { Colour: 'Keyword', Weight: 'Int' } as const
    const added = await Promise.all([
      registerSearchAttributes(temporal, namespace, attributes),
      registerSearchAttributes(temporal, namespace, attributes),
    ])
    assert.ok(added.flat().length >= 2)
    assert.deepEqual(await registerSearchAttributes(temporal, namespace, attributes), [])
    const known = await listSearchAttributes(temporal, namespace)
    for (const name of ['Colour', 'Weight', 'ServiceEnv']) assert.ok(known.has(name))
    await temporal.close()
  })

  it('names the PEM file that it cannot read', () => {
    const env = readEnv({
      TEMPORAL_ADDRESS: 'localhost:7233',
      TEMPORAL_TLS_SERVER_CA_CERT_PATH: '/none/ca.pem',
    })
    assert.throws(
      () => temporalConnectionOptions(env),
      /^EnvError: TEMPORAL_TLS_SERVER_CA_CERT_PATH/,
    )
  })
})
