import { readEnv } from '#platform/env.ts'
import { partsFor, workflowBundle } from './bundle.ts'

// Makes the workflows' one piece of code ahead, that no worker has to: for an image of a container, or a folder that cannot
// be written later. With and without a version; traced or encrypted as this environment asks for.
const asked = partsFor(readEnv())
await workflowBundle({ ...asked, isVersioned: false })
await workflowBundle({ ...asked, isVersioned: true })
