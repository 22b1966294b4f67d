import { crc32, inflateSync } from 'node:zlib'
import type { Picture, PictureSize } from './picture-parts.ts'

/** PNG of 8 bits a channel, not interlaced: what browsers write. Nothing is unpacked before its size is allowed. */
export function readPng(
  bytes: Buffer,
  isAllowed: (size: PictureSize) => boolean,
): Picture | undefined {
  const chunks = chunksOf(bytes)
  const header = chunks && headerOf(chunks)
  if (!chunks || !header || !isAllowed(header)) return undefined
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data))
  const { width, height, channels } = header
  if (!unpacksTo(packed, (width * channels + 1) * height)) return undefined
  if (header.isIndexed && !chunks.some(({ name }) => name === 'PLTE')) return undefined
  const shown = chunks.filter(({ name }) => shownChunks.has(name)).map(({ whole }) => whole)
  return { type: 'png', width, height, content: Buffer.concat([signature, ...shown]) }
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const shownChunks: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
/** Length and name before the data of a chunk; its check sum behind it. */
const headBytes = 8
const sumBytes = 4

interface Chunk {
  readonly name: string
  readonly data: Buffer
  readonly whole: Buffer
}

/** From IHDR to IEND; undefined where one is cut off or its check sum is wrong. */
function chunksOf(bytes: Buffer): Chunk[] | undefined {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined
  const chunks: Chunk[] = []
  let at = signature.length
  while (at + headBytes + sumBytes <= bytes.length) {
    const end = at + headBytes + bytes.readUInt32BE(at)
    if (end + sumBytes > bytes.length) return undefined
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return undefined
    const name = bytes.toString('latin1', at + 4, at + headBytes)
    const data = bytes.subarray(at + headBytes, end)
    chunks.push({ name, data, whole: bytes.subarray(at, end + sumBytes) })
    if (name === 'IEND') return chunks
    at = end + sumBytes
  }
  return undefined
}

/** By the colour type that the header gives: grey, colours, palette, grey and colours with transparency. */
const channelsByColour: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const palette = 3
const headerBytes = 13
/** Width, height, bits, colour; then the only compression and filter there are, and no interlacing. */
const depth = 8
const plain = Buffer.alloc(3)

function headerOf(chunks: readonly Chunk[]) {
  const [first] = chunks
  const isOnly = chunks.filter(({ name }) => name === 'IHDR').length === 1
  if (first?.name !== 'IHDR' || !isOnly || first.data.length !== headerBytes) return undefined
  const { data } = first
  const colour = data.readUInt8(9)
  const channels = channelsByColour[colour]
  if (data[8] !== depth || !data.subarray(10).equals(plain) || !channels) return undefined
  const isIndexed = colour === palette
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), channels, isIndexed }
}

/** True where the data hold exactly that many bytes; a bomb ends at the first byte too many. */
function unpacksTo(packed: Buffer, length: number): boolean {
  try {
    return inflateSync(packed, { maxOutputLength: length }).length === length
  } catch {
    return false
  }
}
