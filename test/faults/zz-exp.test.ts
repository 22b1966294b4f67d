import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { startOwnTemporal } from '#test/support/stack-temporal.ts'
import { openScene } from './scene.ts'
import { spread } from './rounds.ts'
it('x', async function () {
  this.timeout(60000)
  const temporal = await startOwnTemporal()
  const scene = await openScene({}, { temporalAddress: temporal.address, namespace: 'default' })
  temporal.signal('SIGSTOP')
  const child = spawn(process.execPath, ['test/faults/zz-main.ts'], { env: { ...process.env, ...scene.environment(), PORT: '39977', LOG_LEVEL: 'error' }, stdio: 'inherit' })
  await pause(3000)
  await spread(24, 3, () => scene.pay({ baseUrl: 'http://127.0.0.1:39977' }))
  console.log('kill', Date.now())
  child.kill('SIGTERM')
  await new Promise((r) => child.once('exit', r))
  console.log('gone', Date.now())
  temporal.signal('SIGCONT')
  await scene.stop()
  await temporal.stop()
})
