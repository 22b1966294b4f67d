import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TestWorkflowEnvironment } from '@temporalio/testing'
import { findBinary, temporalCli, timeSkippingServer } from '#dev/binaries.ts'
import { freePorts } from '#dev/ports.ts'
import { startTemporalServer } from '#dev/temporal-server.ts'
import { readTemporalSettings, type TemporalSettings } from '#dev/temporal-settings.ts'
import { forgetfulOnceClosed } from '#platform/temporal.ts'
import { typeNumbers } from '#platform/temporal-search-attributes.ts'
import { noteStart } from './costs.ts'
import { atExit, temporaryFolder } from './temporary-folder.ts'

/** The test's own Temporal dev service, which may be killed; its namespace is `default`. */
export interface OwnTemporal {
  /** `host:port`, unchanged after restarts. */
  readonly address: string
  /** Where a service finds it. */
  readonly places: { readonly temporalAddress: string; readonly namespace: string }
  pid(): number
  /** Kills it at once, as a crash would. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Restarts it on the same data and port. */
  restart(): Promise<void>
  /** A crash that loses its store: it restarts on the same port without any run. */
  lose(): Promise<void>
  /** True if its store's files contain this text anywhere. */
  storeHolds(text: string): boolean
  /** Freezes it: its port accepts connections but nothing answers. `SIGCONT` resumes it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/**
 * Starts a dev service with the settings of `temporal-dev.yml` (some may be changed), on a free port, without UI.
 */
export async function startOwnTemporal(
  dynamicConfig: TemporalSettings['dynamicConfig'] = {},
): Promise<OwnTemporal> {
  noteStart('Temporal')
  const binary = await findBinary(temporalCli)
  const [port = 0] = await freePorts(1)
  const folder = temporaryFolder('temporal')
  const usual = readTemporalSettings()
  const settings = { ...usual, dynamicConfig: { ...usual.dynamicConfig, ...dynamicConfig } }
  const start = () =>
    startTemporalServer({
      binary,
      settings,
      port,
      databasePath: join(folder, 'temporal.db'),
      logPath: join(folder, 'temporal.log'),
      environment: thrift,
      removeOnDeath: folder,
    })
  let { address, server } = await start()
  atExit(() => server.signal('SIGKILL'))
  return {
    address,
    places: { temporalAddress: address, namespace: 'default' },
    pid: () => server.pid,
    kill: () => server.kill(),
    stop: () => server.stop(),
    restart: async () => {
      await server.stop()
      server = (await start()).server
    },
    lose: async () => {
      await server.kill()
      for (const name of readdirSync(folder)) {
        if (name.startsWith('temporal.db')) rmSync(join(folder, name))
      }
      server = (await start()).server
    },
    storeHolds: (text) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('temporal.db'))
        .some((name) => readFileSync(join(folder, name)).includes(text)),
    signal: (signal) => server.signal(signal),
  }
}

/** CPU is scarcer than memory here: garbage is collected less often, until there is much of it. */
const thrift = { GOGC: '400', GOMEMLIMIT: '1GiB' }

/** Temporal's test server, which skips workflow timers; it knows our search attributes. Tear it down in `after`. */
export async function startTimeSkipping(): Promise<TestWorkflowEnvironment> {
  noteStart('time-skipping Temporal')
  const path = await findBinary(timeSkippingServer)
  const environment = await TestWorkflowEnvironment.createTimeSkipping({
    server: { executable: { type: 'existing-path', path: endingWithUs(path) } },
  })
  forgetfulOnceClosed(environment.connection)
  const attributes = Object.entries(readTemporalSettings().searchAttributes)
  await environment.connection.operatorService.addSearchAttributes({
    namespace: 'default',
    searchAttributes: Object.fromEntries(
      attributes.map(([name, type]) => [name, typeNumbers[type]]),
    ),
  })
  return environment
}

/** The SDK leaves its server running when our process dies; started by this script, it ends within a second. */
function endingWithUs(path: string): string {
  const script = join(temporaryFolder('test-server'), 'start.sh')
  writeFileSync(script, `#!/bin/sh\n${watchParent}\nexec '${path}' "$@"\n`, { mode: 0o755 })
  return script
}

const watchParent = `parent=$PPID
(
  while kill -0 $$ && kill -0 $parent; do sleep 1; done
  kill -0 $parent || kill -9 $$
) </dev/null >/dev/null 2>&1 &`
