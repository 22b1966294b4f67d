import assert from 'node:assert/strict'
import type { Writable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { certificates, needsOpenssl } from './certificates.ts'
import { startReceiver, startTlsTalker } from './receiver.ts'
import { sendTo } from './sends.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const megabyte = 2 ** 20
const growthMax = 20 * megabyte

/** Runs it and returns its result, having seen that memory grew by less than 20 MB, meanwhile and for good. */
async function withinMemory<T>(work: () => Promise<T>): Promise<T> {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  collectGarbage()
  const before = used()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, used())), 5)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    collectGarbage()
    assert.ok(peak - before < growthMax, `${(peak - before) / megabyte} MB meanwhile`)
    assert.ok(used() - before < growthMax, `${(used() - before) / megabyte} MB for good`)
  }
}

describe('webhooks: large answers', () => {
  before(needsOpenssl)

  const block = Buffer.alloc(64 * 1024, 'a')

  it('of a gigabyte, 500 characters are kept and little more is read', async () => {
    let written = 0
    const receiver = await startReceiver((_, response) => {
      response.writeHead(200, { 'content-length': 2 ** 30 })
      pour(response, block, (bytes) => (written += bytes))
    })
    const result = await withinMemory(() => sendTo(receiver))
    assert.equal(result.outcome, 'delivered')
    assert.equal(result.extract, 'a'.repeat(500))
    assert.ok(written < growthMax, `${written} bytes left the receiver`)
    await receiver.close()
  })

  it('an endless chunked body is cut too', async () => {
    const receiver = await startReceiver((_, response) => pour(response, block, () => {}))
    const result = await withinMemory(() => sendTo(receiver))
    assert.equal(result.extract?.length, 500)
    await receiver.close()
  })

  it('a compressed body is never inflated: it has no extract', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * megabyte))
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, gzip', 'x-unknown']) {
      const receiver = await startReceiver((_, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
      })
      const result = await withinMemory(() => sendTo(receiver))
      assert.deepEqual([result.outcome, result.extract], ['delivered', null])
      await receiver.close()
    }
  })

  it('a million headers are cut at 16 KB: no answer', async () => {
    const receiver = await startTlsTalker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      pour(socket, Buffer.from('X-A: b\r\n'.repeat(8192)), () => {})
    })
    const result = await withinMemory(() => sendTo(receiver))
    assert.deepEqual([result.outcome, result.error], ['failed', 'response_invalid'])
    await receiver.close()
  })

  for (const [what, piece] of [
    ['interim answers', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['blank lines', '\r\n'],
  ] as const) {
    it(`endless ${what}, as fast as they are read, are given up long before the deadline`, async () => {
      const receiver = await startTlsTalker((socket) => {
        pour(socket, Buffer.from(piece.repeat(2000)), () => {})
      })
      const result = await withinMemory(() => sendTo(receiver, {}, { deadlineMs: 60_000 }))
      assert.deepEqual([result.outcome, result.error], ['failed', 'response_invalid'])
      await receiver.allClosed()
      await receiver.close()
    }).timeout(90_000)
  }

  for (const [what, kilobytes, outcome] of [
    ['15 KB of headers are read', 15, 'delivered'],
    ['17 KB of headers are refused', 17, 'failed'],
  ] as const) {
    it(what, async () => {
      const receiver = await startReceiver((_, response) => {
        response.writeHead(200, { 'x-large': 'h'.repeat(kilobytes * 1024) }).end()
      })
      assert.equal((await sendTo(receiver)).outcome, outcome)
      await receiver.close()
    })
  }

  it('three hundred bad certificates leave no socket and no memory behind', async () => {
    const receiver = await startReceiver((_, response) => response.end(), certificates().selfSigned)
    const open = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
    // Of services that this process shares with other files.
    const before = open()
    await sendTo(receiver)
    await withinMemory(async () => {
      for (let sent = 0; sent < 300; sent += 20) {
        const results = await Promise.all(Array.from({ length: 20 }, () => sendTo(receiver)))
        assert.ok(results.every(({ error }) => error === 'tls_invalid'))
        collectGarbage()
      }
    })
    assert.equal(receiver.requests.length, 0)
    await receiver.close()
    // The services open a few of their own meanwhile; one in ten left behind would be thirty.
    const most = before + 20
    for (let turns = 0; turns < 10_000 && open() > most; turns += 1) await turn()
    assert.ok(open() <= most, `${open()} sockets, ${before} before`)
  }).timeout(60_000)
})

/** Writes the block again and again, as fast as it is read, until the other side leaves. */
function pour(to: Writable, block: Buffer, onWritten: (bytes: number) => void): void {
  const more = (): void => {
    while (!to.destroyed) {
      onWritten(block.length)
      if (!to.write(block)) return
    }
  }
  to.on('drain', more).on('error', () => {})
  more()
}
