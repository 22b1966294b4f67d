import { setTimeout as pause } from 'node:timers/promises'
import { type Gate, openGate } from '#test/faults/gate.ts'
import {
  type ServiceProcess,
  startApiProcess,
  startWorkerProcess,
} from '#test/support/processes.ts'
import type { Journal } from './journal.ts'

/** The place of one process of the service, which is started again whenever it is gone, with gates of its own. */
export interface Slot {
  readonly name: string
  /** Between this process and PostgreSQL, and Temporal. */
  readonly gates: { readonly postgres: Gate; readonly temporal: Gate }
  /** Starts it where it does not run; `changes` are variables for this start and all that follow. */
  start(changes?: Changes): Promise<void>
  /** As a crash would, at once. */
  kill(): Promise<void>
  /** SIGTERM; it is to end well. */
  stop(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends it for good, and tells what it printed in all its lives. */
  close(): Promise<readonly Life[]>
}

/** What one process of a place printed, from its start to its end. */
export interface Life {
  readonly name: string
  readonly output: string
}

type Changes = Readonly<Record<string, string>>

export interface SlotOptions {
  readonly name: string
  readonly role: 'api' | 'worker'
  /** Of PostgreSQL and Temporal, `host:port`. */
  readonly places: { readonly postgres: string; readonly temporal: string }
  /** What the process is started with, given the addresses of its gates. */
  environment(places: { readonly postgres: string; readonly temporal: string }): Changes
  readonly journal: Journal
}

/** As a supervisor of production has it: what does not come up is tried again. */
const startsMax = 30
const startPauseMs = 1000

/** Makes the place; nothing runs in it yet. */
export async function openSlot(options: SlotOptions): Promise<Slot> {
  const { name, role, places, journal } = options
  const gates = {
    postgres: await openGate(places.postgres),
    temporal: await openGate(places.temporal),
  }
  const variables = options.environment({
    postgres: gates.postgres.address,
    temporal: gates.temporal.address,
  })
  const lives: ServiceProcess[] = []
  let current: ServiceProcess | undefined
  let changes: Changes = {}
  let isClosed = false

  const startOnce = async (): Promise<ServiceProcess> => {
    const start = role === 'api' ? startApiProcess : startWorkerProcess
    const process = await start({ ...variables, ...changes })
    lives.push(process)
    return process
  }
  const start = async (more: Changes = {}): Promise<void> => {
    changes = { ...changes, ...more }
    for (let tries = 1; current === undefined && !isClosed; tries += 1) {
      current = await startOnce().catch((error: unknown) => {
        if (tries >= startsMax) throw error
        return undefined
      })
      if (current === undefined) await pause(startPauseMs)
      else watch(current)
    }
  }
  /** Nobody asked it to end. */
  const watch = (process: ServiceProcess): void => {
    void process.exited.then((code) => {
      if (current !== process || isClosed) return
      current = undefined
      journal.complain({ rule: rules.staysUp, subject: `${name} ended with ${String(code)}` })
      return start().catch(() => {})
    })
  }
  const take = (): ServiceProcess | undefined => {
    const process = current
    current = undefined
    return process
  }
  return {
    name,
    gates,
    start,
    async kill() {
      await take()?.kill()
    },
    async stop() {
      const process = take()
      const ended = await process?.stop()
      if (ended !== undefined && ended.code !== 0) {
        journal.complain({ rule: rules.endsWell, subject: `${name} ended with ${ended.code}` })
      }
    },
    signal: (signal) => current?.signal(signal),
    async close() {
      isClosed = true
      await take()?.kill()
      await Promise.all([gates.postgres.close(), gates.temporal.close()])
      return lives.map((process) => ({ name: process.name, output: process.output() }))
    },
  }
}

const rules = {
  staysUp: 'a process ends when it is told to, and not before',
  endsWell: 'a process that is asked to end does so, with 0',
}

/** What is kept about processes while they run, by name. */
export const processRules: readonly string[] = Object.values(rules)
