import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'

/** Temporal as one deployment of workers is seen and steered through it. */
export interface DeploymentPlace {
  /** Runs a call to Temporal under a deadline. */
  readonly call: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>
  readonly deploymentName: string
  /** Each must have a worker of a version before that one may become current. */
  readonly queues: readonly string[]
  /** How what Temporal keeps is read, for a replay of its histories. */
  readonly dataConverter: DataConverter
}

/** Where new runs go, and one version of the code beside others. */
export interface DeploymentStanding {
  /** Undefined: new runs go to workers without a version. */
  readonly current: string | undefined
  /** The newest first. */
  readonly versions: readonly VersionStanding[]
  /** Open runs whose tasks fail again and again, on whatever code. */
  readonly runsInTrouble: number
}

export interface VersionStanding {
  readonly buildId: string
  readonly role: 'current' | 'ramping' | 'new' | 'former'
  /** Of new runs, while it is ramping. */
  readonly rampPercentage: number
  /** Processes that asked for work a minute ago at most. */
  readonly workers: number
  /** Open runs whose last step it made. */
  readonly openRuns: number
  /** Those among them that no other version goes on with. */
  readonly pinnedRuns: number
}

/** How all versions stand; undefined where Temporal knows no such deployment. */
export async function readDeployment(
  place: DeploymentPlace,
): Promise<DeploymentStanding | undefined> {
  const { call, deploymentName } = place
  const answer = await call((client) =>
    client.workflowService.describeWorkerDeployment({ ...inNamespace(client), deploymentName }),
  ).catch(undefinedIfUnknown)
  if (answer === undefined) return
  const { routingConfig, versionSummaries } = answer.workerDeploymentInfo ?? {}
  const routed = routedBy(routingConfig)
  const polls = await readPolls(place)
  const versions = (versionSummaries ?? []).map(async (version) => ({
    ...roleOf(version, routed),
    ...(await countsOf(place, polls, version.deploymentVersion?.buildId ?? '')),
  }))
  return {
    current: routed.current,
    versions: await Promise.all(versions),
    runsInTrouble: await countRuns(place, runsInTrouble),
  }
}

type Described = Awaited<ReturnType<Client['workflowService']['describeWorkerDeployment']>>
type Info = NonNullable<Described['workerDeploymentInfo']>
type Summary = NonNullable<Info['versionSummaries']>[number]

function roleOf(
  { deploymentVersion, firstActivationTime }: Summary,
  { current, ramping, rampPercentage }: Routed,
): Pick<VersionStanding, 'buildId' | 'role' | 'rampPercentage'> {
  const buildId = deploymentVersion?.buildId ?? ''
  if (buildId === current) return { buildId, role: 'current', rampPercentage: 0 }
  if (buildId === ramping) return { buildId, role: 'ramping', rampPercentage }
  return { buildId, role: firstActivationTime ? 'former' : 'new', rampPercentage: 0 }
}

/** Which versions Temporal sends work to. */
interface Routed {
  readonly current: string | undefined
  readonly ramping: string | undefined
  readonly rampPercentage: number
}

function routedBy(routing: Info['routingConfig']): Routed {
  const {
    currentDeploymentVersion: current,
    rampingDeploymentVersion: ramping,
    rampingVersionPercentage,
  } = routing ?? {}
  return {
    current: current?.buildId ?? undefined,
    ramping: ramping?.buildId ?? undefined,
    rampPercentage: rampingVersionPercentage ?? 0,
  }
}

async function countsOf(
  place: DeploymentPlace,
  polls: readonly Poll[],
  buildId: string,
): Promise<Pick<VersionStanding, 'workers' | 'openRuns' | 'pinnedRuns'>> {
  const { deploymentName } = place
  const own = polls.filter((poll) => poll.buildId === buildId)
  return {
    workers: new Set(own.map(({ worker }) => worker)).size,
    openRuns: await countRuns(place, openRunsOf(deploymentName, buildId)),
    pinnedRuns: await countRuns(place, pinnedRunsOf(deploymentName, buildId)),
  }
}

/** Makes a version current once its workers ask for work on each queue; false when they do not within `withinMs`. */
export function makeCurrent(
  place: DeploymentPlace,
  buildId: string,
  withinMs: number,
): Promise<boolean> {
  return oncePolled(place, { buildId, withinMs }, (client) =>
    client.workflowService.setWorkerDeploymentCurrentVersion({
      ...inNamespace(client),
      deploymentName: place.deploymentName,
      buildId,
      identity,
    }),
  )
}

/** Gives a version this share of the new runs, in per cent, under the same condition. */
export function ramp(
  place: DeploymentPlace,
  { buildId, percentage }: { readonly buildId: string; readonly percentage: number },
  withinMs: number,
): Promise<boolean> {
  return oncePolled(place, { buildId, withinMs }, (client) =>
    client.workflowService.setWorkerDeploymentRampingVersion({
      ...inNamespace(client),
      deploymentName: place.deploymentName,
      buildId,
      percentage,
      identity,
    }),
  )
}

/** New runs, and those that move, go to workers without a version again: before versioning is turned off. */
export async function makeUnversioned({ call, deploymentName }: DeploymentPlace): Promise<void> {
  await call((client) =>
    client.workflowService.setWorkerDeploymentCurrentVersion({
      ...inNamespace(client),
      deploymentName,
      buildId: '',
      identity,
    }),
  )
}

/** Temporal's query for the open runs whose last step this version made. */
export function openRunsOf(deploymentName: string, buildId: string): string {
  return `ExecutionStatus = 'Running' and TemporalWorkerDeploymentVersion = '${deploymentName}:${buildId}'`
}

/** The same for those that only this version goes on with. */
export function pinnedRunsOf(deploymentName: string, buildId: string): string {
  return `${openRunsOf(deploymentName, buildId)} and TemporalWorkflowVersioningBehavior = 'Pinned'`
}

const runsInTrouble = `ExecutionStatus = 'Running' and TemporalReportedProblems is not null`
const identity = 'deploy'
/** A worker asks again after a minute at the latest. */
const polledWithinMs = 75_000
const lookEveryMs = 500

async function oncePolled(
  place: DeploymentPlace,
  { buildId, withinMs }: { readonly buildId: string; readonly withinMs: number },
  set: (client: Client) => Promise<unknown>,
): Promise<boolean> {
  for (const until = Date.now() + withinMs; ; await pause(lookEveryMs)) {
    const polls = (await readPolls(place)).filter((poll) => poll.buildId === buildId)
    const isPolled = place.queues.every((queue) => polls.some((poll) => poll.queue === queue))
    if (isPolled && (await isSet(place, set))) return true
    if (Date.now() >= until) return false
  }
}

/** False where Temporal has not heard yet of all that the version's workers ask for. */
async function isSet(
  { call }: DeploymentPlace,
  set: (client: Client) => Promise<unknown>,
): Promise<boolean> {
  try {
    await call(set)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === failedPrecondition) return false
    throw error
  }
}

const failedPrecondition = 9

/** A worker that asks for work: a process of this version, on this queue. */
interface Poll {
  readonly queue: string
  readonly buildId: string
  readonly worker: string
}

async function readPolls({ call, deploymentName, queues }: DeploymentPlace): Promise<Poll[]> {
  const since = Date.now() - polledWithinMs
  const each = queues.flatMap((queue) =>
    [workflowTasks, activityTasks].map(async (taskQueueType) => {
      const { pollers } = await call((client) =>
        client.workflowService.describeTaskQueue({
          ...inNamespace(client),
          taskQueue: { name: queue },
          taskQueueType,
        }),
      )
      return (pollers ?? [])
        .filter(({ deploymentOptions: own }) => own?.deploymentName === deploymentName)
        .filter(({ lastAccessTime: at }) => Number(at?.seconds ?? 0) * 1000 >= since)
        .map(({ deploymentOptions: own, identity: worker }) => ({
          queue,
          buildId: own?.buildId ?? '',
          worker: worker ?? '',
        }))
    }),
  )
  return (await Promise.all(each)).flat()
}

const workflowTasks = 1
const activityTasks = 2

async function countRuns({ call }: DeploymentPlace, query: string): Promise<number> {
  return (await call((client) => client.workflow.count(query))).count
}

function inNamespace(client: Client): { readonly namespace: string } {
  return { namespace: client.options.namespace }
}

const notFound = 5

function undefinedIfUnknown(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === notFound) return undefined
  throw error
}
