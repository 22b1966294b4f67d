import { workflowBundle } from './bundle.ts'

// Makes the workflows' one piece of code ahead, that no worker has to: for an image of a container, or a folder that cannot
// be written later.
await workflowBundle()
