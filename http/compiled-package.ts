import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptText } from '#platform/kept.ts'

/** Text files by their path below a folder, with `/` between its parts. */
export type Texts = Readonly<Record<string, string>>

const require = createRequire(import.meta.url)
const compilerPath = require.resolve('typescript/package.json')
const { version } = require(compilerPath) as { readonly version: string }
/** Types are checked with those of the project. */
const options = ['--noCheck', '--types', '']

/** JavaScript and declarations of the TypeScript project in a folder, whose sources are in `src`. Cached by its inputs. */
export function compiledPackage(folder: string): Texts {
  const settings = readFileSync(join(folder, 'tsconfig.json'), 'utf8')
  const inputs = [version, ...options, settings, JSON.stringify(textsIn(join(folder, 'src')))]
  return JSON.parse(keptText(inputs, () => JSON.stringify(compile(folder)))) as Texts
}

/** Every file below a folder, in the order of their paths. */
export function textsIn(folder: string): Texts {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(pathOf)
  const within = paths.map((path) => path.slice(folder.length + 1).replaceAll('\\', '/'))
  return Object.fromEntries(
    within.toSorted().map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  )
}

function pathOf({ parentPath, name }: { readonly parentPath: string; readonly name: string }) {
  return join(parentPath, name)
}

function compile(folder: string): Texts {
  const target = mkdtempSync(join(tmpdir(), 'compiled-'))
  try {
    const compiler = join(compilerPath, '../bin/tsc')
    execFileSync(process.execPath, [compiler, '-p', folder, '--outDir', target, ...options])
    return textsIn(target)
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}
