import { randomUUID } from 'node:crypto'
import type { Event } from '../api-types.ts'
import type { PaymentService } from '../client.ts'
import { sleep } from '../transport.ts'
import { signWebhook } from '../webhooks.ts'
import type { Output } from './output.ts'
import { pauseMs } from './pause.ts'
import { createReport, type Report, type Result } from './report.ts'
import { readJson, writeJson } from './settings.ts'

export interface Forward {
  readonly url: string
  /** Where the position is stored. */
  readonly stateFile: string
  readonly secret: string | undefined
  /** The name of this listener in the portal. */
  readonly label: string
}

/** What is done with events besides printing them. */
export interface Handling {
  /** The position to start from. */
  readonly after: string
  /** Forwards an event; returns the status that the local server answered, null if there is none to ask. */
  take(event: Event): Promise<number | null>
  /** Stores the position. */
  keep(after: string): void
  /** Reports the results of forwarded events to the service; never fails. */
  tell(): Promise<void>
}

/** The stored state: the last event handled, the secret of deliveries, and results not yet reported. */
interface State {
  readonly after: string
  readonly secret: string
  readonly untold: readonly Result[]
}

const answersMax = 3
const timeoutMs = 10_000
/** Of what a server says when it takes no event: enough for a reason, too little for a page. */
const saidMax = 200
/** A try cannot take longer: the machine was asleep. */
const durationMsMax = 600_000

/**
 * Forwards events, newly signed. The position is stored after each: after a crash it continues there, and the event
 * being forwarded is sent again with the same `webhook-id`. So is what became of it, which is told once more.
 */
export function createForwarding(given: {
  readonly client: PaymentService
  readonly output: Output
  readonly forward: Forward
}): Handling {
  const { output, forward } = given
  let state = startOf(forward)
  const { after, secret, untold } = state
  const keep = (changes: Partial<State>): void => {
    state = { ...state, ...changes }
    writeJson(forward.stateFile, state)
  }
  const report = createReport({
    ...given,
    label: forward.label,
    untold,
    keep: (left) => keep({ untold: left }),
  })
  output.note(`Passing events on to ${forward.url}, signed with the secret ${secret}`)
  return {
    after,
    take: (event) => passOn({ url: forward.url, secret, output, report }, event),
    keep: (reached) => keep({ after: reached }),
    tell: () => report.send(),
  }
}

function startOf({ stateFile, secret }: Forward): State {
  const kept = readJson<Partial<State>>(stateFile) ?? {}
  const { after = 'latest', untold = [] } = kept
  return { after, untold, secret: secret ?? kept.secret ?? randomUUID() }
}

interface Passing {
  readonly url: string
  readonly secret: string
  readonly output: Output
  readonly report: Report
}

/**
 * Waits for a server that is down; one that answers without 2xx gets three attempts, because a real webhook would
 * also be retried.
 */
async function passOn({ url, secret, output, report }: Passing, event: Event): Promise<number> {
  for (let [tries, answers] = [1, 0]; ; tries += 1) {
    const { said, ...outcome } = await post(url, await signWebhook(event, { secret, id: event.id }))
    report.add({ event_id: event.id, tries, ...outcome })
    const { http_status: status } = outcome
    if (status === undefined) {
      if (tries === 1) output.note(`${url} does not answer; trying on …`)
    } else {
      answers += 1
      if (status < 300) return status
      const refusal = `${url} refused ${event.type} with ${status}`
      if (answers === 1) output.note([refusal, said].filter(Boolean).join(': '))
      if (answers === answersMax) return status
    }
    await Promise.all([sleep(pauseMs(tries - 1)), report.send()])
  }
}

type Outcome = Omit<Result, 'event_id' | 'tries'>

async function post(
  url: string,
  delivery: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Outcome & { readonly said: string }> {
  const [began, forwarded_at] = [performance.now(), new Date().toISOString()]
  const signal = AbortSignal.timeout(timeoutMs)
  const duration = () => {
    const durationMs = Math.round(performance.now() - began)
    return { forwarded_at, duration_ms: Math.min(durationMs, durationMsMax) }
  }
  try {
    const response = await fetch(url, { method: 'POST', redirect: 'manual', signal, ...delivery })
    const answered = { http_status: response.status, ...duration() }
    return { ...answered, said: response.ok ? await leave(response) : await reasonIn(response) }
  } catch {
    return { error: signal.aborted ? 'timeout' : 'connection_failed', said: '', ...duration() }
  }
}

async function leave({ body }: Response): Promise<string> {
  await body?.cancel()
  return ''
}

/** The beginning of what the server says, on one line, without what could command a terminal; empty if it says nothing. */
async function reasonIn({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  try {
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    const text = new TextDecoder().decode(value?.subarray(0, saidMax))
    return text.replaceAll(/[\p{Control}\s]+/gu, ' ').trim()
  } catch {
    return ''
  }
}
