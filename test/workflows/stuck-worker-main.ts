import { NativeConnection, Worker } from '@temporalio/worker'
import { createLog } from '#platform/log.ts'
import { installRuntimeOnce } from '#test/support/service.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { untilStuck } from './stuck-steps.ts'

// A worker whose database never answers, or no longer once it gets SIGUSR2, to be killed.

installRuntimeOnce(createLog({ level: 'error', name: 'stuck' }))
const [address = '', taskQueue = '', since = ''] = process.argv.slice(2)
let isStuck = since !== 'later'
process.on('SIGUSR2', () => {
  isStuck = true
  process.stdout.write('stuck\n')
})
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue,
  workflowBundle: await workflowBundle(),
  activities: untilStuck(() => isStuck),
})
await worker.run()
