import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { masterKeysOf } from '#platform/master-key.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const processes = 8

describe('generated master key', () => {
  it('is made once, kept for its owner alone, and the same at every start', () => {
    const dataDir = join(temporaryFolder('key'), 'data')
    const keys = masterKeysOf({ masterKeys: [], dataDir })
    assert.deepEqual(
      keys.map(({ length }) => length),
      [32],
    )
    assert.deepEqual(masterKeysOf({ masterKeys: [], dataDir }), keys)
    assert.equal(statSync(join(dataDir, 'master.key')).mode & 0o777, 0o600)
  })

  it('is one and the same for processes that start at once', async () => {
    const dataDir = temporaryFolder('key')
    const script =
      `import { masterKeysOf } from '#platform/master-key.ts'\n` +
      `process.stdout.write(masterKeysOf({ masterKeys: [], dataDir: process.env.DATA_DIR })[0].toString('hex'))`
    const keys = await Promise.all(
      Array.from({ length: processes }, async () => {
        const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
          env: { ...process.env, DATA_DIR: dataDir },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
        return said
      }),
    )
    assert.match(keys[0] ?? '', /^[0-9a-f]{64}$/)
    assert.equal(new Set(keys).size, 1)
    assert.deepEqual(readdirSync(dataDir), ['master.key'])
  })

  it('is not replaced when the file is damaged: the start stops and says so', () => {
    const dataDir = temporaryFolder('key')
    writeFileSync(join(dataDir, 'master.key'), 'half')
    assert.throws(() => masterKeysOf({ masterKeys: [], dataDir }), /MASTER_KEY .*master\.key/)
  })

  it('yields to MASTER_KEY, without touching the folder', () => {
    const dataDir = temporaryFolder('key')
    const masterKeys = [Buffer.alloc(32, 1)]
    assert.deepEqual(masterKeysOf({ masterKeys, dataDir }), masterKeys)
    assert.deepEqual(readdirSync(dataDir), [])
  })
})
