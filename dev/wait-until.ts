import { setTimeout as pause } from 'node:timers/promises'

/** Asks again and again until the answer is true; false when `timeoutMs` passed, or `isHopeless`, before that. */
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
