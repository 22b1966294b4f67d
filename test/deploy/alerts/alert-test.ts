import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { Raised } from '#test/deploy/prometheus.ts'
import type { WatchedService } from './service.ts'

/** How an alert is raised by its fault on a running service, and how its entry in the runbook is followed. */
export interface AlertTest {
  readonly alert: string
  /** What is broken, and what ends it. */
  readonly title: string
  /** Which one, where several may be raised: one that has these labels. */
  readonly labels?: Readonly<Record<string, string>>
  /** Breaks it. What has to go on for the alert goes on until the alert has ended, so that it is the repair that ends it. */
  readonly fault: (service: WatchedService) => Promise<End>
  /** Does what the entry says; afterwards the alert ends. `end` is for what a person ends, such as a flood. */
  readonly follow: (service: WatchedService, raised: Raised, end: End) => Promise<void>
  /** What is so once it has ended. */
  readonly check?: (service: WatchedService) => Promise<void>
}

/** For payments: a live one alone calls five endpoints twice, each again and again while none answers. */
export const paymentsEveryMs = 4000

/** Ends what goes on, once or again. */
export type End = () => Promise<void>

/** For faults that are there once they are made. */
export const madeOnce: End = () => Promise.resolve()

/** For entries of the runbook that end the alert by themselves: follows this one's, and fails unless it says so. */
export function followed(alert: string, said: RegExp): AlertTest['follow'] {
  return async (service) => assert.match(await service.follow(alert), said)
}

/**
 * Does this again and again until it is ended: once a second, as often as figures are read. More would cost much: it
 * goes on until its whole group is repaired.
 */
export function steadily(act: () => Promise<unknown>, everyMs = 1000): End {
  let isOver = false
  const acts = async (): Promise<void> => {
    while (!isOver) await Promise.all([act(), pause(everyMs)])
  }
  const acting = acts()
  // Whoever ends it is told of its error.
  acting.catch(() => {})
  return () => {
    isOver = true
    return acting
  }
}
