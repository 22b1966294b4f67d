import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '#db/migrate.ts'
import { type MoovEmulator, startMoovEmulator } from '#dev/emulators/moov.ts'
import { type MtnEmulator, startMtnEmulator } from '#dev/emulators/mtn.ts'
import { freePorts } from '#dev/ports.ts'
import { certificates } from '#test/activities/webhooks/certificates.ts'
import { type Gate, openGate } from '#test/faults/gate.ts'
import { moovSettings, mtnSettings } from '#test/support/operator-settings.ts'
import { testEnvironment } from '#test/support/service.ts'
import { type OwnPostgres, startOwnPostgres } from '#test/support/stack.ts'
import { type OwnTemporal, startOwnTemporal } from '#test/support/stack-temporal.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { type Builds, openBuilds } from './builds.ts'
import type { Journal } from './journal.ts'
import { openShop, type Shop, shopNames } from './shops.ts'
import { type Life, openSlot, type Slot } from './slot.ts'

/** An operator as the service reaches it. Its book outlives whatever happens to its lines, as an operator's does. */
export interface OperatorPart {
  readonly name: 'MTN' | 'Moov'
  readonly provider: 'mtn-benin' | 'moov-benin'
  readonly memory: MtnEmulator['memory']
  readonly gate: Gate
}

/** A whole service of its own, and all that it leans on. Nothing of it is shared with anybody. */
export interface Parts {
  readonly postgres: OwnPostgres
  readonly temporal: OwnTemporal
  readonly apis: readonly Slot[]
  readonly workers: readonly Slot[]
  /** Of the workers. */
  readonly builds: Builds
  /** Where the APIs answer, whether they do or not. */
  readonly addresses: readonly string[]
  readonly operators: readonly OperatorPart[]
  readonly shops: readonly Shop[]
  /** The variables of a command that works on this service. */
  environment(): Record<string, string>
  /** Ends everything, once; what the processes had printed. */
  close(): Promise<readonly Life[]>
}

/** How long a collection lives: longer than the calls of an operator, shorter than the longest outage of a run. */
export const expirySeconds = 30
const emulated = { delayMs: 300, float: 100_000_000 }
const processesOfEach = 2

/** Starts all of it but the load. */
export async function startParts(journal: Journal): Promise<Parts> {
  const [postgres, temporal] = await Promise.all([startOwnPostgres(), startOwnTemporal()])
  await migrate(postgres.url)
  const ports = await freePorts(processesOfEach)
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
  const { operators, accounts, close: closeOperators } = await startEmulators(addresses)
  const shops = await Promise.all(shopNames.map(openShop))
  const settings = { ...accounts, ...settingsOf(shops) }
  const direct = { postgres: new URL(postgres.url).host, temporal: temporal.address }
  const environmentAt = (places: typeof direct): Record<string, string> =>
    testEnvironment(
      {
        databaseUrl: withHost(postgres.url, places.postgres),
        temporalAddress: places.temporal,
        namespace: 'default',
      },
      settings,
    )
  const environment = (): Record<string, string> => environmentAt(direct)
  const builds = openBuilds(environment)
  const slotsOf = (role: 'api' | 'worker'): Promise<Slot[]> =>
    Promise.all(
      ports.map((port, at) =>
        openSlot({
          name: `${role} ${at + 1}`,
          role,
          places: direct,
          journal,
          environment: (places) => ({
            ...environmentAt(places),
            ...builds.variables(),
            PORT: String(port),
          }),
        }),
      ),
    )
  const [apis, workers] = await Promise.all([slotsOf('api'), slotsOf('worker')])
  const slots = [...apis, ...workers]
  await Promise.all(slots.map((slot) => slot.start()))
  await builds.makeCurrent()
  const closeAll = async (): Promise<readonly Life[]> => {
    const lives = await Promise.all(slots.map((slot) => slot.close()))
    await Promise.all(shops.map((shop) => shop.close()))
    await closeOperators()
    await Promise.all([temporal.kill(), postgres.kill()])
    return lives.flat()
  }
  let closed: Promise<readonly Life[]> | undefined
  return {
    postgres,
    temporal,
    apis,
    workers,
    builds,
    addresses,
    operators,
    shops,
    environment,
    close() {
      closed ??= closeAll()
      return closed
    },
  }
}

async function startEmulators(addresses: readonly string[]) {
  const [mtn, moov] = await Promise.all([
    startMtnEmulator(emulated),
    startMoovEmulator({ ...emulated, findsBy: 'any_id' }),
  ])
  const gates = { mtn: await gateOf(mtn), moov: await gateOf(moov) }
  const operators: OperatorPart[] = [
    { name: 'MTN', provider: 'mtn-benin', memory: mtn.memory, gate: gates.mtn },
    { name: 'Moov', provider: 'moov-benin', memory: moov.memory, gate: gates.moov },
  ]
  const accounts = {
    ...mtnSettings(mtn.account, `http://${gates.mtn.address}`),
    MTN_CALLBACK_URL: `${addresses[0] ?? ''}/operators/mtn/callbacks`,
    ...moovSettings(moov.account, withHost(moov.account.url, gates.moov.address)),
  }
  const close = async (): Promise<void> => {
    await Promise.all([gates.mtn.close(), gates.moov.close()])
    await Promise.all([mtn.close(), moov.close()])
  }
  return { operators, accounts, close }
}

function gateOf({ baseUrl }: MtnEmulator | MoovEmulator): Promise<Gate> {
  return openGate(new URL(baseUrl).host)
}

/** Quick, so that a short run sees whole lives; live webhooks go to certificates that this service trusts alone. */
function settingsOf(shops: readonly Shop[]): Record<string, string> {
  const authority = join(temporaryFolder('chaos'), 'authority.pem')
  writeFileSync(authority, certificates().root)
  return {
    LOG_LEVEL: 'info',
    NODE_EXTRA_CA_CERTS: authority,
    COLLECTION_EXPIRY: `${expirySeconds}s`,
    SANDBOX_OPERATOR_DELAY: '400ms',
    STAFF_APPROVAL_ABOVE: '5000',
    WEBHOOK_RETRY_SCHEDULE: '1s,2s,4s,8s,8s',
    WEBHOOK_PRIVATE_HOSTS: shops.map(({ gate }) => gate.address).join(','),
  }
}

function withHost(address: string, host: string): string {
  const url = new URL(address)
  url.host = host
  return url.href
}
