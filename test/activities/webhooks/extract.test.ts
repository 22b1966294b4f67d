import assert from 'node:assert/strict'
import fc from 'fast-check'
import { cleanExtract } from '#activities/webhooks/extract.ts'
import { newWebhookSecret, sealPayload } from '#db/seal.ts'
import { needsOpenssl } from './certificates.ts'
import { startReceiver } from './receiver.ts'
import { aRequest, sendTo } from './sends.ts'

describe('webhooks: the extract of an answer', () => {
  before(needsOpenssl)

  it('has 500 characters at most, without controls or lone surrogates, whatever came', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\u0000',
      '\u001b',
      '\u0085',
      '\u202e',
      '\ud83d',
      '\udc4b',
      '👋',
      'é',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 1500, size: 'max' }), (text) => {
        const extract = cleanExtract(text, [])
        assert.ok(extract === null || (extract.length > 0 && extract.length <= 500))
        assert.ok(extract?.isWellFormed() ?? true)
        assert.doesNotMatch(extract ?? '', /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u)
      }),
      { numRuns: 500 },
    )
  })

  it('a character of two halves is never cut in two', () => {
    assert.equal(cleanExtract(`${'a'.repeat(499)}👋`, []), 'a'.repeat(499))
    assert.equal(cleanExtract(`${'a'.repeat(498)}👋b`, []), `${'a'.repeat(498)}👋`)
  })

  it('line ends and tabs become spaces; colours, NUL, bells and turned writing go', () => {
    assert.equal(cleanExtract('one\r\n\ttwo\u2028three', []), 'one two three')
    assert.equal(cleanExtract('\u001b[31mred\u0007\u0000\u202E\u200B', []), '[31mred')
    assert.equal(cleanExtract(' \r\n\u0000', []), null)
  })

  it('markup stays as text: the page that shows it escapes it', () => {
    assert.equal(cleanExtract('<script>alert(1)</script>', []), '<script>alert(1)</script>')
  })

  it('bytes that are no text become replacement characters', async () => {
    const receiver = await startReceiver((_, response) =>
      response.end(Buffer.from([0x6f, 0x6b, 0xff, 0xfe, 0x00, 0xc3])),
    )
    assert.equal((await sendTo(receiver)).extract, 'ok\uFFFD\uFFFD')
    await receiver.close()
  })

  describe('masks what a receiver echoes', () => {
    const data = JSON.stringify({ metadata: 'x'.repeat(900) })
    const secret = newWebhookSecret()
    const { payload, signature } = sealPayload({ event: 'test.ping', data, secret })
    const secrets = [payload, signature]
    const echoes: Readonly<Record<string, string>> = {
      'the signature': signature,
      'the signature in upper case': signature.toUpperCase(),
      'the payload': payload,
      'the start of the payload': payload.slice(0, 40),
      'a middle of the payload': payload.slice(101, 160),
      'the end of the payload': payload.slice(-33),
      'the payload in a form field': `payload=${payload.slice(3, 50)}`,
      'the payload as PHP escapes it': payload.replaceAll('/', '\\/'),
      'the payload as a form escapes it': encodeURIComponent(payload),
      'the payload broken by NULs': payload.split('').join('\u0000'),
    }
    for (const [what, echo] of Object.entries(echoes)) {
      it(what, () => {
        assert.equal(cleanExtract(`got "${echo}", thanks`, secrets), 'got "***", thanks')
      })
    }

    it('and nothing else: ids, paths and other words stay', () => {
      const text =
        'error in /var/www/html/app/Controllers/Webhooks/HandlerOfPayments.php for 0193a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
      assert.equal(cleanExtract(text, secrets), text)
    })

    it('in a real answer that sends everything back', async () => {
      const receiver = await startReceiver((request, response) => {
        response.end(`${String(request.headers['x-service-signature'])} ${request.body.toString()}`)
      })
      const sent = aRequest({ payload, signature })
      const { extract } = await sendTo(receiver, {
        payload: sent.payload,
        signature: sent.signature,
      })
      assert.equal(extract, '*** {"payload":"***"}')
      await receiver.close()
    })
  })
})
