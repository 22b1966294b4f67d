import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { secondsBelow } from '#dev/processor-seconds.ts'
import { eventually } from '#test/support/call.ts'

describe('the processor seconds of what a process has started', () => {
  /** A shell that starts another, which computes until it is ended. */
  async function withBusyGrandchild(check: (pid: number) => Promise<void>): Promise<void> {
    const child = spawn('sh', ['-c', 'sh -c "while :; do :; done" & echo on; wait'], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const { pid } = child
    assert.ok(pid !== undefined)
    try {
      await check(pid)
    } finally {
      process.kill(-pid, 'SIGKILL')
    }
  }

  it('count while it still runs, however far below', async function () {
    if (process.platform !== 'linux') this.skip()
    await withBusyGrandchild(async (pid) => {
      const before = secondsBelow(process.pid)
      await eventually(() => Promise.resolve(secondsBelow(process.pid) >= before + 0.2))
      assert.ok(secondsBelow(pid) >= 0.2)
    })
  })

  it('leave out the child that is counted elsewhere', async function () {
    if (process.platform !== 'linux') this.skip()
    await withBusyGrandchild(async (pid) => {
      const before = secondsBelow(process.pid, pid)
      await eventually(() => Promise.resolve(secondsBelow(pid) >= 0.2))
      assert.equal(secondsBelow(process.pid, pid), before)
    })
  })
})
