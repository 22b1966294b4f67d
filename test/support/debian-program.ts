import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './temporary-folder.ts'

/** A program that is not among our packages, and the environment it needs. */
export interface DebianProgram {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * The program of this machine, or from Debian's packages, unpacked into a folder of their own. Undefined if neither
 * is available: the test then calls `this.skip()`, which the reporter shows.
 */
export function debianProgram(
  path: string,
  packages: readonly string[],
): DebianProgram | undefined {
  if (existsSync(`/${path}`)) return { path: `/${path}`, environment: {} }
  const folder = temporaryFolder('debian')
  try {
    execFileSync('apt-get', ['download', ...packages], { cwd: folder, stdio: 'ignore' })
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.deb')))
      execFileSync('dpkg', ['-x', name, '.'], { cwd: folder, stdio: 'ignore' })
  } catch {
    return undefined
  }
  const libraries = join(folder, 'usr/lib')
  const places = existsSync(libraries) ? readdirSync(libraries) : []
  const found = places.filter((name) => name.endsWith('-linux-gnu'))
  return {
    path: join(folder, path),
    environment: { LD_LIBRARY_PATH: found.map((name) => join(libraries, name)).join(':') },
  }
}

/** The program, for the surrounding tests, which are skipped where there is none and none can be had. */
export function givenProgram(path: string, packages: readonly string[]): DebianProgram {
  const program = {} as DebianProgram
  before(function () {
    const found = debianProgram(path, packages)
    // Told by the reporter among what was skipped.
    if (found === undefined) return this.skip()
    Object.assign(program, found)
  })
  return program
}

/** Whether this machine has the program. */
export function hasProgram(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
