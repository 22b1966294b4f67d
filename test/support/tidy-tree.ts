import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The project's own text files, by their path from its root. */
export type Tree = ReadonlyMap<string, string>

/** A rule of the house, with changes that break it: the proof that it can fail. */
export interface Rule {
  /** The promise it keeps. */
  readonly name: string
  /** What breaks it, one line each, with the place. */
  findings(tree: Tree): readonly string[]
  /** Files put in place of those of the tree; an empty text takes the file's content away. */
  readonly violations: readonly Readonly<Record<string, string>>[]
}

/** Files that a pattern must not be found in: where to look, where not, and what for. */
export interface Ban {
  readonly files: RegExp
  readonly except?: RegExp
  readonly pattern: RegExp
}

/** Made, fetched or personal: what `.gitignore` names, and git's own. */
const foreign = new Set(['.git', '.data', '.cache', '.env', 'node_modules', 'test-results'])
const filesMax = 5000

/** The tree under this folder. */
export function readTree(root: string): Tree {
  const tree = new Map<string, string>()
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (foreign.has(entry.name) || entry.name.endsWith('.log')) continue
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) tree.set(path, readFileSync(join(root, path), 'utf8'))
    }
    if (tree.size > filesMax) throw new RangeError(`more than ${filesMax} files`)
  }
  return tree
}

/** The tree with these files in it. */
export function withFiles(tree: Tree, files: Readonly<Record<string, string>>): Tree {
  return new Map([...tree, ...Object.entries(files)])
}

/** The files whose path matches, in the order of their paths. */
export function filesOf(tree: Tree, files: RegExp, except?: RegExp): [string, string][] {
  return [...tree]
    .filter(([path]) => files.test(path) && except?.test(path) !== true)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Each place where a banned pattern stands: `path:line: the line`. */
export function places(tree: Tree, ban: Ban): string[] {
  return filesOf(tree, ban.files, ban.except).flatMap(([path, text]) =>
    text
      .split('\n')
      .map((line, at) => ({ line, number: at + 1 }))
      .filter(({ line }) => ban.pattern.test(line))
      .map(({ line, number }) => `${path}:${number}: ${line.trim().slice(0, 120)}`),
  )
}
