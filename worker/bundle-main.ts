import { workflowBundle } from './bundle.ts'

// Makes the workflows' one piece of code ahead, for workers with and without a version, that none has to: for an image of a
// container, or a folder that cannot be written later.
await workflowBundle('index')
await workflowBundle('versioned')
