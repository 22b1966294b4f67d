import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { bundledPaths, hashOfSources, root } from './bundle.ts'

/**
 * The name of this version of the code: the commit, with the hash of the workflows' sources behind it where they were
 * changed since; without git that hash alone.
 */
export function buildIdOfCode(): string {
  const hash = hashOfSources().slice(0, hashLength)
  try {
    const [top = '', commit = ''] = git('rev-parse', '--show-toplevel', '--short=12', 'HEAD')
    // A folder of ours that lies in somebody else's repository has no commit.
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
