import { startService } from '#dev/service.ts'
import { readEnv } from '#platform/env.ts'
import { createLog } from '#platform/log.ts'
import { installTemporalRuntime } from '#worker/runtime.ts'

// API and worker in one process, as `npm start` runs them, until SIGTERM: to be killed, or robbed of its neighbours.

const env = readEnv()
const log = createLog({ level: env.logLevel, name: 'service' })
installTemporalRuntime(log)
const service = await startService(env, log)
const asked = new Promise<void>((resolve) => process.once('SIGTERM', resolve))
await Promise.race([asked, service.failed])
await service.stop()
process.exit(0)
