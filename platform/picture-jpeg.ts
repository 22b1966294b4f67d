import type { Picture, PictureSize } from './picture.ts'

/** JPEG of 8 bits, grey or in three colours, in one pass or several: what cameras and browsers write. */
export function readJpeg(
  bytes: Buffer,
  isAllowed: (size: PictureSize) => boolean,
): Picture | undefined {
  const segments = segmentsOf(bytes)
  const frames = segments?.filter(
    ({ marker }) => marker >= 0xc0 && marker < 0xd0 && !isTable(marker),
  )
  const size = frames?.length === 1 && frames[0] && sizeOf(frames[0])
  if (!segments || !size || !isAllowed(size)) return undefined
  if (!segments.some(({ marker }) => marker === scan)) return undefined
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

function isTable(marker: number): boolean {
  return marker === huffmanTables || marker === 0xc8 || marker === 0xcc
}

interface Segment {
  readonly marker: number
  readonly whole: Buffer
}

/** From the start to the end of the picture; undefined where it breaks off. */
function segmentsOf(bytes: Buffer): Segment[] | undefined {
  if (!bytes.subarray(0, 2).equals(start)) return undefined
  const segments: Segment[] = []
  let at = 2
  while (at + 4 <= bytes.length || bytes.subarray(at).equals(end)) {
    const marker = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    if (marker === 0xd9) return segments
    if (marker < 0xc0) return undefined
    const after = at + 2 + bytes.readUInt16BE(at + 2)
    const next = marker === scan ? endOfScan(bytes, after) : after
    if (next > bytes.length || after < at + 4) return undefined
    segments.push({ marker, whole: bytes.subarray(at, next) })
    at = next
  }
  return undefined
}

/** Where the next marker is; within a scan 0xFF stands before zero, or begins a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function sizeOf({ marker, whole }: Segment): PictureSize | undefined {
  // Marker, length, bits, height, width, number of components.
  const [bits, components] = [whole[4], whole[9]]
  if (!baseline.includes(marker) || bits !== 8) return undefined
  if (components !== 1 && components !== 3) return undefined
  return { width: whole.readUInt16BE(7), height: whole.readUInt16BE(5) }
}
