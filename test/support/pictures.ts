import { crc32, deflateSync } from 'node:zlib'

export interface PngOptions {
  readonly width?: number
  readonly height?: number
  /** PNG colour types: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  readonly colour?: number
  readonly depth?: number
  readonly isInterlaced?: boolean
  /** Replaces the pixels. */
  readonly unpacked?: Buffer
  /** Chunks before the data. */
  readonly extra?: readonly Buffer[]
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

const usual = { width: 64, height: 48, colour: 6, depth: 8, isInterlaced: false, extra: [] }

/** A PNG of one colour, as an encoder writes it. */
export function pngOf(options: PngOptions = {}): Buffer {
  const { width, height, colour, depth, isInterlaced, extra, unpacked } = { ...usual, ...options }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colour, 0, 0, Number(isInterlaced)], 8)
  const row = Buffer.alloc(1 + width * (channels[colour] ?? 1), colour === 3 ? 1 : 0x77)
  row[0] = 0
  const points = unpacked ?? Buffer.concat(Array.from({ length: height }, () => row))
  const palette = [chunkOf('PLTE', Buffer.from('7a1b4beaa41c', 'hex'))]
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    ...extra,
    ...(colour === 3 ? palette : []),
    chunkOf('IDAT', deflateSync(points)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

/** One chunk of a PNG. */
export function chunkOf(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export interface JpegOptions {
  readonly width?: number
  readonly height?: number
  /** Segments after the start. */
  readonly extra?: readonly Buffer[]
}

/** A valid grey JPEG with sides of 16 to 64 pixels. */
export function jpegOf({ width = 16, height = 16, extra = [] }: JpegOptions = {}): Buffer {
  const frame = Buffer.from('08000000000101' + '1100', 'hex')
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  const oneCode = '01' + '00'.repeat(15) + '00'
  // Each block is two one-bit codes: no difference, end of block.
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8)
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...extra,
    segmentOf(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segmentOf(0xc0, frame),
    segmentOf(0xc4, Buffer.from(`00${oneCode}`, 'hex')),
    segmentOf(0xc4, Buffer.from(`10${oneCode}`, 'hex')),
    segmentOf(0xda, Buffer.from('010100003f00', 'hex')),
    Buffer.alloc(Math.ceil((blocks * 2) / 8)),
    Buffer.from('ffd9', 'hex'),
  ])
}

/** One segment of a JPEG. */
export function segmentOf(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
