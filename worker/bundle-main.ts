import { readEnv } from '#platform/env.ts'
import { partsFor, workflowBundle } from './bundle.ts'

// Compiles the workflow bundle in advance, for a container image or a read-only folder: with and without versioning,
// and with tracing and encryption as the environment says.
const asked = partsFor(readEnv())
await workflowBundle({ ...asked, isVersioned: false })
await workflowBundle({ ...asked, isVersioned: true })
