import { NativeConnection, Worker } from '@temporalio/worker'
import { createLog } from '#platform/log.ts'
import { installRuntimeOnce } from '#test/support/service.ts'
import { workflowBundle } from '#worker/bundle.ts'

// A worker whose database never answers, to be killed.

installRuntimeOnce(createLog({ level: 'error', name: 'stuck' }))
const [address = '', taskQueue = ''] = process.argv.slice(2)
const neverOver = (): Promise<never> => new Promise<never>(() => undefined)
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue,
  workflowBundle: await workflowBundle(),
  activities: {
    readCheckout: neverOver,
    openTransfer: neverOver,
    readFunds: neverOver,
    openRefund: neverOver,
    requestPayment: neverOver,
  },
})
await worker.run()
