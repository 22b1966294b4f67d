import { gzipSync, strToU8, zipSync } from 'fflate'
import type { Texts } from '#http/compiled-package.ts'

// The same files always give the same bytes: no times, no owners.

/** A zip archive. */
export function zipOf(files: Texts): Buffer {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const)
  return Buffer.from(zipSync(Object.fromEntries(entries), { mtime: zipEpoch }))
}

/** A gzipped tar archive in the `ustar` format, as npm reads it. RangeError if a path is too long for it. */
export function tarGzOf(files: Texts): Buffer {
  const entries = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text)
    const rest = -content.length & (blockBytes - 1)
    return [headerOf(path, content.length), content, Buffer.alloc(rest)]
  })
  const tar = Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)])
  return Buffer.from(gzipSync(tar, { mtime: 0, level: 9 }))
}

/** Zip knows no earlier time; it writes local ones. */
const zipEpoch = new Date(1980, 0, 1)
const blockBytes = 512
const pathBytesMax = 100
const fileMode = 0o644

function headerOf(path: string, sizeBytes: number): Buffer {
  if (Buffer.byteLength(path) > pathBytesMax) throw new RangeError(`path too long: ${path}`)
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, digits: number): string =>
    `${value.toString(8).padStart(digits, '0')}\0`
  header.write(path, 0)
  header.write(octal(fileMode, 7), 100)
  header.write(octal(0, 7) + octal(0, 7) + octal(sizeBytes, 11) + octal(0, 11), 108)
  // The checksum is taken with its own field full of spaces.
  header.write(`${' '.repeat(8)}0`, 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}
