import { gunzipSync, inflateRawSync } from 'node:zlib'

/** The file whose path is `name`, or ends with it, in a gzipped tar archive; undefined if there is none. */
export function fileInTarGz(archive: Buffer, name: string): Buffer | undefined {
  const tar = gunzipSync(archive, { maxOutputLength: fileBytesMax })
  for (let at = 0; at + blockBytes <= tar.length;) {
    const header = tar.subarray(at, at + blockBytes)
    const path = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    if (path === '') return undefined
    const sizeBytes = Number.parseInt(header.toString('latin1', 124, 136), 8)
    if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0) return undefined
    const start = at + blockBytes
    if (isNamed(path, name)) return tar.subarray(start, start + sizeBytes)
    at = start + Math.ceil(sizeBytes / blockBytes) * blockBytes
  }
  return undefined
}

/** The file whose path is `name`, or ends with it, in a zip archive; undefined if there is none. */
export function fileInZip(archive: Buffer, name: string): Buffer | undefined {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0) return undefined
  const entries = archive.readUInt16LE(end + 10)
  let at = archive.readUInt32LE(end + 16)
  for (let entry = 0; entry < entries; entry++) {
    const nameBytes = archive.readUInt16LE(at + 28)
    const path = archive.toString('utf8', at + 46, at + 46 + nameBytes)
    if (isNamed(path, name)) return zipEntry(archive, at)
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
  return undefined
}

const blockBytes = 512
const fileBytesMax = 1024 ** 3

function zipEntry(archive: Buffer, directoryAt: number): Buffer {
  const method = archive.readUInt16LE(directoryAt + 10)
  const packedBytes = archive.readUInt32LE(directoryAt + 20)
  const localAt = archive.readUInt32LE(directoryAt + 42)
  const start =
    localAt + 30 + archive.readUInt16LE(localAt + 26) + archive.readUInt16LE(localAt + 28)
  const packed = archive.subarray(start, start + packedBytes)
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: fileBytesMax })
}

function isNamed(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`)
}
