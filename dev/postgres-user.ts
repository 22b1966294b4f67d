import { chownSync } from 'node:fs'
import { runToEnd } from './run.ts'
import { StartError } from './say.ts'

/**
 * The user that runs PostgreSQL's programs, which refuse to run as root: root uses an unprivileged user, and grants
 * it access to our folders if it cannot reach them (below `/root`, for example).
 */
export interface PostgresUser {
  /** What precedes the program on the command line. */
  readonly prefix: readonly string[]
  /** Makes the user the owner of this folder. */
  own(folder: string): void
}

/** The user for the program at `program`, with its data below `folder`. */
export async function postgresUser(program: string, folder: string): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return { prefix: [], own: () => {} }
  for (const name of candidates) {
    const uid = await idOf(name, '-u')
    const gid = await idOf(name, '-g')
    if (uid === undefined || gid === undefined) continue
    const own = (path: string): void => chownSync(path, uid, gid)
    const plain = asUser(uid, gid)
    if (await canReach(plain, program, folder)) return { prefix: plain, own }
    const lent = [...asUser(uid, gid), '--inh-caps=+dac_override', '--ambient-caps=+dac_override']
    if (await canReach(lent, program, folder)) return { prefix: lent, own }
  }
  throw new StartError(
    `PostgreSQL does not run as root, and no other user reaches ${folder}: ` +
      'start as another user, put DATA_DIR elsewhere, or set DATABASE_URL.',
  )
}

const candidates = ['postgres', 'nobody']
const checkTimeoutMs = 10_000

function asUser(uid: number, gid: number): readonly string[] {
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

async function idOf(name: string, flag: string): Promise<number | undefined> {
  const { code, output } = await runToEnd('id', [flag, name], checkTimeoutMs)
  return code === 0 ? Number(output) : undefined
}

async function canReach(
  [command = '', ...first]: readonly string[],
  program: string,
  folder: string,
): Promise<boolean> {
  const script = '"$1" --version && cd "$2"'
  const args = [...first, 'sh', '-c', script, 'sh', program, folder]
  return (await runToEnd(command, args, checkTimeoutMs)).code === 0
}
