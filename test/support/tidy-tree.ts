import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The project's own text files, by their path from its root. */
export type Tree = ReadonlyMap<string, string>

/** A rule, with changes that violate it: the proof that it can fail. */
export interface Rule {
  /** The promise it keeps. */
  readonly name: string
  /** The violations, one line each, with their place. */
  findings(tree: Tree): readonly string[]
  /** Files that replace those of the tree; an empty text removes the file's content. */
  readonly violations: readonly Readonly<Record<string, string>>[]
}

/** A pattern that must not occur: where to look, where not, and what for. */
export interface Ban {
  readonly files: RegExp
  readonly except?: RegExp
  readonly pattern: RegExp
}

/** Generated, downloaded or personal: what `.gitignore` lists, and git's own. */
const foreign = new Set(['.git', '.data', '.cache', '.env', 'node_modules', 'test-results'])
const filesMax = 5000

/** The tree below this folder. */
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

/** The tree with these files added or replaced. */
export function withFiles(tree: Tree, files: Readonly<Record<string, string>>): Tree {
  return new Map([...tree, ...Object.entries(files)])
}

/** The files whose path matches, ordered by path. */
export function filesOf(tree: Tree, files: RegExp, except?: RegExp): [string, string][] {
  return [...tree]
    .filter(([path]) => files.test(path) && except?.test(path) !== true)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Each occurrence of a banned pattern: `path:line: the line`. */
export function places(tree: Tree, ban: Ban): string[] {
  return filesOf(tree, ban.files, ban.except).flatMap(([path, text]) =>
    text
      .split('\n')
      .map((line, at) => ({ line, number: at + 1 }))
      .filter(({ line }) => ban.pattern.test(line))
      .map(({ line, number }) => `${path}:${number}: ${line.trim().slice(0, 120)}`),
  )
}
