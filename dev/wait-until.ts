import { setTimeout as pause } from 'node:timers/promises'

/** Repeats `ask` until it is true; false if `timeoutMs` passes or `isHopeless` becomes true first. */
export async function waitUntil(
  ask: () => Promise<boolean>,
  timeoutMs: number,
  isHopeless: () => boolean = () => false,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline && !isHopeless()) {
    if (await ask()) return true
    await pause(pollMs)
  }
  return false
}

const pollMs = 50
