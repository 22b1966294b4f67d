import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnServices } from '#platform/command-env.ts'
import { linkHost, readEnv, type Env, type ServiceAddresses } from '#platform/env.ts'
import { EnvError } from '#platform/env-error.ts'
import { merchantRunsUrl } from '#platform/env-temporal.ts'
import { createLog } from '#platform/log.ts'
import { installTemporalRuntime } from '#worker/runtime.ts'
import { leaveAddresses, takeDataFolder } from './data-folder.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { startOperators } from './emulators/start.ts'
import { embeddedPorts, startEmbedded, temporalPorts } from './embedded.ts'
import { fullDisk } from './full-disk.ts'
import { keptPort, portProblems } from './ports.ts'
import { prepare } from './prepare.ts'
import { complain, say, StartError, step } from './say.ts'
import { startService } from './service.ts'
import { deploymentOf, takeOver } from './take-over.ts'
import { listenForStop } from './stop-signal.ts'
import { readTemporalSettings } from './temporal-settings.ts'
import { waitUntil } from './wait-until.ts'
import { type Welcome, welcome } from './welcome.ts'

// What `npm start` runs: PostgreSQL, Temporal, API and worker, until Ctrl-C.

/** What to stop, last started first. */
const undo: (() => Promise<void>)[] = []
const stopTimeoutMs = 28_000
const answerTimeoutMs = 30_000
const askTimeoutMs = 2000
/** No room, no right to write, or a file where a folder is wanted. */
const diskCodes: ReadonlySet<unknown> = new Set(
  'ENOSPC EDQUOT EACCES EPERM EROFS ENOTDIR EEXIST ENOENT'.split(' '),
)
const usage =
  'Usage: npm start [-- --restored], with the variables of .env.example in the environment or in .env.'
/** Said after a backup of PostgreSQL was put in place (docs/runbook.md#restore). */
const restoredWord = '--restored'
const diskRemedy = 'Free some space, or set DATA_DIR to another folder of yours.'
/** Where the data are, once the environment is read. */
const place = { dataDir: '.data' }

const stop = listenForStop(() => {
  complain('Stopping by force.')
  process.exit(130)
})
// A closed terminal accepts no more output; that must not leave the servers running.
process.stdout.on('error', () => {})

process.exitCode = await main()
process.exit()

async function main(): Promise<number> {
  let code = 0
  try {
    const words = process.argv.slice(2)
    const isRestored = words.includes(restoredWord)
    if (words.length > (isRestored ? 1 : 0)) throw new StartError(usage)
    await Promise.race([start(isRestored), stop.requested])
  } catch (error) {
    code = 1
    if (!stop.isRequested()) explain(error)
  }
  if (stop.isRequested()) code = 0
  return (await stopAll()) ? code : 1
}

/** Starts everything; settles only when a part of it fails for good. */
async function start(isRestored: boolean): Promise<never> {
  const env = readEnv()
  place.dataDir = env.dataDir
  const settings = readTemporalSettings()
  undo.push(await takeDataFolder(env.dataDir))
  const api = { variable: 'PORT', port: env.port, host: env.host }
  const problems = await portProblems([api, ...embeddedPorts(env, settings)])
  if (problems.length > 0) throw new StartError(problems.join('\n'))

  say('Starting the payment service.')
  const embedded = await startEmbedded(env, settings)
  for (const server of embedded.servers.toReversed()) undo.push(() => server.stop())
  undo.push(await leaveAddresses(env.dataDir, ownServices(env, embedded.addresses)))
  if (stop.isRequested()) return pending()
  const { operators, mailbox } = await startOutsiders(env)
  const own = env.temporalAddress === undefined ? ownTemporal(env) : {}
  const { accounts: operatorAccounts } = operators
  const temporalDeployment = deploymentOf(env)
  const complete = {
    ...env,
    ...own,
    ...embedded.addresses,
    operatorAccounts,
    temporalDeployment,
    ...(mailbox && placesIn(mailbox, env)),
  }
  const demo = await prepare(complete, settings, isRestored)
  if (stop.isRequested()) return pending()

  const log = createLog({ level: env.logLevel, name: 'payment-service' })
  const service = await step('API and worker', () => {
    installTemporalRuntime(log)
    return startService(complete, log)
  })
  undo.push(() => service.stop())
  await answering(complete)
  await takeOver(complete, temporalDeployment)
  const shown = {
    base_url: complete.publicUrl,
    temporal_ui_url: complete.temporalUiUrl,
    merchant_runs_url: merchantRunsUrl(complete),
    ...(mailbox && { mailbox_url: mailbox.url }),
    ...demo,
    operators: operators.addresses,
  }
  await writeWhole(demoFile(env), `${JSON.stringify(shown, null, 2)}\n`)
  welcome(shown, env.dataDir)
  await Promise.race([service.failed, ...embedded.servers.map(({ failed }) => failed)])
  throw new Error('The worker has ended.')
}

/** Those whom the service talks to, on this machine, where an earlier start had them. */
async function startOutsiders(env: Env) {
  const earlier = await earlierPlaces(env)
  const operators = await startOperators(env, earlier.operators ?? {})
  undo.push(() => operators.close())
  return { operators, mailbox: await startOwnMailbox(env, earlier) }
}

type Places = Partial<Pick<Welcome, 'mailbox_url' | 'operators'>>

/** Where an earlier start on these data had its servers: addresses in `demo.json` stay the same. */
async function earlierPlaces(env: Env): Promise<Places> {
  return readFile(demoFile(env), 'utf8')
    .then((text) => JSON.parse(text) as Places)
    .catch(() => ({}))
}

function demoFile({ dataDir }: Env): string {
  return join(dataDir, 'demo.json')
}

/** Where messages without a configured gateway go. */
function placesIn(mailbox: Mailbox, env: Env) {
  const { smtpUrl, smsUrl, whatsappUrl } = mailbox
  return { smtpUrl, smsUrl: env.smsUrl ?? smsUrl, whatsappUrl: env.whatsappUrl ?? whatsappUrl }
}

/** Mails that leave this machine need a configured mail server. */
async function startOwnMailbox(env: Env, earlier: Places) {
  if (env.smtpUrl !== undefined || env.isProduction) return undefined
  const mailbox = await startMailbox(0, await keptPort(earlier.mailbox_url))
  undo.push(() => mailbox.close())
  return mailbox
}

/** Those that the environment does not name, and where the pages are. */
function ownServices(env: Env, { databaseUrl, temporalAddress }: ServiceAddresses): OwnServices {
  return {
    publicUrl: env.publicUrl,
    ...(env.databaseUrl === undefined && { databaseUrl }),
    ...(env.temporalAddress === undefined && {
      temporalAddress,
      temporalNamespace: readTemporalSettings().namespace,
      temporalDeployment: deploymentOf(env),
    }),
  }
}

/** Our own dev service has the default namespace, at our own address. */
function ownTemporal(env: Env): Pick<Env, 'temporalNamespace' | 'temporalUiUrl' | 'temporalTls'> {
  const settings = readTemporalSettings()
  const { uiPort } = temporalPorts(env, settings)
  return {
    temporalNamespace: settings.namespace,
    temporalUiUrl: `http://${settings.ip}:${uiPort}`,
    temporalTls: undefined,
  }
}

async function answering({ host, port }: Env): Promise<void> {
  const url = `http://${linkHost(host)}:${port}/readyz`
  const isAnswering = async (): Promise<boolean> => {
    const response = await fetch(url, { signal: AbortSignal.timeout(askTimeoutMs) }).catch(
      () => undefined,
    )
    return response?.ok === true
  }
  if (!(await waitUntil(isAnswering, answerTimeoutMs, stop.isRequested))) {
    throw new StartError(`The service does not answer at ${url}.`)
  }
}

/** Readers see either the old file or the new one, never a part. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, path)
}

function pending(): Promise<never> {
  return new Promise<never>(() => {})
}

/** One line for errors that the reader can fix; the full stack for those that only we can. */
function explain(error: unknown): void {
  complain(fullDisk(error, place.dataDir) ?? lineFor(error))
}

function lineFor(error: unknown): string {
  if (error instanceof EnvError || error instanceof StartError) return error.message
  if (!(error instanceof Error)) return String(error)
  const isOfDisk = 'code' in error && diskCodes.has(error.code)
  return isOfDisk ? `${error.message}. ${diskRemedy}` : (error.stack ?? error.message)
}

/** True if everything stopped cleanly and in time. */
async function stopAll(): Promise<boolean> {
  if (undo.length > 1) say('\nStopping…')
  const late = setTimeout(() => {
    complain('Stopping took too long; killed.')
    process.exit(1)
  }, stopTimeoutMs)
  let isWell = true
  for (const end of undo.toReversed()) {
    await end().catch((error: unknown) => {
      isWell = false
      explain(error)
    })
  }
  clearTimeout(late)
  if (undo.length > 1) say('Stopped.')
  return isWell
}
