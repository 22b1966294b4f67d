import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode } from '@temporalio/worker'
import { encryptedFailuresPath } from '#platform/temporal.ts'

/** The workflows as one piece of code. */
export interface WorkflowBundle {
  readonly code: string
}

/** What the code has besides the workflows. */
export interface BundleParts {
  /** True where each run tells what it does as spans of its trace. */
  readonly isTraced?: boolean
  /** True where messages of failures are payloads, to be encrypted. */
  readonly isEncrypted?: boolean
}

const bundles = new Map<string, Promise<WorkflowBundle>>()

/**
 * The workflows as one piece of code, shared by the workers of a process. It is made once for what it is made of, and kept
 * in `.cache/workflows`: a worker that finds it there starts at once. `npm run bundle` makes it ahead, such as for an
 * image of a container. Nothing depends on the folder: what cannot be kept is made again.
 */
export function workflowBundle(parts: BundleParts = {}): Promise<WorkflowBundle> {
  const name = nameOf(parts)
  const bundle = bundles.get(name) ?? keptOrMade(name, parts)
  bundles.set(name, bundle)
  return bundle
}

function nameOf({ isTraced, isEncrypted }: BundleParts): string {
  const parts = [isTraced === true && 'traced', isEncrypted === true && 'encrypted']
  return `${[hashOfSources(), ...parts.filter(Boolean)].join('-')}.js`
}

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, '.cache/workflows')

async function keptOrMade(name: string, parts: BundleParts): Promise<WorkflowBundle> {
  try {
    return { code: readFileSync(join(folder, name), 'utf8') }
  } catch {
    const { code } = await bundleWorkflowCode({
      workflowsPath: join(root, 'workflows/index.ts'),
      logger: { ...quiet },
      workflowInterceptorModules: parts.isTraced === true ? [tracedModule()] : [],
      ...(parts.isEncrypted === true && { failureConverterPath: encryptedFailuresPath }),
    })
    keep(name, code)
    return { code }
  }
}

/** Of all that is in it: our own files, and the packages by their lock file. Where they lie stands in it too. */
function hashOfSources(): string {
  const files = ['workflows', 'domain']
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.ts'))
        .map((path) => join(room, path)),
    )
    .toSorted()
  const hash = createHash('sha256').update(root)
  for (const path of ['package-lock.json', ...files]) {
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
      if (each.endsWith('.js') && !each.startsWith(hashOf(name)))
        rmSync(join(folder, each), { force: true })
    }
  } catch {
    // A folder that cannot be written costs time alone.
  }
}

function hashOf(name: string): string {
  return name.slice(0, hashCharacters)
}

const hashCharacters = 64

/** Looked up where it is needed alone. */
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
