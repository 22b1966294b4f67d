import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { findBinary, temporalCli } from '#dev/binaries.ts'
import { takeDataFolder } from '#dev/data-folder.ts'
import { freePorts } from '#dev/ports.ts'
import { startPostgres } from '#dev/postgres.ts'
import { StartError } from '#dev/say.ts'
import { startTemporalServer } from '#dev/temporal-server.ts'
import { readTemporalSettings } from '#dev/temporal-settings.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

async function ask(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

describe('a data folder after a power cut', function () {
  this.timeout(240_000)

  it('ends no process of others that has the number of an earlier server', async () => {
    const folder = temporaryFolder('numbers')
    const words = ['postgres', '-D', '/elsewhere/postgres', 'start-dev']
    const wait = 'process.stdout.write("."); setInterval(() => {}, 1000)'
    const other = spawn(process.execPath, ['--eval', wait, '--', ...words], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(other.stdout, 'data')
    for (const file of ['postgres.pid', 'temporal.pid'])
      writeFileSync(join(folder, file), `${other.pid}\n`)
    const ended = once(other, 'close')
    const release = await takeDataFolder(folder)
    other.kill('SIGKILL')
    assert.deepEqual(await ended, [null, 'SIGKILL'])
    await release()
  })

  it('opens its PostgreSQL whatever is left of the file of its password', async () => {
    const folder = temporaryFolder('password')
    const path = join(folder, 'postgres.password')
    const [port = 0] = await freePorts(1)
    const start = () => startPostgres({ folder, port, isDurable: false })
    const first = await start()
    await ask(first.url, 'create table kept as select 1 as one')
    await first.server.stop()
    for (const left of [null, '', '0123456789abcdef', '\0'.repeat(33)]) {
      if (left === null) rmSync(path)
      else writeFileSync(path, left)
      const { url, server } = await start()
      try {
        assert.deepEqual(await ask(url, 'select one from kept'), [{ one: 1 }])
      } finally {
        await server.stop()
      }
    }
    writeFileSync(path, `${'0'.repeat(32)}\n`)
    await assert.rejects(start(), (error) => {
      assert.ok(error instanceof StartError)
      assert.match(error.message, /postgres\.password.*Delete that file/)
      return true
    })
  })

  it('says what to do about a store of Temporal that was cut off', async () => {
    const folder = temporaryFolder('store')
    const databasePath = join(folder, 'temporal.db')
    const binary = await findBinary(temporalCli)
    const [port = 0] = await freePorts(1)
    for (const left of ['', `SQLite format 3\0${'\0'.repeat(2000)}`]) {
      writeFileSync(databasePath, left)
      const logPath = join(folder, 'temporal.log')
      const settings = readTemporalSettings()
      await assert.rejects(
        startTemporalServer({ binary, settings, port, databasePath, logPath }),
        (error) => {
          assert.ok(error instanceof StartError)
          assert.ok(error.message.includes(`Move ${databasePath} and the files beside it`))
          return true
        },
      )
    }
  })
})
