import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { eventually } from '#test/support/call.ts'
import { type DebianProgram, debianProgram } from '#test/support/debian-program.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'
import { findMariadb, type Mariadb, startMariadb } from './mariadb.ts'
import { runProgram, startProgram } from './program.ts'

const drivers = join(import.meta.dirname, 'drivers/woocommerce')

/** What Debian has of it. */
interface Parts {
  readonly wordpress: DebianProgram
  readonly mariadb: DebianProgram
  /** PHP, with its way to the database. */
  readonly php: readonly [program: string, ...parts: string[]]
}

/** A WordPress on loopback, with a database of its own. */
export interface WordPress {
  /** Two servers of the same shop: two requests may come in the same moment, as at any host. */
  readonly urls: readonly string[]
  /** What PHP has complained of. */
  output(): string
  /** Runs this script of the drivers inside it; what it prints, as JSON. */
  run(script: string, ...words: string[]): Promise<unknown>
  stop(): Promise<void>
}

/** Undefined where one of its parts is not installed and Debian's packages cannot be had. */
export function findWordPress(): Parts | undefined {
  const wordpress = debianProgram('usr/share/wordpress/wp-load.php', [
    'wordpress',
    'php-getid3',
    'libjs-underscore',
    'libjs-cropper',
  ])
  const mariadb = findMariadb()
  const php = findPhp()
  return wordpress && mariadb && php && { wordpress, mariadb, php }
}

/** A copy of Debian's WordPress with these plugins in it, installed and served; nothing is active yet. */
export async function startWordPress(
  parts: Parts,
  plugins: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>>,
): Promise<WordPress> {
  const folder = join(temporaryFolder('wordpress'), 'site')
  // Links of the package that lead nowhere are Debian's configuration of a web server.
  const options = { recursive: true, dereference: true, filter: existsSync }
  cpSync(dirname(parts.wordpress.path), folder, options)
  for (const [name, from] of Object.entries(plugins))
    cpSync(from, join(folder, 'wp-content/plugins', name), options)
  const log = join(folder, '../php.log')
  const php = [...parts.php, '-d', 'log_errors=1', '-d', `error_log=${log}`] as const
  const given = { ...environment, WORDPRESS_FOLDER: folder }
  const run = (script: string, ...words: string[]) =>
    runScript([...php, join(drivers, script), ...words], given)
  const database = await startMariadb(parts.mariadb)
  try {
    const ports = await freePorts(2)
    const urls = ports.map((port) => `http://127.0.0.1:${port}`)
    writeFileSync(join(folder, 'wp-config.php'), configuration(database, urls[0] ?? ''))
    await run('install.php')
    const servers = ports.map((port) =>
      startProgram([...php, '-S', `127.0.0.1:${port}`, '-t', folder], given),
    )
    for (const url of urls)
      await eventually(() => fetch(`${url}/wp-login.php`).catch(() => undefined))
    return {
      urls,
      run,
      output: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
      async stop() {
        for (const program of [...servers, database.program]) await program.kill()
      },
    }
  } catch (error) {
    await database.program.kill()
    throw error
  }
}

async function runScript(
  command: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>>,
): Promise<unknown> {
  const { code, output } = await runProgram(command, environment)
  if (code !== 0) throw new Error(`${command.at(-1)} ended with ${code}: ${output}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

/** With `mysqli` from Debian's package where this machine's PHP has it not; undefined without PHP or Guzzle. */
function findPhp(): Parts['php'] | undefined {
  const ask = (...words: string[]) => execFileSync('php', words, { stdio: 'pipe' }).toString()
  try {
    ask('-r', "require 'GuzzleHttp/autoload.php';")
    const php = ['php', '-d', 'display_errors=0', '-d', 'memory_limit=256M'] as const
    if (ask('-m').includes('mysqli')) return php
    const version = ask('-r', "echo PHP_MAJOR_VERSION, '.', PHP_MINOR_VERSION;")
    const folder = ask('-r', 'echo PHP_EXTENSION_DIR;').slice(1)
    const found = debianProgram(join(folder, 'mysqli.so'), [`php${version}-mysql`])
    if (found === undefined) return undefined
    const nativeDriver = join(dirname(found.path), 'mysqlnd.so')
    return [...php, '-d', `extension=${nativeDriver}`, '-d', `extension=${found.path}`]
  } catch {
    return undefined
  }
}

/** Nothing of it leaves this machine: no updates, no mail, no visits by itself. */
function configuration(database: Mariadb, url: string): string {
  const constants = {
    DB_NAME: database.database,
    DB_USER: database.user,
    DB_PASSWORD: database.password,
    DB_HOST: `localhost:${database.socket}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    WP_HOME: url,
    WP_SITEURL: url,
    WP_HTTP_BLOCK_EXTERNAL: true,
    DISABLE_WP_CRON: true,
    AUTOMATIC_UPDATER_DISABLED: true,
    WP_DEBUG: true,
    WP_DEBUG_DISPLAY: false,
  }
  const lines = Object.entries(constants).map(
    ([name, value]) => `define('${name}', ${JSON.stringify(value)});`,
  )
  return [
    '<?php',
    ...lines,
    "$table_prefix = 'wp_';",
    "defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');",
    "require_once ABSPATH . 'wp-settings.php';",
    '',
  ].join('\n')
}
