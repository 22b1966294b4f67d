import { crc32, inflateSync } from 'node:zlib'

/** Pixels. */
interface PictureSize {
  readonly width: number
  readonly height: number
}

/** A bitmap that browsers and PDF readers show. */
interface Picture extends PictureSize {
  readonly type: 'png' | 'jpeg'
  readonly content: Buffer
}

export interface PictureLimits {
  readonly bytesMax: number
  /** Pixels. */
  readonly sideMin: number
  readonly sideMax: number
}

/**
 * An uploaded picture, rebuilt from the parts needed to show it; location, comments and anything after its end are
 * left out. Undefined for anything else: other formats (whatever their name), broken or too large pictures, and those
 * that decompress to more than their dimensions say.
 */
export function readPicture(bytes: Buffer, limits: PictureLimits): Picture | undefined {
  if (bytes.length > limits.bytesMax) return undefined
  const isSide = (side: number): boolean => side >= limits.sideMin && side <= limits.sideMax
  const isAllowed = ({ width, height }: PictureSize): boolean => isSide(width) && isSide(height)
  return readPng(bytes, isAllowed) ?? readJpeg(bytes, isAllowed)
}

/**
 * PNG with 8 bits per channel, not interlaced: what browsers write. Nothing is decompressed before its size was
 * checked.
 */
function readPng(bytes: Buffer, isAllowed: (size: PictureSize) => boolean): Picture | undefined {
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
/** A chunk has its length and name before the data, and its checksum after it. */
const headBytes = 8
const sumBytes = 4

interface Chunk {
  readonly name: string
  readonly data: Buffer
  readonly whole: Buffer
}

/** The chunks from IHDR to IEND; undefined if one is cut off or has a wrong checksum. */
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

/** By the header's colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const channelsByColour: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const palette = 3
const headerBytes = 13
/** Width, height, bits, colour type; then the only compression and filter that exist, and no interlacing. */
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

/** True if the data decompress to exactly this many bytes; a bomb is stopped at the first byte too many. */
function unpacksTo(packed: Buffer, length: number): boolean {
  try {
    return inflateSync(packed, { maxOutputLength: length }).length === length
  } catch {
    return false
  }
}

/** JPEG with 8 bits, grey or three colours, baseline or progressive: what cameras and browsers write. */
function readJpeg(bytes: Buffer, isAllowed: (size: PictureSize) => boolean): Picture | undefined {
  const segments = segmentsOf(bytes) ?? []
  const [frame, ...otherFrames] = segments.filter(({ marker }) => isFrame(marker))
  const size = frame && sizeOf(frame)
  const scans = segments.filter(({ marker }) => marker === scan).length
  if (scans === 0 || scans > scansMax) return undefined
  if (!size || otherFrames.length > 0 || !isAllowed(size)) return undefined
  const shown = segments.filter(({ marker }) => shownMarkers.has(marker))
  const content = Buffer.concat([start, ...shown.map(({ whole }) => whole), end])
  return { type: 'jpeg', ...size, content }
}

const start = Buffer.from('ffd8', 'hex')
const end = Buffer.from('ffd9', 'hex')
const scan = 0xda
/** Encoders write some ten. Readers go through the whole picture for each, even if it is empty. */
const scansMax = 32
/** The usual kinds of frame. */
const baseline = [0xc0, 0xc1, 0xc2]
const huffmanTables = 0xc4
/** Tables, restart interval, scan, and how to interpret colours (JFIF, Adobe). */
const shownMarkers: ReadonlySet<number> = new Set([
  ...baseline,
  huffmanTables,
  0xdb,
  0xdd,
  scan,
  0xe0,
  0xee,
])

/** Frames of any kind; three markers of tables and extensions lie in the same range. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![huffmanTables, 0xc8, 0xcc].includes(marker)
}

interface Segment {
  readonly marker: number
  readonly whole: Buffer
}

const endMarker = 0xd9

/** All segments of the picture, from start to end; undefined if it is cut off. */
function segmentsOf(bytes: Buffer): Segment[] | undefined {
  if (!bytes.subarray(0, 2).equals(start)) return undefined
  const segments: Segment[] = []
  let at = start.length
  for (;;) {
    if (bytes.subarray(at, at + 2).equals(end)) return segments
    const segment = segmentAt(bytes, at)
    if (segment === undefined) return undefined
    segments.push(segment)
    at += segment.whole.length
  }
}

/** Marker, length, data; after a scan its pixels. */
function segmentAt(bytes: Buffer, at: number): Segment | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined
  const marker = bytes.readUInt8(at + 1)
  const after = at + 2 + bytes.readUInt16BE(at + 2)
  const next = marker === scan ? endOfScan(bytes, after) : after
  const isWhole = marker >= 0xc0 && marker !== endMarker && after >= at + 4 && next <= bytes.length
  return isWhole ? { marker, whole: bytes.subarray(at, next) } : undefined
}

/** The position of the next marker; within a scan, 0xFF is followed by zero or begins a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** Up to and including the number of components. */
const frameBytesMin = 10

function sizeOf({ marker, whole }: Segment): PictureSize | undefined {
  // Marker, length, bits, height, width, number of components.
  const [bits, components] = [whole[4], whole[9]]
  if (!baseline.includes(marker) || whole.length < frameBytesMin || bits !== 8) return undefined
  if (components !== 1 && components !== 3) return undefined
  return { width: whole.readUInt16BE(7), height: whole.readUInt16BE(5) }
}
