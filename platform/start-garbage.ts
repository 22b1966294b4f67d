import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then what a start puts off is done too. */
const delayMs = 3000

/**
 * Collects the garbage that the start of a process left, a quarter of its memory: Node would keep it for as long as the process
 * is idle. It holds the event loop for a tenth of a second, once.
 */
export function collectStartGarbage(): void {
  setTimeout(() => {
    // Only contexts made after this have the function.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, delayMs).unref()
}
