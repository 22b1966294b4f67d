import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then, work that the start has deferred is done too. */
const delayMs = 3000

/**
 * Collects the garbage left by the start of a process, a quarter of its memory: Node would keep it for as long as the
 * process is idle. It blocks the event loop once for a tenth of a second. Compiled code is cached first: a process that
 * is killed writes nothing when it ends, and each start that has to compile a file loads Node's type stripper, 20 MB.
 */
export function collectStartGarbage(): void {
  setTimeout(() => {
    flushCompileCache()
    // Only contexts created after this have the function.
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    collect()
  }, delayMs).unref()
}
