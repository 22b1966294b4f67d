import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import type { DataConverter } from '@temporalio/common'
import { pollersOf } from './task-pollers.ts'

/** Access to Temporal for reading and changing one worker deployment. */
export interface DeploymentPlace {
  /** Runs a call to Temporal under a deadline. */
  readonly call: <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>
  readonly deploymentName: string
  /** Each needs a worker of a version before that version may become current. */
  readonly queues: readonly string[]
  /** How payloads are decoded, to replay histories. */
  readonly dataConverter: DataConverter
}

/** Where new runs go, and the versions of the code. */
export interface DeploymentStanding {
  /** Undefined: new runs go to unversioned workers. */
  readonly current: string | undefined
  /** Newest first. */
  readonly versions: readonly VersionStanding[]
  /** Open runs whose workflow tasks keep failing, on any version. */
  readonly runsInTrouble: number
}

export interface VersionStanding {
  readonly buildId: string
  readonly role: 'current' | 'ramping' | 'new' | 'former'
  /** Share of new runs while it is ramping. */
  readonly rampPercentage: number
  /** Processes that polled within about the last minute. */
  readonly workers: number
  /** Open runs whose last workflow task it completed. */
  readonly openRuns: number
  /** Those that no other version can continue. */
  readonly pinnedRuns: number
}

/** The state of all versions; undefined if Temporal knows no such deployment. */
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

/** The versions that Temporal routes work to. */
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

/** Makes a version current once its workers poll every queue; false if they do not within `withinMs`. */
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

/** Routes this percentage of new runs to a version, under the same condition. */
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

/** Routes new runs, and runs that can move, to unversioned workers again, before versioning is turned off. */
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

/** Temporal's query for open runs whose last workflow task this version completed. */
export function openRunsOf(deploymentName: string, buildId: string): string {
  return `ExecutionStatus = 'Running' and TemporalWorkerDeploymentVersion = '${deploymentName}:${buildId}'`
}

/** The same for runs that only this version can continue. */
export function pinnedRunsOf(deploymentName: string, buildId: string): string {
  return `${openRunsOf(deploymentName, buildId)} and TemporalWorkflowVersioningBehavior = 'Pinned'`
}

const runsInTrouble = `ExecutionStatus = 'Running' and TemporalReportedProblems is not null`
const identity = 'deploy'
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

/** False if Temporal has not yet seen all pollers of the version, or is too busy: it may be set twice. */
async function isSet(
  { call }: DeploymentPlace,
  set: (client: Client) => Promise<unknown>,
): Promise<boolean> {
  try {
    await call(set)
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === failedPrecondition || code === deadlineExceeded) return false
    throw error
  }
}

const failedPrecondition = 9
const deadlineExceeded = 4

/** A poller: a process of this version, on this queue. */
interface Poll {
  readonly queue: string
  readonly buildId: string
  readonly worker: string
}

async function readPolls({ call, deploymentName, queues }: DeploymentPlace): Promise<Poll[]> {
  const each = queues.flatMap((queue) =>
    (['workflow', 'activity'] as const).map(async (tasks) => {
      const pollers = await call((client) =>
        pollersOf(client.workflowService, { ...inNamespace(client), queue, tasks }),
      )
      return pollers
        .filter(({ deploymentOptions: own }) => own?.deploymentName === deploymentName)
        .map(({ deploymentOptions: own, identity: worker }) => ({
          queue,
          buildId: own?.buildId ?? '',
          worker: worker ?? '',
        }))
    }),
  )
  return (await Promise.all(each)).flat()
}

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
