import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode } from '@temporalio/worker'
import type { Env } from '#platform/env.ts'
import { EnvError } from '#platform/env-error.ts'

/** The workflows as one piece of code. */
export interface WorkflowBundle {
  readonly code: string
}

/** The entry that is bundled: that of workers that have a version is another one. */
export type BundleEntry = 'index' | 'versioned'

const bundles = new Map<BundleEntry, Promise<WorkflowBundle>>()

/**
 * The workflows as one piece of code, shared by the workers of a process. It is made once for what it is made of, and kept
 * in `.cache/workflows`: a worker that finds it there starts at once. `npm run bundle` makes it ahead, such as for an
 * image of a container. Nothing depends on the folder: what cannot be kept is made again.
 */
export function workflowBundle(entry: BundleEntry = 'index'): Promise<WorkflowBundle> {
  const bundle = bundles.get(entry) ?? keptBundle(entry).catch(() => make(entry))
  bundles.set(entry, bundle)
  return bundle
}

/** What a worker of this environment runs. In production it must be there: an `EnvError` when it is not, or is of other sources. */
export function bundleFor({
  isProduction,
  temporalDeployment,
}: Pick<Env, 'isProduction' | 'temporalDeployment'>): Promise<WorkflowBundle> {
  const entry = temporalDeployment === undefined ? 'index' : 'versioned'
  if (!isProduction) return workflowBundle(entry)
  return keptBundle(entry).catch(() => {
    throw new EnvError([
      `The workflows are not bundled, or were changed or moved since: ${join(folder, fileOf(entry))} is missing. ` +
        'Run `npm run bundle` where the version is built.',
    ])
  })
}

/** The folder of this version of the code. */
export const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, '.cache/workflows')

async function keptBundle(entry: BundleEntry): Promise<WorkflowBundle> {
  return { code: readFileSync(join(folder, fileOf(entry)), 'utf8') }
}

async function make(entry: BundleEntry): Promise<WorkflowBundle> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: join(root, `workflows/${entry}.ts`),
    logger: { ...quiet },
  })
  keep(fileOf(entry), code)
  return { code }
}

/** Named for what it is made of, and for where that lies, which stands in it too. */
function fileOf(entry: BundleEntry): string {
  return `${createHash('sha256').update(root).update(hashOfSources()).digest('hex')}.${entry}.js`
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
      if (each.endsWith('.js') && each.split('.')[0] !== name.split('.')[0])
        rmSync(join(folder, each), { force: true })
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
