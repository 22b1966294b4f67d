import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { eventually } from '#test/support/call.ts'
import { type DebianProgram, debianProgram } from '#test/support/debian-program.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { type Program, startProgram } from './program.ts'

/** A MariaDB that nobody reaches but by its socket, with one empty database. */
export interface Mariadb {
  readonly socket: string
  readonly database: string
  readonly user: string
  readonly password: string
  readonly program: Program
}

/** Undefined where Debian's server is not installed and its packages cannot be had, or it names its tables otherwise. */
export function findMariadb(): DebianProgram | undefined {
  const found = debianProgram('usr/sbin/mariadbd', ['mariadb-server-core', 'libaio1', 'liburing2'])
  if (found === undefined) return undefined
  return existsSync(join(shareOf(found.path), 'mysql_system_tables.sql')) ? found : undefined
}

const shareOf = (path: string): string => resolve(path, '../../share/mysql')

/** Makes its data in a folder of its own, which is deleted at the end, and starts it. */
export async function startMariadb({ path, environment }: DebianProgram): Promise<Mariadb> {
  const folder = temporaryFolder('mariadb')
  const data = join(folder, 'data')
  mkdirSync(data)
  const share = shareOf(path)
  const socket = join(folder, 'socket')
  const account = { database: 'shop', user: 'shop', password: randomBytes(16).toString('hex') }
  const words = ['--no-defaults', `--datadir=${data}`, `--lc-messages-dir=${share}`]
  // It refuses to run as root unless it is told to.
  if (process.getuid?.() === 0) words.push('--user=root')
  execFileSync(path, [...words, '--bootstrap'], {
    env: { ...process.env, ...environment },
    input: firstStatements(share, account),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const quick = ['--skip-networking', `--socket=${socket}`, '--innodb-flush-log-at-trx-commit=0']
  const program = startProgram([path, ...words, ...quick], environment)
  await eventually(async () => /Version: '/.test(program.output()))
  return { socket, ...account, program }
}

/** One statement a line, as the server reads them before it has any table. */
function firstStatements(share: string, account: Pick<Mariadb, 'database' | 'user' | 'password'>) {
  const read = (name: string) => readFileSync(join(share, `${name}.sql`), 'utf8')
  const user = `'${account.user}'@'localhost'`
  return [
    'CREATE DATABASE mysql;',
    'USE mysql;',
    read('mysql_system_tables'),
    read('mysql_system_tables_data'),
    `CREATE DATABASE ${account.database} CHARACTER SET utf8mb4;`,
    'FLUSH PRIVILEGES;',
    `CREATE USER ${user} IDENTIFIED BY '${account.password}';`,
    `GRANT ALL ON ${account.database}.* TO ${user};`,
    '',
  ].join('\n')
}
