// What `npm start` and `npm test` run first. Plain JavaScript without dependencies, for any Node from 20 on: it
// updates the packages, which include Node 24, and hands over to that Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const lockPath = join(root, 'package-lock.json')
const stampPath = join(modules, '.package-lock-stamp')
const hostNodeMin = 20
const runtimeNodeMin = 24
const installLockWaitMsMax = 15 * 60_000
const installPollMs = 500
const orphanPollMs = 1000
const stillInstallingMs = 10_000

const mains = { start: 'dev/start.ts', test: 'dev/test.ts' }
const [, , task = '', ...args] = process.argv

await main()

async function main() {
  const main = mains[task]
  if (main === undefined) return stop(`Say which: ${Object.keys(mains).join(' or ')}.`)
  if (majorOf(process.versions.node) < hostNodeMin) {
    return stop(`Node ${hostNodeMin} or later is needed; this is ${process.versions.node}.`)
  }
  if (!isInstalled() && !(await install())) return
  const node = runtimeNode()
  if (node === undefined) {
    return stop(
      `Node ${runtimeNodeMin} is missing: its package could not run its install script. ` +
        'Run `npm ci --ignore-scripts=false`, or start with a Node of that version.',
    )
  }
  const options = task === 'start' && existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  process.exitCode = await run(node, ['--import=./platform/jsx.mjs', ...options, main, ...args])
}

function stop(line) {
  process.stderr.write(`${line}\n`)
  process.exitCode = 1
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

/** The packaged Node, else the current one if it is recent enough. */
function runtimeNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const packaged = join(modules, 'node', 'bin', file)
  if (existsSync(packaged)) return packaged
  return majorOf(process.versions.node) >= runtimeNodeMin ? process.execPath : undefined
}

/** True if the installed packages match the lock file; the result is cached as a stamp among them. */
function isInstalled() {
  if (!existsSync(modules)) return false
  const stamp = lockStamp()
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === stamp) return true
  if (!isInstalledByHand()) return false
  writeFileSync(stampPath, stamp)
  return true
}

function lockStamp() {
  return createHash('sha256').update(readFileSync(lockPath)).digest('hex')
}

/** True if npm's own record of installed packages contains each package of the lock file, in its version. */
function isInstalledByHand() {
  const recordPath = join(modules, '.package-lock.json')
  if (!existsSync(recordPath) || runtimeNode() === undefined) return false
  const wanted = Object.entries(JSON.parse(readFileSync(lockPath, 'utf8')).packages)
  const present = JSON.parse(readFileSync(recordPath, 'utf8')).packages
  return wanted
    .filter(([path, entry]) => path !== '' && !entry.optional)
    .every(([path, entry]) => present[path]?.version === entry.version)
}

async function install() {
  const release = await takeInstallLock()
  try {
    if (isInstalled()) return true
    say('Installing the packages: a minute or two the first time…')
    const startedAt = Date.now()
    const ticker = setInterval(
      () => say(`  still installing (${since(startedAt)})`),
      stillInstallingMs,
    )
    const { code, output } = await npmCi().finally(() => clearInterval(ticker))
    if (code !== 0) {
      process.stderr.write(output)
      stop('The packages could not be installed: see above. Check the network, then try again.')
      return false
    }
    writeFileSync(stampPath, lockStamp())
    say(`Installed the packages in ${since(startedAt)}.`)
    return true
  } finally {
    release()
  }
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

function since(startedAt) {
  return `${Math.round((Date.now() - startedAt) / 1000)} s`
}

/** Two commands in a fresh clone install one after the other. */
async function takeInstallLock() {
  const lock = join(root, '.cache', 'install.lock')
  mkdirSync(dirname(lock), { recursive: true })
  const deadline = Date.now() + installLockWaitMsMax
  for (let waited = 0; Date.now() < deadline; waited++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return () => rmSync(lock, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (waited === 0) say('Another command is installing the packages; waiting for it…')
    await sleep(installPollMs)
    if (isAbandoned(lock)) rmSync(lock, { force: true })
  }
  throw new Error(`Waited too long for ${lock}; delete it and try again.`)
}

function isAbandoned(lock) {
  try {
    const pid = Number(readFileSync(lock, 'utf8'))
    if (!(pid > 0)) return true
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** `npm ci`, quiet: its warnings help nobody who just wants to start. Returns its output, in case it fails. */
async function npmCi() {
  const flags = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const npmMain = process.env.npm_execpath
  const isNpm = npmMain !== undefined && /npm-cli\.c?js$/.test(npmMain)
  const [command, first] = isNpm ? [process.execPath, [npmMain]] : ['npm', []]
  const child = spawn(command, [...first, ...flags], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: !isNpm && process.platform === 'win32',
  })
  const unforward = forwardSignals(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const code = await exitCodeOf(child).finally(unforward)
  return { code, output }
}

async function run(command, commandArgs) {
  const child = spawn(command, commandArgs, {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH ?? ''}`,
    },
  })
  const unforward = forwardSignals(child)
  return exitCodeOf(child).finally(unforward)
}

/** The child decides what a signal means. The terminal and npm may both send it, so the child may get it twice. */
function forwardSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const forward = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, forward)
  // npm may die without notifying us; its grandchild would then run forever.
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    forward('SIGTERM')
  }, orphanPollMs)
  return () => {
    clearInterval(watch)
    for (const signal of signals) process.off(signal, forward)
  }
}

function exitCodeOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${error.message}\n`)
      resolve(1)
    })
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 1)))
  })
}
