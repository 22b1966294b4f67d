import { commandWord } from '#platform/command-words.ts'
import { runCommand } from '#platform/env-error.ts'
import { readEnv } from '#platform/env.ts'
import { partsFor, workflowBundle } from './bundle.ts'

/**
 * `npm run bundle`: compiles the workflow bundle in advance, for a container image or a read-only folder, with and
 * without versioning, and with tracing and encryption as the environment says.
 */
async function main(): Promise<number> {
  commandWord('npm run bundle')
  const asked = partsFor(readEnv())
  await workflowBundle({ ...asked, isVersioned: false })
  await workflowBundle({ ...asked, isVersioned: true })
  return 0
}

runCommand(main)
