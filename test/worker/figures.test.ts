import assert from 'node:assert/strict'
import { Pool } from 'pg'
import { freePorts } from '#dev/ports.ts'
import { createLog } from '#platform/log.ts'
import { eventually } from '#test/support/call.ts'
import { startFigures } from '#worker/figures.ts'

describe('the figures by day', () => {
  it('tell once of an outage of the database, however long it lasts', async () => {
    const [port = 0] = await freePorts(1)
    const lines: string[] = []
    let asked = 0
    class CountedPool extends Pool {
      override connect(...told: readonly never[]): never {
        asked += 1
        return super.connect(...(told as unknown as [])) as never
      }
    }
    const pool = new CountedPool({ host: '127.0.0.1', port })
    const destination = { write: (line: string) => void lines.push(line) }
    const log = createLog({ level: 'info', name: 'test', destination })
    const running = startFigures({ database: { pool }, log })
    await eventually(() => Promise.resolve(asked > 2))
    await running.stop()
    assert.equal(lines.length, 1, lines.join(''))
  })
})
