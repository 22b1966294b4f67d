import { setTimeout as pause } from 'node:timers/promises'
import type { TemporalClient } from '#platform/temporal.ts'
import { pinnedRunsOf } from '#platform/temporal-deployment.ts'
import { runCommand } from '#test/support/processes.ts'

/** The versions that the workers have had, and what whoever deploys them tells Temporal. */
export interface Builds {
  /** What a process of the newest version is started with. */
  variables(): Record<string, string>
  /** A version begins; the one before it. */
  begin(): string
  /** The newest gets all new runs, as soon as a worker of it is there. */
  makeCurrent(): Promise<void>
  /** When no run needs the workers of a version any more; after a while, too, where one that waits for people does. */
  drained(buildId: string, temporal: Pick<TemporalClient, 'call'>): Promise<void>
  /**
   * The workers of a version are gone for good: others go on with what it had begun, as soon as Temporal has seen that
   * they are gone, which takes minutes.
   */
  retire(buildId: string): void
  /** When all that were retired are. */
  settled(): Promise<void>
}

/** Whoever deploys tries again while Temporal is away, or still counts the workers that have just gone. */
const triesMax = 60
const pauseMs = 5000
const deploymentName = 'payments'
const drainedWithinMs = 120_000
/** Temporal's list is that much late. */
const listedAfterMs = 2000

/** `environment` is that of a command on this service. */
export function openBuilds(environment: () => Record<string, string>): Builds {
  let latest = 1
  let retiring = Promise.resolve()
  const buildId = (serial: number): string => `build-${serial}`
  const variables = () => ({
    TEMPORAL_DEPLOYMENT_NAME: deploymentName,
    BUILD_ID: buildId(latest),
  })
  const deploy = async (...words: readonly string[]): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      const told = await runCommand(
        { main: 'worker/deploy-main.ts', words },
        { ...environment(), ...variables() },
      )
      // A Temporal that has lost its store knows of no version before the newest.
      if (told.code === 0 || told.output.includes('There is no version')) return
      if (tries >= triesMax) throw new Error(`deploy ${words.join(' ')}: ${told.output}`)
      await pause(pauseMs)
    }
  }
  return {
    variables,
    begin() {
      latest += 1
      return buildId(latest - 1)
    },
    async drained(old, { call }) {
      const query = pinnedRunsOf(deploymentName, old)
      const until = Date.now() + drainedWithinMs
      const isDrained = (): Promise<boolean> =>
        call(({ workflow }) => workflow.count(query)).then(
          ({ count }) => count === 0,
          () => false,
        )
      do await pause(listedAfterMs)
      while (!(await isDrained()) && Date.now() < until)
    },
    makeCurrent: () => deploy('current', buildId(latest)),
    retire(old) {
      retiring = retiring.then(() => deploy('move', old))
      // Told by who waits for it.
      retiring.catch(() => {})
    },
    settled: () => retiring,
  }
}
