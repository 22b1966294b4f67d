import type { OrderKind } from '#activities/operators/operator.ts'
import { type SandboxScenario, sandboxScenario } from '#domain/sandbox/numbers.ts'

/** What an emulator answers instead of the normal answer. */
export type BadAnswer =
  /** Not available for orders: certainly not accepted. */
  | 'unavailable'
  /** Status 500. */
  | 'error'
  /** A firewall's page, with status 200. */
  | 'html'
  /** Random bytes. */
  | 'garbage'
  /** More than any answer contains. */
  | 'huge'
  /** Nothing; the connection stays open. */
  | 'silence'
  /** The connection is cut. */
  | 'hang_up'
  /** The token or the credentials are rejected. */
  | 'unauthorized'
  /** As if the id was already used. */
  | 'conflict'
  /** As if the order was unknown. */
  | 'not_found'
  /** The normal answer, late. */
  | 'slow'

/** What goes wrong in the first calls about an order. */
export interface Fault {
  readonly on: 'request' | 'read'
  readonly answer: BadAnswer
  /** Whether the order is accepted nevertheless. */
  readonly isTaken: boolean
  readonly times: number
}

const onRequest = (answer: BadAnswer, isTaken: boolean, times = 1): Fault => ({
  on: 'request',
  answer,
  isTaken,
  times,
})
const onRead = (answer: BadAnswer, times = 1): Fault => ({
  on: 'read',
  answer,
  isTaken: true,
  times,
})

/** By the last four digits of a number, in addition to those of the sandbox (docs/payments.md#sandbox-numbers). */
const faults: Readonly<Record<string, Fault>> = {
  '0004': onRequest('unavailable', false, 3),
  '0011': onRequest('silence', true),
  '0101': onRequest('error', true),
  '0102': onRequest('error', false),
  '0103': onRequest('html', true),
  '0104': onRequest('html', false),
  '0105': onRequest('garbage', true),
  '0106': onRequest('hang_up', true),
  '0107': onRequest('hang_up', false),
  '0108': onRequest('unauthorized', false),
  '0109': onRequest('conflict', true),
  '0110': onRequest('slow', true),
  '0111': onRequest('huge', true),
  '0112': onRequest('silence', false),
  '0121': onRead('error', 2),
  '0122': onRead('html', 2),
  '0123': onRead('garbage', 2),
  '0124': onRead('silence'),
  '0125': onRead('not_found'),
  '0126': onRead('unauthorized'),
  '0127': onRead('hang_up'),
  '0128': onRead('huge'),
}

/** What a number triggers: a fault, an outcome, or a way of calling back. */
export interface Behaviour {
  readonly fault: Fault | undefined
  readonly scenario: SandboxScenario
}

/** What the last four digits of this number trigger. */
export function behaviourOf(phone: string, kind: OrderKind): Behaviour {
  const type = kind === 'collection' ? 'collection' : 'payout'
  return { fault: faults[phone.slice(-4)], scenario: sandboxScenario(phone, type) }
}

/** The last four digits of every fault, for tests that try them all. */
export const faultEndings: readonly string[] = Object.keys(faults)
