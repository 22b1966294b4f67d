import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { secondsBelow } from '#dev/processor-seconds.ts'
import { eventually } from '#test/support/call.ts'

describe('the processor seconds of what a process has started', () => {
  /** A shell that starts another, which computes until it is ended. */
  async function withBusyChild(check: (pid: number, busy: number) => Promise<void>): Promise<void> {
    const shell = spawn('sh', ['-c', 'sh -c "while :; do :; done" & echo $!; wait'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { pid } = shell
    assert.ok(pid !== undefined)
    try {
      const [said]: unknown[] = await once(shell.stdout, 'data')
      await check(pid, Number(String(said)))
    } finally {
      process.kill(-pid, 'SIGKILL')
    }
  }

  it('count while it still runs, but for the child that is counted elsewhere', async function () {
    if (process.platform !== 'linux') this.skip()
    await withBusyChild(async (pid, busy) => {
      await eventually(() => Promise.resolve(secondsBelow(pid) >= 0.2))
      assert.equal(secondsBelow(pid, busy), 0)
    })
  })

  it('count however far below', async function () {
    if (process.platform !== 'linux') this.skip()
    await withBusyChild(async () => {
      const before = secondsBelow(process.pid)
      await eventually(() => Promise.resolve(secondsBelow(process.pid) >= before + 0.2))
    })
  })
})
