import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker'

let bundle: Promise<WorkflowBundleWithSourceMap> | undefined

/** The workflows as one piece of code, built once a process and shared by its workers. */
export function workflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  bundle ??= bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
    logger: { ...quiet },
  })
  return bundle
}

const quiet = {
  log() {},
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error: (message: string) => process.stderr.write(`${message}\n`),
}
