import type { Env } from '#platform/env.ts'
import { type TemporalDeployment, usualDeploymentName } from '#platform/env-temporal.ts'
import { connectClient, dataConverterOf, type TemporalEnv } from '#platform/temporal.ts'
import { type DeploymentPlace, makeCurrent } from '#platform/temporal-deployment.ts'
import { buildIdOfCode } from '#worker/build-id.ts'
import { workflowBundle } from '#worker/bundle.ts'
import { adoptOpenRuns } from '#worker/open-runs.ts'
import { allQueues } from '#workflows/contract.ts'
import { say, StartError } from './say.ts'

/** The version of this start: each change of the workflows makes a new one. */
export function deploymentOf({ temporalDeployment: given }: Env): Required<TemporalDeployment> {
  return {
    name: given?.name ?? usualDeploymentName,
    buildId: given?.buildId ?? buildIdOfCode(),
  }
}

/**
 * Makes the version of this start the current one. There are no other workers: open runs of an earlier version
 * continue here or, if a changed workflow makes that impossible, start again from the database.
 */
export async function takeOver(
  env: TemporalEnv,
  { name: deploymentName, buildId = '' }: TemporalDeployment,
): Promise<void> {
  const temporal = connectClient(env)
  const place: DeploymentPlace = {
    call: (work) => temporal.call(work),
    deploymentName,
    queues: allQueues,
    dataConverter: dataConverterOf(env),
  }
  try {
    if (!(await makeCurrent(place, buildId, patienceMs))) {
      throw new StartError('Temporal does not see the worker that was started.')
    }
    const own = `${deploymentName}:${buildId}`
    const before = `ExecutionStatus = 'Running' and (TemporalWorkerDeploymentVersion is null or TemporalWorkerDeploymentVersion != '${own}')`
    const { fitting, misfits } = await adoptOpenRuns(
      place,
      await workflowBundle({ isVersioned: true }),
      before,
    )
    if (fitting.length + misfits.length === 0) return
    const goingOn = `${fitting.length} go on, ${misfits.length} start again within two minutes`
    say(`  Open runs of an earlier version: ${goingOn}.`)
  } finally {
    await temporal.close()
  }
}

const patienceMs = 60_000
