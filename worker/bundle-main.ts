import { readEnv } from '#platform/env.ts'
import { partsFor, workflowBundle } from './bundle.ts'

// Compiles the workflow bundle ahead, so that no worker has to: for a container image, or for a folder that cannot be
// written later. With and without a version; traced or encrypted as this environment says.
const asked = partsFor(readEnv())
await workflowBundle({ ...asked, isVersioned: false })
await workflowBundle({ ...asked, isVersioned: true })
