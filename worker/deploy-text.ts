import { counted } from '#platform/counted.ts'
import type { DeploymentStanding, VersionStanding } from '#platform/temporal-deployment.ts'

/** The text for people who deploy: a line per version, with advice. */
export function deploymentText(
  name: string,
  { current, versions, runsInTrouble }: DeploymentStanding,
): string {
  return [
    `Deployment ${name}. ${current === undefined ? 'New runs go to workers without a version.' : `New runs go to ${current}.`}`,
    ...versions.map((version) =>
      `  ${version.buildId}  ${roleText(version)}; ${countsText(version)}. ${adviceOf(version)}`.trimEnd(),
    ),
    runsInTrouble === 0
      ? 'No run is in trouble.'
      : `${counted(runsInTrouble, 'run')} ${runsInTrouble === 1 ? 'is' : 'are'} in trouble: temporal workflow list --query "TemporalReportedProblems is not null"`,
  ].join('\n')
}

/** Runs that could not continue, by id. */
export function misfitsText(misfits: readonly string[]): string {
  const shown = misfits.slice(0, shownMax).map((workflowId) => `  ${workflowId}`)
  const more = misfits.length - shown.length
  return [...shown, ...(more > 0 ? [`  … and ${more} more.`] : [])].join('\n')
}

const shownMax = 20

function roleText({ role, rampPercentage, pinnedRuns }: VersionStanding): string {
  if (role === 'current') return 'current'
  if (role === 'ramping') return `ramping, ${rampPercentage} % of new runs`
  if (role === 'new') return 'new, never current'
  return pinnedRuns > 0 ? 'draining' : 'drained'
}

function countsText({ workers, openRuns, pinnedRuns }: VersionStanding): string {
  return `${counted(workers, 'worker')}, ${counted(openRuns, 'open run')}, ${pinnedRuns} of them pinned`
}

function adviceOf({ role, workers, pinnedRuns, buildId }: VersionStanding): string {
  if (role === 'current' || role === 'ramping') {
    return workers > 0 ? '' : 'Its runs wait: start its workers, or make another version current.'
  }
  if (role === 'new') return ''
  if (pinnedRuns === 0) return workers > 0 ? 'Its workers may be stopped.' : ''
  return workers > 0
    ? 'Keep its workers until these have ended.'
    : `Nobody runs their code: start its workers, or npm run deploy -- move ${buildId}`
}
