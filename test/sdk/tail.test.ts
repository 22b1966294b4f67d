import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { eventually } from '#test/support/call.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { builtPackage } from './built-package.ts'
import { startProgram } from './program.ts'
import { startScriptedService } from './scripted-service.ts'

describe('the command line, as it is installed', function () {
  this.timeout(120_000)

  it('tail pauses where all waits of the key are taken, and goes on after a limit', async () => {
    const meta = { has_more: false, next_cursor: 'place', limit: 100 }
    const skipped = { headers: { 'Service-Wait': 'skipped' }, body: { data: [], meta } }
    const limited = {
      status: 429,
      headers: { 'Retry-After': '0' },
      body: { error: { code: 'rate_limited', type: 'rate_limited', message: 'Trop', details: {} } },
    }
    const event = { id: randomUUID(), type: 'payment.success', created_at: '', data: {} }
    const scripted = await startScriptedService([
      [skipped, ...Array.from({ length: 4 }, () => limited), { body: { data: [event], meta } }],
    ])
    const listener = startProgram(
      [process.execPath, builtPackage().commandLine, 'tail', '--json'],
      {
        PAYMENTS_HOME: temporaryFolder('home'),
        PAYMENTS_API_KEY: 'SKSANDBOX_scripted',
        PAYMENTS_BASE_URL: `${scripted.baseUrl}/0`,
      },
    )
    const asked = async (count: number) => {
      await eventually(() => Promise.resolve(scripted.requestsOf(0).length >= count))
      return Date.now()
    }
    try {
      const first = await asked(1)
      assert.ok((await asked(2)) - first >= 1900)
      await eventually(() => Promise.resolve(listener.output().includes(event.id)))
    } finally {
      await listener.kill()
      await scripted.stop()
    }
  })
})
