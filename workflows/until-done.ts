import {
  ActivityFailure,
  ApplicationFailure,
  condition,
  getCurrentDetails,
  setCurrentDetails,
  sleep,
  TimeoutFailure,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow'
import {
  type FailureClass,
  failurePauseMs,
  failurePolicies,
  isToAsk,
  type StepTrouble,
} from '#domain/runs/failure.ts'
import { isoTime } from '#domain/text/text.ts'
import { searchAttributes } from '#workflows/contract/search-attributes.ts'
import { actNotInBooks, type FailureDetails, notInBooks } from './contract/results.ts'

/** An activity as the Temporal UI shows it. */
export interface Step {
  /** The name of its activity. */
  readonly name: string
  /** The summary that the run's history shows for it. */
  readonly summary: string
}

/** How staff is notified, by activities that are not waited for: failing to notify must not hold up the run. */
export interface Tellers {
  readonly noteTrouble: (trouble: StepTrouble) => Promise<void>
  readonly noteMended: () => Promise<void>
}

/** How often somebody has sent `lookAgain`. */
let asked = 0
/** How many activities of this run need attention now, and the run's previous status. */
let asking = 0
let statusBefore: string | undefined

/** Immediately retries the activities that are waiting after a failure. */
export function lookAgain(): void {
  asked += 1
}

/**
 * Calls an activity until it succeeds. A failed one is retried after a pause, which occupies no worker slot. If the
 * failure lasts, or only a repair helps, the run asks staff for attention, and continues at this activity once told
 * to look again (docs/workflows.md#activities-that-fail).
 */
export async function untilDone<Result>(
  step: Step,
  tellers: Tellers,
  take: () => Promise<Result>,
): Promise<Result> {
  let trouble: Trouble | undefined
  for (;;) {
    const askedBefore = asked
    const taken = await attempt(take)
    if ('result' in taken) {
      await trouble?.end()
      return taken.result
    }
    trouble ??= new Trouble(step, tellers)
    await trouble.wait(taken, askedBefore)
  }
}

/** The failure of an activity: a local one's directly, a regular one's from the cause. */
export function stepFailure(error: unknown): ApplicationFailure | undefined {
  const cause = causeOf(error)
  return cause instanceof ApplicationFailure ? cause : undefined
}

function causeOf(error: unknown): unknown {
  return error instanceof ActivityFailure ? error.cause : error
}

interface Failed {
  readonly class: FailureClass
  readonly code: string
}

async function attempt<Result>(
  take: () => Promise<Result>,
): Promise<{ readonly result: Result } | Failed> {
  try {
    return { result: await take() }
  } catch (error) {
    return failureOf(error)
  }
}

const notWaitedOut: ReadonlySet<unknown> = new Set([notInBooks, actNotInBooks])

function failureOf(error: unknown): Failed {
  if (causeOf(error) instanceof TimeoutFailure) return { class: 'soon', code: 'timeout' }
  const failure = stepFailure(error)
  if (failure === undefined || notWaitedOut.has(failure.type)) throw error
  return { class: classOf(failure), code: failure.type ?? 'unknown' }
}

/** A failure without a class comes from Temporal itself, for example when a worker was lost. */
function classOf({ details }: ApplicationFailure): FailureClass {
  const [told] = (details ?? []) as readonly Partial<FailureDetails>[]
  return told?.class !== undefined && Object.hasOwn(failurePolicies, told.class)
    ? told.class
    : 'soon'
}

/** The minimum pause between two tries, however often somebody asks: a flood of signals must not fill the history. */
const restMs = 5000
/** Until staff was notified, it is retried more often. */
const untoldPauseMs = 600_000

/** One failing activity, from its first failure until it succeeds. */
class Trouble {
  readonly #step: Step
  readonly #tellers: Tellers
  readonly #since = Date.now()
  readonly #detailsBefore = getCurrentDetails()
  #tries = 0
  #isAsking = false

  constructor(step: Step, tellers: Tellers) {
    this.#step = step
    this.#tellers = tellers
  }

  async wait({ class: failureClass, code }: Failed, askedBefore: number): Promise<void> {
    this.#tries += 1
    const failedAt = Date.now()
    const lastedMs = failedAt - this.#since
    const isAsked = (): boolean => asked !== askedBefore
    let pauseMs = failurePauseMs(failureClass, lastedMs)
    if (this.#isAsking || isToAsk(failureClass, lastedMs)) {
      if (!(await this.#ask(code))) pauseMs = Math.min(pauseMs, untoldPauseMs)
    }
    setCurrentDetails(this.#details(code, Date.now() + pauseMs))
    if (!isAsked()) {
      const summary = `Try again: ${this.#step.summary}`
      await condition(isAsked, pauseMs, { summary })
    }
    const leftMs = failedAt + restMs - Date.now()
    if (leftMs > 0) await sleep(leftMs, { summary: 'Rest before another try' })
  }

  async end(): Promise<void> {
    setCurrentDetails(this.#detailsBefore)
    if (!this.#isAsking) return
    asking -= 1
    if (asking === 0) setStatus(statusBefore)
    await isDone(this.#tellers.noteMended())
  }

  /** False if staff could not be notified. */
  async #ask(code: string): Promise<boolean> {
    if (!this.#isAsking) {
      this.#isAsking = true
      if (asking === 0) {
        statusBefore = workflowInfo().typedSearchAttributes.get(searchAttributes.transactionStatus)
        setStatus('attention')
      }
      asking += 1
    }
    return isDone(this.#tellers.noteTrouble({ step: this.#step.name, code }))
  }

  #details(code: string, nextAt: number): string {
    const { name, summary } = this.#step
    const what = `“${summary}” (${name}) failed: ${code}, attempt ${this.#tries} since ${isoTime(new Date(this.#since))}.`
    if (!this.#isAsking) return `${what} Tried again at ${isoTime(new Date(nextAt))}.`
    return (
      `Asks for attention. ${what} Find the error in the worker’s log, mend it, then have the run look again: ` +
      `npm run look-again -- ${workflowInfo().workflowId}, or the notice at the desk. ` +
      `It looks by itself at ${isoTime(new Date(nextAt))}.`
    )
  }
}

function setStatus(value: string | undefined): void {
  upsertSearchAttributes([{ key: searchAttributes.transactionStatus, value: value ?? null }])
}

async function isDone(telling: Promise<void>): Promise<boolean> {
  try {
    await telling
    return true
  } catch (error) {
    failureOf(error)
    return false
  }
}
