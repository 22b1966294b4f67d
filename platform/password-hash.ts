import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes: about 20 ms, and enough memory to make guessing at scale expensive. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Concurrent hashes; they share the thread pool with name lookups and file reads. */
const workingMax = 2
const waitingMax = 64

/** A password's hash to store, in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(spelled(password), cost))
}

/** True if the password matches this hash. Without a hash it returns false, after the same work. */
export function isPasswordOf(kept: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
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
const waiting: (() => void)[] = []

/** Normalises letters that keyboards can encode in two ways. */
function spelled(password: string): string {
  return password.normalize('NFKC')
}

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (working >= workingMax) {
    if (waiting.length >= waitingMax) throw new PasswordsBusy('too many passwords at once')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else working += 1
  try {
    return await work()
  } finally {
    // Hands the slot to the next one, or frees it.
    const next = waiting.shift()
    if (next === undefined) working -= 1
    else next()
  }
}
