import { counted } from '#platform/counted.ts'
import { parseDurationMs } from '#platform/duration.ts'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { readCommandEnv } from '#platform/command-env.ts'
import { createLog } from '#platform/log.ts'
import { connectClient, dataConverterOf } from '#platform/temporal.ts'
import { patientCalls } from '#platform/temporal-patience.ts'
import {
  type DeploymentPlace,
  makeCurrent,
  makeUnversioned,
  openRunsOf,
  pinnedRunsOf,
  ramp,
  readDeployment,
} from '#platform/temporal-deployment.ts'
import { usualDeploymentName } from '#platform/env-temporal.ts'
import { allQueues } from '#workflows/contract.ts'
import { workflowBundle } from './bundle.ts'
import { deploymentText, misfitsText } from './deploy-text.ts'
import { adoptOpenRuns, replayMovingRuns, replayOpenRuns } from './open-runs.ts'
import { installTemporalRuntime } from './runtime.ts'

/** `npm run deploy -- <command>`: shows the versions of the workers, and decides which one new runs go to. */
async function main(): Promise<number> {
  const [order = 'status', ...words] = process.argv.slice(2)
  const known = Object.hasOwn(orders, order) ? orders[order] : undefined
  if (known === undefined || words.length > known.wordsMax) throw new EnvError([usage])
  const env = readCommandEnv()
  installTemporalRuntime(createLog({ level: 'silent', name: 'deploy' }))
  const temporal = connectClient(env)
  try {
    const deploymentName = env.temporalDeployment?.name ?? usualDeploymentName
    const place: DeploymentPlace = {
      call: patientCalls(temporal, { address: env.temporalAddress, patienceMs }),
      deploymentName,
      queues: allQueues,
      dataConverter: dataConverterOf(env),
    }
    return await known.run(place, words)
  } finally {
    await temporal.close()
  }
}

/** A minute: longer than any leader election in the cluster. */
const patienceMs = 60_000

const usage = `Usage: npm run deploy -- status
       npm run deploy -- check [<build id>]        would open runs go on under the code of this folder?
       npm run deploy -- ramp <build id> <percent> gives it a part of the new runs
       npm run deploy -- current <build id>        gives it all new runs, and those that move
       npm run deploy -- current unversioned       before versioning is turned off
       npm run deploy -- move <build id>           its workers are gone for good: others go on with its runs
ramp and current wait for the workers of that version: 1m, or what stands last, such as 10m.`

interface Order {
  readonly run: (place: DeploymentPlace, words: readonly string[]) => Promise<number>
  readonly wordsMax: number
}

const orders: Readonly<Record<string, Order>> = {
  status: { run: status, wordsMax: 0 },
  check: { run: check, wordsMax: 1 },
  ramp: { run: rampTo, wordsMax: 3 },
  current: { run: current, wordsMax: 2 },
  move: { run: move, wordsMax: 1 },
}

async function status(place: DeploymentPlace): Promise<number> {
  const standing = await readDeployment(place)
  print(
    standing === undefined
      ? `No worker has announced itself as ${place.deploymentName} yet: set TEMPORAL_DEPLOYMENT_NAME for the workers.`
      : deploymentText(place.deploymentName, standing),
  )
  return standing === undefined || standing.runsInTrouble > 0 ? 1 : 0
}

async function check(place: DeploymentPlace, words: readonly string[]): Promise<number> {
  const [buildId] = words.length === 0 ? [undefined] : [buildIdIn(words)]
  const bundle = await workflowBundle({ isVersioned: true })
  const { fitting, misfits, isCut } =
    buildId === undefined
      ? await replayMovingRuns(place, bundle)
      : await replayOpenRuns(place, bundle, openRunsOf(place.deploymentName, buildId))
  print(
    `Replayed ${counted(fitting.length + misfits.length, 'open run')}${isCut ? ', and there are more' : ''}: ${fitting.length} go on under the code of this folder, ${misfits.length} do not.`,
  )
  print(misfitsText(misfits))
  return misfits.length > 0 ? 1 : 0
}

async function rampTo(place: DeploymentPlace, words: readonly string[]): Promise<number> {
  const buildId = buildIdIn(words)
  const percentage = Number(words[1])
  if (!(percentage >= 0 && percentage <= 100)) throw new EnvError([usage])
  if (!(await ramp(place, { buildId, percentage }, patienceIn(words[2])))) return unpolled(buildId)
  print(`${buildId} gets ${percentage} % of the new runs.`)
  return status(place)
}

async function current(place: DeploymentPlace, words: readonly string[]): Promise<number> {
  const buildId = buildIdIn(words)
  if (buildId === 'unversioned') {
    await makeUnversioned(place)
    print('New runs go to workers without a version.')
    return status(place)
  }
  if (!(await makeCurrent(place, buildId, patienceIn(words[1])))) return unpolled(buildId)
  print(`${buildId} is current.`)
  return status(place)
}

async function move(place: DeploymentPlace, words: readonly string[]): Promise<number> {
  const buildId = buildIdIn(words)
  const version = (await readDeployment(place))?.versions.find((one) => one.buildId === buildId)
  if (version === undefined) throw new EnvError([`There is no version ${buildId}.`])
  if (version.role === 'current')
    throw new EnvError([`${buildId} is current: there is nothing to move.`])
  if (version.workers > 0) {
    throw new EnvError([
      `${counted(version.workers, 'worker')} of ${buildId} asked for work within the last minute: its runs will end there.`,
    ])
  }
  const query = pinnedRunsOf(place.deploymentName, buildId)
  const { fitting, misfits, isCut } = await adoptOpenRuns(
    place,
    await workflowBundle({ isVersioned: true }),
    query,
  )
  print(`Moved to the current version: ${fitting.length}.`)
  print(
    `Terminated, to be started again from the database within two minutes, or at once by \`npm run reconcile\`: ${misfits.length}.`,
  )
  if (isCut) print('There are more: run it again.')
  return isCut ? 1 : 0
}

/** How long to wait for workers of a version that may still be starting, from the argument. */
function patienceIn(word = '1m'): number {
  const patienceMs = parseDurationMs(word)
  if (patienceMs === undefined) throw new EnvError([usage])
  return patienceMs
}

function buildIdIn([buildId = '']: readonly string[]): string {
  if (!/^[\w-]{1,64}$/.test(buildId)) throw new EnvError([usage])
  return buildId
}

function unpolled(buildId: string): number {
  print(
    `No worker of ${buildId} asks for work on every queue: start its workers first. Nothing was changed.`,
  )
  return 1
}

function print(line: string): void {
  if (line !== '') process.stdout.write(`${line}\n`)
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => exitOnEnvError(error),
)
