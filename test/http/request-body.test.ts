import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import {
  eventually,
  exchange,
  payHeaders,
  received,
  refusal,
  startToyService,
  type ToyService,
} from './toy-service.ts'

const head = [
  'POST /v2/payments HTTP/1.1',
  'Host: a',
  'Authorization: Bearer key-secret',
  'Idempotency-Key: k1',
  'Content-Type: application/json',
].join('\r\n')

/** A valid payment of exactly that many bytes. */
function paymentOf(bytes: number): string {
  const frame = '{"amount":1,"currency":"XOF"}'
  return `{${' '.repeat(bytes - frame.length)}${frame.slice(1)}`
}

function chunked(body: string, size: number): string {
  const chunks: string[] = []
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.slice(at, at + size)
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  }
  return `${chunks.join('')}0\r\n\r\n`
}

describe('request body', () => {
  let service: ToyService
  before(async () => (service = await startToyService()))
  after(() => service.close())

  const pay = (
    body: string | Buffer<ArrayBuffer> | undefined,
    headers: Record<string, string> = payHeaders,
  ) => fetch(`${service.url}/v2/payments`, { method: 'POST', headers, body: body ?? null })

  it('32,768 bytes pass and 32,769 are 413, with an announced length', async () => {
    assert.equal((await pay(paymentOf(32_768))).status, 202)
    const answer = await refusal(pay(paymentOf(32_769)))
    assert.deepEqual([answer.status, answer.code], [413, 'request_too_large'])
  })

  it('32,768 bytes pass and 32,769 are 413, counted while they come in chunks', async () => {
    const send = (bytes: number, size: number) =>
      exchange(
        service.port,
        `${head}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
        chunked(paymentOf(bytes), size),
      )
    for (const size of [1000, 40_000]) {
      assert.match(await send(32_768, size), /^HTTP\/1\.1 202 /)
      assert.match(await send(32_769, size), /^HTTP\/1\.1 413 .*"request_too_large"/s)
    }
  })

  it('after a 413 the same connection goes on', async () => {
    const body = paymentOf(100_000)
    const next = 'GET /v2/open HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const announced = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const inChunks = `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body, 5000)}`
    for (const request of [announced, inChunks]) {
      const text = await exchange(service.port, request, next)
      assert.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 413', 'HTTP/1.1 200'])
    }
  })

  it('a body refused unread (401) does not stop the next request of the connection', async () => {
    const body = paymentOf(20_000)
    const text = await exchange(
      service.port,
      `POST /v2/payments HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`,
      body,
      'GET /v2/open HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    )
    assert.deepEqual(text.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 401', 'HTTP/1.1 200'])
  })

  it('who goes on sending after a 413 is cut off', async () => {
    const socket = connect(service.port, '127.0.0.1')
    const answer = received(socket)
    socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\n`)
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
    let sent = 0
    while (!socket.destroyed && sent < 1024) {
      sent += 1
      if (!socket.write(chunk))
        await Promise.race([new Promise((go) => socket.once('drain', go)), answer])
    }
    await answer
    assert.ok(sent < 1024, 'the connection took 64 MB')
  })

  it('a compressed body is refused, not inflated', async () => {
    for (const encoding of ['gzip', 'br', 'deflate', 'gzip, identity', 'x']) {
      const headers = { ...payHeaders, 'content-encoding': encoding }
      const answer = await refusal(pay(gzipSync(paymentOf(1000)), headers))
      assert.deepEqual([answer.status, answer.code], [400, 'invalid_content_encoding'], encoding)
    }
    const headers = { ...payHeaders, 'content-encoding': 'identity' }
    assert.equal((await pay(paymentOf(100), headers)).status, 202)
  })

  it('a body compressed on its way is refused too, and never read as if it were not', async () => {
    const send = (coding: string, body: string) =>
      exchange(
        service.port,
        `${head}\r\nConnection: close\r\nTransfer-Encoding: ${coding}\r\n\r\n`,
        chunked(body, 5000),
      )
    for (const coding of ['gzip, chunked', 'deflate,chunked', 'x, chunked']) {
      const text = await send(coding, paymentOf(100))
      assert.match(text, /^HTTP\/1\.1 400 .*"invalid_content_encoding"/s, coding)
    }
    for (const coding of ['chunked', 'Chunked', 'identity, chunked']) {
      assert.match(await send(coding, paymentOf(100)), /^HTTP\/1\.1 202 /, coding)
    }
  })

  it('the content type is JSON in UTF-8', async () => {
    const taken = [
      'application/json',
      'application/json; charset=utf-8',
      'APPLICATION/JSON;charset="UTF-8"',
    ]
    for (const type of taken) {
      assert.equal(
        (await pay(paymentOf(100), { ...payHeaders, 'content-type': type })).status,
        202,
        type,
      )
    }
    const refused = [
      'text/plain',
      'application/json; charset=latin1',
      'application/jsonx',
      'application/x-www-form-urlencoded',
      'json',
      ',application/json',
    ]
    for (const type of refused) {
      const answer = await refusal(pay(paymentOf(100), { ...payHeaders, 'content-type': type }))
      assert.deepEqual([answer.status, answer.code], [400, 'invalid_content_type'], type)
    }
    const latin = { ...payHeaders, 'content-type': 'application/json; charset=iso-8859-1' }
    assert.match(
      (await refusal(pay(paymentOf(100), latin))).message,
      /\u00A0: il n’est pas en UTF-8\.$/,
    )
    const { 'content-type': _type, ...untyped } = payHeaders
    assert.equal(
      (await refusal(pay(Buffer.from(paymentOf(100)), untyped))).code,
      'invalid_content_type',
    )
  })

  it('an empty body is no JSON where fields are required, and nothing where none are', async () => {
    const { 'content-type': _type, ...untyped } = payHeaders
    assert.equal((await refusal(pay(undefined, untyped))).code, 'invalid_json')
    const url = `${service.url}/v2/payments/1/cancel`
    const cancel = (init: RequestInit) =>
      fetch(url, { method: 'POST', headers: payHeaders, ...init })
    assert.equal((await cancel({ headers: untyped })).status, 200)
    assert.equal((await cancel({ body: '{}' })).status, 200)
    const more = await refusal(cancel({ body: '{"reason":"x"}' }))
    assert.deepEqual([more.status, more.code, more.details.field], [422, 'unknown_field', 'reason'])
  })

  it('bytes that are not UTF-8 are 400', async () => {
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([
        Buffer.from('{"amount":1,"currency":"XOF","description":"'),
        Buffer.from(bytes),
        Buffer.from('"}'),
      ])
      assert.equal((await refusal(pay(body))).code, 'invalid_json')
    }
    for (let round = 0; round < 100; round += 1) {
      const { status } = await refusal(pay(randomBytes(200)))
      assert.equal(status, 400)
    }
  })

  it('a client that leaves in the middle of its body is counted as gone, and nothing breaks', async () => {
    const measured = service.world.measured.length
    for (const part of ['', '{"amo', paymentOf(500).slice(0, 400)]) {
      const tokens = service.world.tokens.length
      const socket = connect(service.port, '127.0.0.1')
      socket.write(`${head}\r\nContent-Length: 500\r\n\r\n${part}`)
      await eventually(() => service.world.tokens.length > tokens)
      socket.destroy()
    }
    await eventually(() => service.world.measured.length === measured + 3)
    assert.deepEqual(
      service.world.measured.slice(measured).map(({ status }) => status),
      [499, 499, 499],
    )
    assert.equal((await pay(paymentOf(100))).status, 202)
  })
})
