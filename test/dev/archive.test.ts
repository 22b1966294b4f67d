import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { fileInTarGz, fileInZip } from '#dev/archive.ts'

const files = [
  { path: 'LICENSE', bytes: Buffer.from('text') },
  { path: 'bin/empty', bytes: Buffer.alloc(0) },
  { path: 'bin/temporal', bytes: Buffer.concat([randomBytes(70_000), Buffer.alloc(70_000)]) },
]

describe('archives', () => {
  for (const { path, bytes } of files) {
    const name = path.split('/').at(-1) ?? ''
    it(`give back ${path}, byte for byte`, () => {
      assert.deepEqual(fileInTarGz(tarGz(), name), bytes)
      assert.deepEqual(fileInZip(zip(0), name), bytes)
      assert.deepEqual(fileInZip(zip(8), name), bytes)
    })
  }

  it('have nothing to give for a name they do not hold', () => {
    assert.equal(fileInTarGz(tarGz(), 'tempora'), undefined)
    assert.equal(fileInZip(zip(8), 'tempora'), undefined)
    assert.equal(fileInZip(Buffer.from('not a zip'), 'temporal'), undefined)
    assert.throws(() => fileInTarGz(Buffer.from('not a gzip'), 'temporal'))
  })
})

function tarGz(): Buffer {
  const blocks = files.flatMap(({ path, bytes }) => {
    const header = Buffer.alloc(512)
    header.write(path, 0)
    header.write(bytes.length.toString(8).padStart(11, '0'), 124)
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

/** Method 0 stores, 8 deflates. */
function zip(method: 0 | 8): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { path, bytes } of files) {
    const packed = method === 0 ? bytes : deflateRawSync(bytes)
    const header = Buffer.alloc(30)
    header.writeUInt16LE(path.length, 26)
    header.writeUInt16LE(3, 28)
    local.push(header, Buffer.from(path), Buffer.from('xyz'), packed)
    const entry = Buffer.alloc(46)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt16LE(path.length, 28)
    entry.writeUInt32LE(at, 42)
    directory.push(entry, Buffer.from(path))
    at += 30 + path.length + 3 + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, ...directory, end])
}
