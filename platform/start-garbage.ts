import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then what a start puts off is done too. */
const delayMs = 3000

/**
 * Collects the garbage that the start of a process left, a quarter of its memory: Node would keep it for as long as the process
 * is idle. It holds the event loop for a tenth of a second, once. What was compiled is cached first: a process that is killed
 * writes nothing at its end, and each start that has to compile a file loads Node's compiler of types, 20 MB.
 */
export function collectStartGarbage(): void {
  setTimeout(() => {
    flushCompileCache()
    // Only contexts made after this have the function.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, delayMs).unref()
}
