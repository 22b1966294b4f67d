import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { ApplicationFailure, defaultPayloadConverter, type Payload } from '@temporalio/common'
import {
  decodeArrayFromPayloads,
  encodeErrorToFailure,
  encodeToPayloads,
  loadDataConverter,
} from '@temporalio/common/lib/internal-non-workflow/index.js'
import { createPayloadCodec, type CodecKey } from '#platform/payload-codec.ts'
import { dataConverterOf } from '#platform/temporal.ts'

const keyOf = (name: string): CodecKey => ({ name, key: randomBytes(32) })
const [first, second] = [keyOf('first'), keyOf('second')]
const plain = defaultPayloadConverter.toPayload({ reference: 'order-1' }) as Payload
const text = (bytes: Uint8Array | null | undefined) => Buffer.from(bytes ?? []).toString()

describe('the codec of payloads', () => {
  it('gives back what it encrypted, under a key that it names, and never the same bytes twice', async () => {
    const codec = createPayloadCodec([first])
    const [one, two] = await codec.encode([plain, plain])
    assert.ok(one && two)
    assert.equal(text(one.metadata?.['encoding']), 'binary/encrypted')
    assert.equal(text(one.metadata?.['encryption-key-id']), 'first')
    assert.ok(!text(one.data).includes('order-1'))
    assert.notDeepEqual(one.data, two.data)
    const [opened] = await codec.decode([one])
    assert.deepEqual(defaultPayloadConverter.fromPayload(opened as Payload), {
      reference: 'order-1',
    })
  })

  it('encrypts with the first key and opens what any has encrypted, and what never was', async () => {
    const old = await createPayloadCodec([first]).encode([plain])
    const codec = createPayloadCodec([second, first])
    const [fresh] = await codec.encode([plain])
    assert.equal(text(fresh?.metadata?.['encryption-key-id']), 'second')
    const opened = await codec.decode([...old, plain, fresh as Payload])
    for (const each of opened) {
      assert.deepEqual(defaultPayloadConverter.fromPayload(each), { reference: 'order-1' })
    }
  })

  it('says in one line which key is missing, or another, and refuses what was changed', async () => {
    const [sealed] = await createPayloadCodec([first]).encode([plain])
    assert.ok(sealed?.data)
    await assert.rejects(createPayloadCodec([second]).decode([sealed]), {
      message: 'TEMPORAL_CODEC_KEYS has no key "first", which this is encrypted with.',
    })
    const another = createPayloadCodec([keyOf('first')])
    const line =
      'The key "first" of TEMPORAL_CODEC_KEYS is not the one that this is encrypted with.'
    await assert.rejects(another.decode([sealed]), { message: line })
    const data = Buffer.from(sealed.data)
    data[20] = (data[20] ?? 0) ^ 1
    await assert.rejects(createPayloadCodec([first]).decode([{ ...sealed, data }]), {
      message: line,
    })
    const short = { ...sealed, data: Buffer.alloc(5) }
    await assert.rejects(createPayloadCodec([first]).decode([short]), { message: line })
  })

  it('covers messages, stacks and details of failures', async () => {
    const converter = loadDataConverter(dataConverterOf({ temporalCodecKeys: [first] }))
    const failure = await encodeErrorToFailure(
      converter,
      ApplicationFailure.create({ message: 'of Awa', type: 'code', details: ['of Awa'] }),
    )
    assert.equal(failure.message, 'Encoded failure')
    assert.ok(failure.encodedAttributes)
    assert.ok(!JSON.stringify(failure).includes('Awa'))
    assert.ok(!text(failure.encodedAttributes.data).includes('Awa'))
    const values = await encodeToPayloads(converter, 'order-1')
    assert.deepEqual(await decodeArrayFromPayloads(converter, values), ['order-1'])
  })
})
