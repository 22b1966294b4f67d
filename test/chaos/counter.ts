import { AssertionError } from 'node:assert'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#db/connect.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { type Call, call, type CallAnswer } from '#test/support/call.ts'
import { password } from '#test/support/people.ts'
import { type AtDesk, atDesk } from '#test/support/staff.ts'
import type { Journal } from './journal.ts'
import { isWorthAnother } from '#test/faults/clients.ts'

/** Where the service is asked, over HTTP alone, by callers who do not give up. */
export interface Counter {
  /** Asks one API after the other until one answers for good; undefined when none did for a long time. */
  ask(request: Call): Promise<CallAnswer | undefined>
  /** Sends it once, to one of them; undefined when there was no answer. */
  askOnce(request: Call, at: number): Promise<CallAnswer | undefined>
  /** An act of staff: `POST /staff/api<path>` with a password; true when it was taken. */
  act(who: 'agent' | 'supervisor', path: string, body?: object): Promise<boolean>
}

/** A caller of production waits no longer. */
const answerTimeoutMs = 10_000
const retryPauseMs = 200
/**
 * Longer than orders to a run wait whose version has lost its workers: those count for 75 seconds more, and only then may
 * its runs be moved, as soon as Temporal can be reached (docs/changing-a-workflow.md#when-the-workers-of-a-version-are-gone).
 */
const patienceMs = 480_000
/** A run that cannot be reached takes no order: somebody tries again later. */
const staffPatienceMs = 4000

export async function openCounter(places: {
  readonly addresses: readonly string[]
  readonly database: Database
  readonly journal: Journal
}): Promise<Counter> {
  const { addresses, database, journal } = places
  const staff: Record<'agent' | 'supervisor', AtDesk> = {
    agent: await atDesk(database, 'agent'),
    supervisor: await atDesk(database, 'supervisor'),
  }
  // Each says once what its answers look like, before anything is hurt.
  await Promise.all(
    addresses.flatMap((baseUrl) => [
      call({ baseUrl }, { path: '/v2/session' }),
      call({ baseUrl }, { path: '/staff/api/session' }),
    ]),
  )
  const askOnce: Counter['askOnce'] = (request, at) => {
    const baseUrl = addresses[at % addresses.length] ?? ''
    return answerOf(journal, () => call({ baseUrl }, { timeoutMs: answerTimeoutMs, ...request }))
  }
  const askFor = async (request: Call, forMs: number): Promise<CallAnswer | undefined> => {
    const deadline = Date.now() + forMs
    for (let at = turn++; Date.now() < deadline; at += 1) {
      const answer = await askOnce(request, at)
      if (answer !== undefined && !isWorthAnother(answer)) return answer
      await pause(retryPauseMs)
    }
    return undefined
  }
  const ask: Counter['ask'] = async (request) => {
    const subject = `${request.method} ${request.path}`
    const since = Date.now()
    const answer = await askFor(request, patienceMs)
    journal.waited(subject, Date.now() - since)
    if (answer === undefined) journal.complain({ rule: rules.answers, subject })
    return answer
  }
  return {
    ask,
    askOnce,
    async act(who, path, body = {}) {
      const send = (): Promise<CallAnswer | undefined> =>
        askFor(
          {
            method: 'POST',
            path: `/staff/api${path}`,
            key: staff[who].token,
            body: { ...body, ...(needsPassword(path) && { password }) },
          },
          staffPatienceMs,
        )
      const answer = await send()
      // A session ends, as those of people do.
      if (answer?.status === 401) staff[who] = await atDesk(database, who satisfies StaffRole)
      const last = answer?.status === 401 ? await send() : answer
      return last !== undefined && last.status < 300
    },
  }
}

let turn = 0

const needsPassword = (path: string): boolean =>
  /\/(?:transferred|approve|confirm|release|close)$/.test(path)

/** No answer is no news. An answer that is not as every answer must be is. */
async function answerOf(
  journal: Journal,
  send: () => Promise<CallAnswer>,
): Promise<CallAnswer | undefined> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof AssertionError)) return undefined
    journal.complain({ rule: rules.form, subject: error.message.split('\n')[0] ?? '' })
    return undefined
  }
}

const rules = {
  form: 'every answer has the form, the headers and the codes of all answers, and none is 500',
  answers: 'whoever asks again and again is answered in the end',
}

/** What is kept about answers while they come, by name. */
export const answerRules: readonly string[] = Object.values(rules)
