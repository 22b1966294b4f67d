import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '#dev/ports.ts'
import { waitUntil } from '#dev/wait-until.ts'
import { atExit, temporaryFolder } from '#test/support/temporary-folder.ts'

/** An `npm start` that a test has started. */
export interface Started {
  readonly child: ChildProcess
  said(): string
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<unknown>
}

/** What it leaves in `demo.json`. */
export interface Demo {
  readonly base_url: string
  readonly keys: { readonly secret_sandbox: string; readonly secret_live: string }
  readonly payout_phone: string
  readonly mailbox_url: string
  readonly merchant_runs_url: string
  readonly operators: Readonly<Record<string, string>>
  readonly bank_accounts: readonly { readonly id: string; readonly bank: string }[]
}

export const startTimeoutMs = 60_000
/** All that were started, to be killed after the tests. */
export const children: ChildProcess[] = []
/** The ports of one. */
export const variables = ['PORT', 'TEMPORAL_PORT', 'TEMPORAL_UI_PORT', 'POSTGRES_PORT'] as const

/** The environment of one installation: a data folder and ports of its own. */
export async function installation(): Promise<Record<string, string>> {
  const ports = await freePorts(variables.length)
  const env = {
    DATA_DIR: temporaryFolder('start'),
    SANDBOX_OPERATOR_DELAY: '4s',
    LOG_LEVEL: 'warn',
  }
  return { ...env, ...Object.fromEntries(variables.map((name, at) => [name, String(ports[at])])) }
}

/** Starts it there, with these words after its name. */
export function start(env: Record<string, string>, ...words: readonly string[]): Started {
  const child = spawn(process.execPath, ['--import=./platform/jsx.mjs', 'dev/start.ts', ...words], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atExit(() => child.kill('SIGKILL'))
  children.push(child)
  let said = ''
  const hear = (chunk: Buffer): void => {
    said += chunk.toString('utf8')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal)
  return { child, said: () => said, ended }
}

/** The same, once it says that it runs. */
export async function running(
  env: Record<string, string>,
  ...words: readonly string[]
): Promise<Started & { readonly demo: Demo }> {
  const started = start(env, ...words)
  const isUp = await waitUntil(
    () => Promise.resolve(started.said().includes('Ctrl-C stops everything')),
    startTimeoutMs,
    () => started.child.exitCode !== null,
  )
  assert.ok(isUp, started.said())
  const path = join(env['DATA_DIR'] ?? '', 'demo.json')
  return { ...started, demo: JSON.parse(readFileSync(path, 'utf8')) as Demo }
}
