import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { bundledPaths, hashOfSources, root } from './bundle.ts'

/**
 * The name of this version of the code: the commit, followed by a hash of the workflows' sources if they have changed
 * since; without git only that hash.
 */
export function buildIdOfCode(): string {
  const hash = hashOfSources().slice(0, hashLength)
  try {
    const [top = '', commit = ''] = git('rev-parse', '--show-toplevel', '--short=12', 'HEAD')
    // In a copy inside another repository, that repository's commit would be wrong.
    if (realpathSync(top) !== realpathSync(root)) return hash
    const isChanged = git('status', '--porcelain', '--', ...bundledPaths).some(Boolean)
    return isChanged ? `${commit}-${hash}` : commit
  } catch {
    return hash
  }
}

const hashLength = 12

function git(...args: readonly string[]): string[] {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio }).trim().split('\n')
}
