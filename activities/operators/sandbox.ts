import { sandboxScenario, type SandboxScenario } from '#domain/sandbox/numbers.ts'
import type { OperatorRequestId } from '#domain/ids.ts'
import type { FundsAtSettlement } from '#domain/transactions/transaction.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import {
  decideRequest,
  noteRequest,
  readRequest,
  type SandboxRequest,
  takeRequest,
} from '#use-cases/sandbox/requests.ts'
import type { MoneyOrder, Operator, OrderState, RequestAnswer } from './operator.ts'

export interface SandboxSettings {
  readonly database: UseCaseContext['database']
  /** How long it takes to decide. */
  readonly delayMs: number
  /** How long a payer may take: the expiry of a collection. */
  readonly expiryMs: number
  /** What it does with a collection; undefined refuses it. By default the payer's number decides. */
  readonly scenarioOf?: (order: MoneyOrder) => Promise<SandboxScenario | undefined>
  /** Its callback to us; twice, early or never, depending on the number. */
  readonly callBack: (requestId: OperatorRequestId) => Promise<void>
}

/**
 * The sandbox operator: the last four digits of the payer's number decide the outcome
 * (docs/payments.md#sandbox-numbers). It stores accepted orders, as a real operator would, so a worker may crash at
 * any moment.
 */
export function createSandboxOperator(settings: SandboxSettings): Operator {
  const { database } = settings
  return {
    isIdempotent: true,
    async request(order) {
      const scenario = await scenarioOf(settings, order)
      if (scenario === undefined) return { state: 'refused', failureCode: 'operator_error' }
      const request = await noteRequest(database, {
        id: order.requestId,
        scenario,
        amount: order.amount,
        closesInMs: settings.expiryMs - closingMarginMs(settings.expiryMs),
        decidesInMs: decidesInMs(settings, scenario),
      })
      if (scenario === 'unavailable_then_succeeds') {
        if (request.asked <= refusals) return { state: 'unavailable' }
        await takeRequest(database, order.requestId, settings.delayMs)
      }
      return take(settings, order, request)
    },
    read: (order) => readOrder(database, order.requestId),
  }
}

/** A payout or refund goes to a number, or to none, as when a card is refunded. */
async function scenarioOf(
  settings: SandboxSettings,
  order: MoneyOrder,
): Promise<SandboxScenario | undefined> {
  if (order.kind !== 'collection') return sandboxScenario(order.phone, order.kind)
  return settings.scenarioOf
    ? settings.scenarioOf(order)
    : sandboxScenario(order.phone, 'collection')
}

/** How often the operator refuses as unavailable, for the number 0004. */
const refusals = 3
const callbackSlackMs = 20

/** The operator's own time limit ends a little before ours, so that it can report the expiry when ours ends. */
function closingMarginMs(expiryMs: number): number {
  return Math.min(1000, expiryMs / 10)
}

/** Null if a request alone does not make the operator accept the order. */
function decidesInMs({ delayMs }: SandboxSettings, scenario: SandboxScenario): number | null {
  if (scenario === 'unavailable_then_succeeds') return null
  return scenario === 'callback_first' ? 0 : delayMs
}

async function take(
  settings: SandboxSettings,
  order: MoneyOrder,
  request: SandboxRequest,
): Promise<RequestAnswer> {
  const { scenario } = request
  if (scenario === 'callback_first') await settings.callBack(order.requestId)
  else if (!isSilent.has(scenario)) callBackLater(settings, order.requestId, scenario)
  return scenario === 'timeout_but_taken' ? { state: 'unknown' } : { state: 'taken' }
}

const isSilent: ReadonlySet<SandboxScenario> = new Set([
  'never_answers',
  'decided_in_portal',
  'callback_lost',
  'timeout_but_taken',
  'payer_authenticates',
  'payer_confirms_mandate',
])

/** Lost if the process ends, as any callback may be; polling then finds the outcome. */
function callBackLater(
  settings: SandboxSettings,
  requestId: OperatorRequestId,
  scenario: SandboxScenario,
): void {
  const times = scenario === 'callback_twice' ? 2 : 1
  for (let time = 0; time < times; time += 1) {
    const callBack = (): void => void settings.callBack(requestId).catch(callbackIsLost)
    setTimeout(callBack, settings.delayMs + callbackSlackMs).unref()
  }
}

/** If the operator cannot reach us, it does not try again. */
function callbackIsLost(): void {}

async function readOrder(
  database: UseCaseContext['database'],
  requestId: OperatorRequestId,
): Promise<OrderState> {
  const request = await readRequest(database, requestId)
  if (request === undefined || !request.isTaken) return { state: 'not_found' }
  const decision = decisionOf(request)
  if (request.status === 'pending' && decision === undefined) return { state: 'pending' }
  const decided = decision ? await decideRequest(database, requestId, decision) : request
  return { state: 'decided', outcome: outcomeOf(decided, requestId) }
}

/** The decision that is due now, if any. */
function decisionOf(request: SandboxRequest): Parameters<typeof decideRequest>[2] | undefined {
  if (request.status !== 'pending') return undefined
  const isDue = isUndecided.has(request.scenario) ? request.answer !== null : request.isDue
  if (!isDue) {
    return request.isClosed ? { status: 'expired', failureCode: 'approval_timeout' } : undefined
  }
  const failureCode = request.answer === 'accepted' ? undefined : failures[request.scenario]
  return failureCode === undefined
    ? { status: 'succeeded', failureCode: null }
    : { status: 'failed', failureCode }
}

/** Scenarios that time alone does not decide. */
const isUndecided: ReadonlySet<SandboxScenario> = new Set([
  'never_answers',
  'decided_in_portal',
  'payer_authenticates',
  'payer_confirms_mandate',
])

const failures: Partial<Record<SandboxScenario, string>> = {
  insufficient_funds: 'insufficient_funds',
  payer_rejected: 'payer_rejected',
  float_empty: 'operator_float_empty',
  recipient_refused: 'recipient_rejected',
  card_declined: 'card_declined',
  expired_card: 'expired_card',
  lost_card: 'lost_card',
  processing_error: 'operator_error',
  payer_authenticates: 'authentication_failed',
  payer_confirms_mandate: 'payer_rejected',
}

const fundsOf: Partial<Record<SandboxScenario, FundsAtSettlement>> = {
  funds_held: 'held',
  funds_to_confirm: 'pending_confirmation',
}

function outcomeOf(request: SandboxRequest, requestId: OperatorRequestId) {
  const providerReference = `SBX-${requestId.slice(-12).toUpperCase()}`
  if (request.status === 'succeeded') {
    const funds = fundsOf[request.scenario]
    return {
      status: 'succeeded',
      providerReference,
      ...(funds === undefined ? {} : { funds }),
    } as const
  }
  const status = request.status === 'expired' ? 'expired' : 'failed'
  return {
    status,
    failureCode: request.failureCode ?? 'operator_error',
    providerReference,
  } as const
}
