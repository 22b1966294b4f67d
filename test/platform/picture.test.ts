import assert from 'node:assert/strict'
import fc from 'fast-check'
import { logoLimits } from '#domain/settings/logo.ts'
import { readPicture } from '#platform/picture.ts'
import { chunkOf, jpegOf, pngOf, segmentOf } from '#test/support/pictures.ts'

const read = (bytes: Buffer) => readPicture(bytes, logoLimits)

describe('a picture that somebody gave', () => {
  it('is taken as PNG of every colour type, and as JPEG, with its size', () => {
    for (const colour of [0, 2, 3, 4, 6]) {
      const bytes = pngOf({ colour })
      assert.deepEqual(read(bytes), { type: 'png', width: 64, height: 48, content: bytes })
    }
    const bytes = jpegOf({ width: 40, height: 24 })
    assert.deepEqual(read(bytes), { type: 'jpeg', width: 40, height: 24, content: bytes })
  })

  it('loses where it was taken, comments, and what hangs behind its end', () => {
    const [note, tail] = [Buffer.from('6.3654 N, 2.4183 E'), Buffer.from('<script>')]
    const png = pngOf({ extra: [chunkOf('eXIf', note), chunkOf('tEXt', note)] })
    assert.deepEqual(read(Buffer.concat([png, tail]))?.content, pngOf())
    const jpeg = jpegOf({ extra: [segmentOf(0xe1, note), segmentOf(0xfe, note)] })
    assert.deepEqual(read(Buffer.concat([jpeg, tail]))?.content, jpegOf())
  })

  it('is refused in every other format, whatever it calls itself', () => {
    const others = [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a',
      'RIFF____WEBPVP8 ',
      '%PDF-1.7',
      '',
      '\u0089PNG',
    ]
    for (const text of others) assert.equal(read(Buffer.from(text, 'latin1')), undefined, text)
  })

  it('is refused beyond the limits: pixels, bytes, bits, interlacing', () => {
    const { sideMin, sideMax, bytesMax } = logoLimits
    const refused = [
      pngOf({ width: sideMin - 1 }),
      pngOf({ height: sideMax + 1 }),
      jpegOf({ width: sideMin - 1 }),
      jpegOf({ height: sideMax + 1 }),
      pngOf({ depth: 16 }),
      pngOf({ isInterlaced: true }),
      pngOf({ extra: [chunkOf('tEXt', Buffer.alloc(bytesMax))] }),
    ]
    for (const bytes of refused) assert.equal(read(bytes), undefined)
  })

  it('is refused where it unpacks to more than its size says, or to less', () => {
    assert.equal(read(pngOf({ unpacked: Buffer.alloc(100_000_000) })), undefined)
    assert.equal(read(pngOf({ unpacked: Buffer.alloc(10) })), undefined)
  })

  it('is refused with more scans than encoders write, each of which costs its readers the whole picture', () => {
    const scan = segmentOf(0xda, Buffer.from('010100000000', 'hex'))
    const withScans = (count: number) => {
      const whole = jpegOf({ width: logoLimits.sideMax, height: logoLimits.sideMax })
      const rest = Array.from({ length: count - 1 }, () => scan)
      return Buffer.concat([whole.subarray(0, -2), ...rest, whole.subarray(-2)])
    }
    assert.equal(read(withScans(16))?.type, 'jpeg')
    assert.equal(read(withScans(33)), undefined)
    assert.equal(read(withScans(2000)), undefined)
  })

  it('is refused cut off at any byte, and never breaks its reader', () => {
    for (const whole of [pngOf(), jpegOf()]) {
      for (let length = 0; length < whole.length; length += 1) {
        assert.equal(read(whole.subarray(0, length)), undefined, `${length} bytes`)
      }
    }
    const changes = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(pngOf(), jpegOf()), changes, (whole, changed) => {
        const bytes = Buffer.from(whole)
        for (const [at, byte] of changed) if (at < bytes.length) bytes[at] = byte
        read(bytes)
      }),
      { numRuns: 500 },
    )
  })
})
