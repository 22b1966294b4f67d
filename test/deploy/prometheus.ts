import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { freePorts } from '#dev/ports.ts'
import { startServer } from '#dev/server-process.ts'
import { eventually } from '#test/support/call.ts'
import { debianProgram } from '#test/support/debian-program.ts'
import { atExit, temporaryFolder } from '#test/support/temporary-folder.ts'
import { textOf } from './read.ts'

type Labels = Readonly<Record<string, string>>

/** An alert that is raised, as Prometheus hands it on. */
export interface Raised {
  readonly labels: Labels
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

/** A Prometheus that reads these processes and judges them by deploy/alerts.yaml, in which every span of time is shorter. */
export interface Prometheus {
  /** Waits until this alert is raised, with these labels among others. */
  raises(alert: string, labels: Labels | undefined, timeoutMs: number): Promise<Raised>
  /** Waits until none with these labels is raised any more. */
  ends(alert: string, labels: Labels | undefined, timeoutMs: number): Promise<void>
  stop(): Promise<void>
}

/**
 * A minute of the rules lasts two seconds here, and nothing is looked back at or waited for longer than these seconds:
 * what goes on for half an hour in life goes on for less here. What a rule compares a figure with stays as it is.
 */
const timesShorter = 30
const longestLookSeconds = 20
const longestWaitSeconds = 10
const everyMs = 1000

/** Starts one for these addresses (`host:port`); undefined where there is no Prometheus and none can be had. */
export async function startPrometheus(targets: readonly string[]): Promise<Prometheus | undefined> {
  const program = debianProgram('usr/bin/prometheus', ['prometheus'])
  if (program === undefined) return undefined
  const [port = 0] = await freePorts(1)
  const folder = temporaryFolder('prometheus')
  const server = await startServer({
    command: program.path,
    args: wordsFor(folder, { targets, port }),
    environment: program.environment,
    logPath: join(folder, 'log'),
    stopSignal: 'SIGTERM',
    removeOnDeath: folder,
  })
  atExit(() => server.signal('SIGKILL'))
  const read = sharedFor(everyMs / 2, () => alertsAt(`http://127.0.0.1:${port}/api/v1/alerts`))
  await eventually(async () => {
    if (!server.isRunning()) throw new Error(server.lastWords())
    return read().then(
      () => true,
      () => false,
    )
  })
  const find = async (wanted: Labels) =>
    (await read()).find(({ labels }) =>
      Object.entries(wanted).every(([name, value]) => labels[name] === value),
    )
  return {
    raises: (alert, labels, timeoutMs) =>
      within(alert, () => find({ ...labels, alertname: alert }), timeoutMs),
    async ends(alert, labels, timeoutMs) {
      const wanted = { ...labels, alertname: alert }
      await within(alert, async () => (await find(wanted)) === undefined, timeoutMs)
    },
    stop: () => server.kill(),
  }
}

async function within<Value>(
  alert: string,
  check: () => Promise<Value | undefined | false>,
  timeoutMs: number,
): Promise<Value> {
  try {
    return await eventually(check, timeoutMs)
  } catch (error) {
    throw new Error(`${alert}: ${String(error)}`, { cause: error })
  }
}

/** Many alerts are waited for at once, and judged once a second: who asks soon after another is told the same. */
function sharedFor<Value>(ms: number, read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly at: number; readonly value: Promise<Value> } | undefined
  return () => {
    const now = performance.now()
    if (last === undefined || now - last.at >= ms) last = { at: now, value: read() }
    return last.value
  }
}

async function alertsAt(url: string): Promise<readonly Raised[]> {
  const answer = await fetch(url)
  const { data } = (await answer.json()) as {
    data: { alerts: readonly (Raised & { readonly state: string })[] }
  }
  return data.alerts.filter(({ state }) => state === 'firing')
}

function wordsFor(
  folder: string,
  { targets, port }: { readonly targets: readonly string[]; readonly port: number },
): readonly string[] {
  // What is JSON is YAML.
  writeFileSync(
    join(folder, 'alerts.json'),
    JSON.stringify(shortened(textOf('deploy/alerts.yaml'))),
  )
  const every = `${everyMs}ms`
  writeFileSync(
    join(folder, 'prometheus.json'),
    JSON.stringify({
      global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
      rule_files: [join(folder, 'alerts.json')],
      scrape_configs: [{ job_name: 'payments', static_configs: [{ targets }] }],
    }),
  )
  return [
    `--config.file=${join(folder, 'prometheus.json')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
}

/** The same rules, sooner. */
function shortened(rules: string): unknown {
  const look = (span: string) => `${Math.min(secondsOf(span), longestLookSeconds)}s`
  const text = rules
    .replaceAll(/\[(\d+[mh])\]/g, (_, span: string) => `[${look(span)}]`)
    .replaceAll(/\boffset (\d+[mh])\b/g, (_, span: string) => `offset ${look(span)}`)
    .replaceAll(/^( +for: )(\d+[mh])$/gm, (_, start: string, span: string) => {
      return `${start}${Math.min(secondsOf(span), longestWaitSeconds)}s`
    })
  return parse(text)
}

function secondsOf(span: string): number {
  const minutes = Number.parseInt(span, 10) * (span.endsWith('h') ? 60 : 1)
  return (minutes * 60) / timesShorter
}
