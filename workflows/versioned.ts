/**
 * The bundle for versioned workers: the same workflows, each with its versioning behaviour. Temporal refuses that
 * from unversioned workers.
 */
import { setWorkflowOptions } from '@temporalio/workflow'
import * as workflows from './index.ts'
import { versioning } from './versioning.ts'

const functions: Readonly<Record<keyof typeof versioning, unknown>> = workflows
for (const [type, versioningBehavior] of Object.entries(versioning)) {
  const workflow = functions[type as keyof typeof versioning] as () => Promise<unknown>
  setWorkflowOptions({ versioningBehavior }, workflow)
}

export * from './index.ts'
