import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode } from '@temporalio/worker'
import type { Env } from '#platform/env.ts'
import { encryptedFailuresPath } from '#platform/temporal.ts'

/** The workflows as one bundle of code. */
export interface WorkflowBundle {
  readonly code: string
}

/** What the bundle contains besides the workflows. */
export interface BundleParts {
  /** True for workers that have a version: each workflow then has its versioning behaviour. */
  readonly isVersioned?: boolean
  /** True if each run reports spans of its trace. */
  readonly isTraced?: boolean
  /** True if failure messages are payloads, so that they are encrypted. */
  readonly isEncrypted?: boolean
}

const bundles = new Map<string, Promise<WorkflowBundle>>()

/**
 * The workflow bundle, shared by the workers of a process. It is compiled once per set of inputs, and cached in
 * `.cache/workflows`, so that a worker that finds it starts at once. `npm run bundle` compiles it in advance, for
 * example for a container image. The folder may be deleted at any time; what cannot be cached is compiled again.
 */
export function workflowBundle(parts: BundleParts = {}): Promise<WorkflowBundle> {
  const name = nameOf(parts)
  const bundle = bundles.get(name) ?? keptOrMade(name, parts)
  bundles.set(name, bundle)
  return bundle
}

/** What a worker in this environment runs. */
export function partsFor({
  temporalDeployment,
  temporalCodecKeys,
  traceEndpoint,
}: BundleEnv): BundleParts {
  return {
    isVersioned: temporalDeployment !== undefined,
    isTraced: traceEndpoint !== undefined,
    isEncrypted: temporalCodecKeys.length > 0,
  }
}

type BundleEnv = Pick<Env, 'temporalDeployment' | 'temporalCodecKeys' | 'traceEndpoint'>

/** The root folder of this version of the code. */
export const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, '.cache/workflows')

async function keptOrMade(name: string, parts: BundleParts): Promise<WorkflowBundle> {
  try {
    return { code: readFileSync(join(folder, name), 'utf8') }
  } catch {
    const { code } = await bundleWorkflowCode({
      workflowsPath: join(
        root,
        `workflows/${parts.isVersioned === true ? 'versioned' : 'index'}.ts`,
      ),
      logger: { ...quiet },
      payloadConverterPath: join(root, 'workflows/payload-converter.ts'),
      workflowInterceptorModules: parts.isTraced === true ? [tracedModule()] : [],
      ...(parts.isEncrypted === true && { failureConverterPath: encryptedFailuresPath }),
    })
    keep(name, code)
    return { code }
  }
}

/** Named after its inputs, and after their location, which the bundle contains too. */
function nameOf({ isVersioned, isTraced, isEncrypted }: BundleParts): string {
  const hash = createHash('sha256').update(root).update(hashOfSources()).digest('hex')
  const parts = [
    isVersioned === true && 'versioned',
    isTraced === true && 'traced',
    isEncrypted === true && 'encrypted',
  ]
  return `${[hash, ...parts.filter(Boolean)].join('-')}.js`
}

const bundledFolders = ['workflows', 'domain']
/** Its inputs: our own files, and the packages by their lock file. */
export const bundledPaths: readonly string[] = [...bundledFolders, 'package-lock.json']

/** A hash of all inputs of the bundle. */
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

/** Writes atomically: other processes may be reading or compiling the same file. Removes bundles of other sources. */
function keep(name: string, code: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    const former = readdirSync(folder)
    writeFileSync(join(folder, `${name}.${process.pid}`), code)
    renameSync(join(folder, `${name}.${process.pid}`), join(folder, name))
    for (const each of former) {
      if (each.endsWith('.js') && !each.startsWith(hashOf(name)))
        rmSync(join(folder, each), { force: true })
    }
  } catch {
    // A folder that cannot be written only costs time.
  }
}

function hashOf(name: string): string {
  return name.slice(0, hashCharacters)
}

const hashCharacters = 64

/** Resolved only when needed. */
function tracedModule(): string {
  return createRequire(import.meta.url).resolve(
    '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors',
  )
}

const quiet = {
  log() {},
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error: (message: string) => process.stderr.write(`${message}\n`),
}
