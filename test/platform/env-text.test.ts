import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '#platform/env.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { problemsOf } from './problems.ts'

describe('a variable from a file', () => {
  const folder = temporaryFolder('env-text')
  const key = 'ab'.repeat(32)
  const written = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  it('is what the file holds, without the end of its line', () => {
    const MASTER_KEY_FILE = written('key', `${key}\n`)
    assert.equal(readEnv({ MASTER_KEY_FILE }).masterKeys[0]?.toString('hex'), key)
    assert.deepEqual(
      problemsOf({
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://pay.example',
        TRUST_PROXY_HOPS: '1',
        MASTER_KEY_FILE,
      }),
      [],
    )
  })

  it('works for the secrets of operators, of the database and of Temporal alike', () => {
    const env = readEnv({
      DATABASE_URL_FILE: written('url', 'postgresql://u:p@db/payments\n'),
      TEMPORAL_API_KEY_FILE: written('api-key', 'k'),
      TEMPORAL_CODEC_KEYS_FILE: written('codec', `first:${key}`),
      MOOV_USERNAME: 'a',
      MOOV_PASSWORD_FILE: written('password', 'b'),
      MOOV_ENCRYPTION_KEY_FILE: written('moov', 'c'.repeat(32)),
    })
    assert.equal(env.databaseUrl, 'postgresql://u:p@db/payments')
    assert.equal(env.temporalApiKey, 'k')
    assert.equal(env.temporalCodecKeys[0]?.name, 'first')
    assert.equal(env.operatorAccounts[0]?.provider, 'moov-benin')
  })

  it('that is empty counts as not set, and the name of a file left empty too', () => {
    assert.deepEqual(readEnv({ MASTER_KEY_FILE: written('empty', '\n') }), readEnv({}))
    assert.deepEqual(readEnv({ MASTER_KEY_FILE: '' }), readEnv({}))
  })

  it('is refused in one line that names it: not there, a folder, too large, or set twice', () => {
    const missing = join(folder, 'missing')
    for (const path of [missing, folder, written('large', 'x'.repeat(70_000))]) {
      assert.deepEqual(problemsOf({ DATABASE_URL_FILE: path }), [
        `DATABASE_URL_FILE must name a readable file of at most 65536 bytes; ${path} is not.`,
      ])
    }
    assert.deepEqual(problemsOf({ MASTER_KEY: key, MASTER_KEY_FILE: written('two', key) }), [
      'MASTER_KEY and MASTER_KEY_FILE must not both be set.',
    ])
  })

  it('tells what is wrong with its content as with the variable, and does not repeat it', () => {
    const problems = problemsOf({ MASTER_KEY_FILE: written('wrong', 'hunter2') })
    assert.equal(problems.length, 1)
    assert.match(problems.join(), /^MASTER_KEY must be/)
    assert.ok(!problems.join().includes('hunter2'))
  })

  it('is told of once, though several places ask for it', () => {
    const MOOV_PASSWORD_FILE = join(folder, 'missing')
    const told = problemsOf({ MOOV_USERNAME: 'a', MOOV_PASSWORD_FILE }).filter((line) =>
      line.startsWith('MOOV_PASSWORD_FILE'),
    )
    assert.equal(told.length, 1)
  })
})
