import type { Picture, PictureSize } from './picture-parts.ts'

/** JPEG of 8 bits, grey or in three colours, in one pass or several: what cameras and browsers write. */
export function readJpeg(
  bytes: Buffer,
  isAllowed: (size: PictureSize) => boolean,
): Picture | undefined {
  const segments = segmentsOf(bytes) ?? []
  const [frame, ...otherFrames] = segments.filter(({ marker }) => isFrame(marker))
  const size = frame && sizeOf(frame)
  const isScanned = segments.some(({ marker }) => marker === scan)
  if (!size || otherFrames.length > 0 || !isScanned || !isAllowed(size)) return undefined
  const shown = segments.filter(({ marker }) => shownMarkers.has(marker))
  const content = Buffer.concat([start, ...shown.map(({ whole }) => whole), end])
  return { type: 'jpeg', ...size, content }
}

const start = Buffer.from('ffd8', 'hex')
const end = Buffer.from('ffd9', 'hex')
const scan = 0xda
/** Frames of the usual kinds. */
const baseline = [0xc0, 0xc1, 0xc2]
const huffmanTables = 0xc4
/** Tables, interval, scan, and what says how colours are meant (JFIF, Adobe). */
const shownMarkers: ReadonlySet<number> = new Set([
  ...baseline,
  huffmanTables,
  0xdb,
  0xdd,
  scan,
  0xe0,
  0xee,
])

/** Frames of any kind, between which stand three markers of tables and extensions. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![huffmanTables, 0xc8, 0xcc].includes(marker)
}

interface Segment {
  readonly marker: number
  readonly whole: Buffer
}

const endMarker = 0xd9

/** From the start to the end of the picture; undefined where it breaks off. */
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

/** Marker, length, data; after a scan its points. */
function segmentAt(bytes: Buffer, at: number): Segment | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined
  const marker = bytes.readUInt8(at + 1)
  const after = at + 2 + bytes.readUInt16BE(at + 2)
  const next = marker === scan ? endOfScan(bytes, after) : after
  const isWhole = marker >= 0xc0 && marker !== endMarker && after >= at + 4 && next <= bytes.length
  return isWhole ? { marker, whole: bytes.subarray(at, next) } : undefined
}

/** Where the next marker is; within a scan 0xFF stands before zero, or begins a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** Up to the first component. */
const frameBytesMin = 10

function sizeOf({ marker, whole }: Segment): PictureSize | undefined {
  // Marker, length, bits, height, width, number of components.
  const [bits, components] = [whole[4], whole[9]]
  if (!baseline.includes(marker) || whole.length < frameBytesMin || bits !== 8) return undefined
  if (components !== 1 && components !== 3) return undefined
  return { width: whole.readUInt16BE(7), height: whole.readUInt16BE(5) }
}
