import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes: about 20 ms, and enough memory to make guessing at scale expensive. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Concurrent hashes; they share the thread pool with name lookups and file reads. */
const workingMax = 2
/** For each kind of asker. */
const waitingMax = 64

/** Who has a password checked: somebody who is logged in, or whose browser was; or anybody at all. */
export type Asker = 'known' | 'anybody'

/** A password's hash to store, in PHC format. */
export function hashPassword(password: string, asker: Asker = 'anybody'): Promise<string> {
  return inTurn(asker, () => hash(spelled(password), cost))
}

/** True if the password matches this hash. Without a hash it returns false, after the same work. */
export function isPasswordOf(
  kept: string | null,
  password: string,
  asker: Asker = 'anybody',
): Promise<boolean> {
  return inTurn(asker, async () => {
    unknown ??= hash(randomBytes(32), cost)
    const isSame = await verify(kept ?? (await unknown), spelled(password))
    return isSame && kept !== null
  })
}

/** Too many passwords are waiting to be checked; the caller may retry. */
class PasswordsBusy extends Error {
  readonly code = 'unavailable'
  override readonly name = 'PasswordsBusy'
}

let unknown: Promise<string> | undefined
let working = 0
/** Whom we know has places of their own and goes first: strangers at the log-in keep nobody from their work. */
const waiting: Record<Asker, (() => void)[]> = { known: [], anybody: [] }

/** Normalises letters that keyboards can encode in two ways. */
function spelled(password: string): string {
  return password.normalize('NFKC')
}

async function inTurn<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result> {
  if (working >= workingMax) {
    const queue = waiting[asker]
    if (queue.length >= waitingMax) throw new PasswordsBusy('too many passwords at once')
    await new Promise<void>((resolve) => queue.push(resolve))
  } else working += 1
  try {
    return await work()
  } finally {
    // Hands the slot to the next one, or frees it.
    const next = waiting.known.shift() ?? waiting.anybody.shift()
    if (next === undefined) working -= 1
    else next()
  }
}
