import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode } from '@temporalio/worker'
import { EnvError } from '#platform/env-error.ts'

/** The workflows as one piece of code. */
export interface WorkflowBundle {
  readonly code: string
}

let bundle: Promise<WorkflowBundle> | undefined

/**
 * The workflows as one piece of code, shared by the workers of a process. It is made once for what it is made of, and kept
 * in `.cache/workflows`: a worker that finds it there starts at once. `npm run bundle` makes it ahead, such as for an
 * image of a container. Nothing depends on the folder: what cannot be kept is made again.
 */
export function workflowBundle(): Promise<WorkflowBundle> {
  bundle ??= keptBundle().catch(make)
  return bundle
}

/** The same where it must be there already; an `EnvError` when it is not, or was made of other sources. */
export async function requireWorkflowBundle(): Promise<WorkflowBundle> {
  bundle ??= keptBundle()
  return bundle.catch(() => {
    throw new EnvError([
      `The workflows are not bundled, or were changed or moved since: ${fileOfBundle()} is missing. ` +
        'Run `npm run bundle` where the version is built.',
    ])
  })
}

/** The folder of this version of the code. */
export const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, '.cache/workflows')

async function keptBundle(): Promise<WorkflowBundle> {
  return { code: readFileSync(join(folder, fileOfBundle()), 'utf8') }
}

async function make(): Promise<WorkflowBundle> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, 'workflows/index.ts'),
    logger: { ...quiet },
  })
  keep(fileOfBundle(), code)
  return { code }
}

/** Named for what it is made of, and for where that lies, which stands in it too. */
function fileOfBundle(): string {
  return `${createHash('sha256').update(root).update(hashOfSources()).digest('hex')}.js`
}

const bundledFolders = ['workflows', 'domain']
/** All that is in it: our own files, and the packages by their lock file. */
export const bundledPaths: readonly string[] = [...bundledFolders, 'package-lock.json']

/** Of all that is in the bundle. */
export function hashOfSources(): string {
  const files = bundledFolders.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(room, path)),
  )
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', ...files.toSorted()]) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/** Whole or not at all: others may be reading, or making the same. Those of other sources go. */
function keep(name: string, code: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    const former = readdirSync(folder)
    writeFileSync(join(folder, `${name}.${process.pid}`), code)
    renameSync(join(folder, `${name}.${process.pid}`), join(folder, name))
    for (const each of former) {
      if (each.endsWith('.js') && each !== name) rmSync(join(folder, each), { force: true })
    }
  } catch {
    // A folder that cannot be written costs time alone.
  }
}

const quiet = {
  log() {},
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error: (message: string) => process.stderr.write(`${message}\n`),
}
