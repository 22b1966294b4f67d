import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { Client } from '@temporalio/client'
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker'
import { bareActivities } from './activities.ts'
import type { delivery, payment } from './workflows.ts'

// The baseline of whole payments: workflows of the same shape, client and worker on one connection, every start eager.

Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] })
const connection = await NativeConnection.connect({
  address: process.env['TEMPORAL_ADDRESS'] ?? '',
})
const namespace = process.env['TEMPORAL_NAMESPACE'] ?? ''
const client = new Client({ connection, namespace })
const worker = await Worker.create({
  connection,
  namespace,
  taskQueue: 'bare',
  workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
  activities: bareActivities({ client, receiver: process.env['RECEIVER'] ?? '' }),
  maxConcurrentLocalActivityExecutions: 200,
})
void worker.run()

const server = createServer((request, response) => {
  const [, kind, id] = (request.url ?? '').split('/')
  if (id === undefined) {
    response.end()
    return
  }
  const start = { taskQueue: 'bare', workflowId: `${kind}/${id}`, requestEagerStart: true } as const
  const started =
    kind === 'delivery'
      ? client.workflow.start<typeof delivery>('delivery', { ...start, args: [id] })
      : client.workflow.start<typeof payment>('payment', { ...start, args: [id] })
  started.then(
    () => response.writeHead(202).end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
