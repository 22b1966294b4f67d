import assert from 'node:assert/strict'
import fc from 'fast-check'
import { asId, type EventId } from '#domain/ids.ts'
import { createKeyring } from '#platform/keyring.ts'
import { openEventData, sealEventData } from '#db/event-data.ts'
import { sealedColumns } from '#db/sealed-columns.ts'

const keyring = createKeyring([Buffer.alloc(32, 7)])
const id = asId<EventId>('01a214d5-c38e-76f5-9713-e141f7a22371')

/** An event as it was packed first, and its text. Neither is ever changed: rows like it are kept for years. */
const first = {
  packed:
    '01233ed28d0c4d524c75938d2d5275cdcdd24c752dcd0d8d75530d4d0cd3cc138d8c8ccd0d95b07adbb13c51c125bfb838bf146f00589a1b80012820d0dd0800',
  text: '{"status":"VALIDATED","transactionId":"01a214d5-c38e-76f5-9713-e141f7a22371","customer":{"name":"Awa Dossou","email":null,"phone":"2290197000000"},"mode":"SANDBOX"}',
}

function sealedAs(bytes: Buffer): Buffer {
  return keyring.seal(sealedColumns.eventData, id, bytes)
}

describe('the data of an event', () => {
  it('is read as it was packed first, whatever the code has become since', () => {
    const sealed = sealedAs(Buffer.from(first.packed, 'hex'))
    assert.equal(openEventData(keyring, id, sealed), first.text)
  })

  it('is read as it was before anything was packed', () => {
    assert.equal(openEventData(keyring, id, sealedAs(Buffer.from(first.text))), first.text)
  })

  it('is refused where its bytes are not whole', () => {
    const bytes = Buffer.from(first.packed, 'hex')
    assert.throws(() => openEventData(keyring, id, sealedAs(bytes.subarray(0, 20))))
  })

  it('comes back to the letter, whatever it is, and is never longer for being packed', () => {
    const plain = sealedAs(Buffer.from('')).length
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value)
        const sealed = sealEventData(keyring, id, text)
        assert.equal(openEventData(keyring, id, sealed), text)
        assert.ok(sealed.length <= plain + Buffer.byteLength(text))
      }),
      { numRuns: 300 },
    )
  })

  it('of the largest payment there can be is read as well', () => {
    const text = JSON.stringify({ status: 'VALIDATED', metadata: { note: 'é'.repeat(200_000) } })
    assert.equal(openEventData(keyring, id, sealEventData(keyring, id, text)), text)
  })

  it('takes up two thirds of what it would at most, even of so short a text', () => {
    const sealed = sealEventData(keyring, id, first.text)
    assert.ok(sealed.length < first.text.length / 1.5, `${sealed.length}`)
  })
})
