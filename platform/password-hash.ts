import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** Argon2id with 19 MiB and two passes: some 20 ms, and memory that makes guessing at scale dear. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes at once; they share the threads that also look up names and read files. */
const workingMax = 2
const waitingMax = 64

/** A password as it is kept, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(spelled(password), cost))
}

/** True for the password of this hash. Without one it is false, after the same work. */
export function isPasswordOf(kept: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    unknown ??= hash(randomBytes(32), cost)
    const isSame = await verify(kept ?? (await unknown), spelled(password))
    return isSame && kept !== null
  })
}

/** Too many passwords wait to be checked: whoever asks may come again. */
class PasswordsBusy extends Error {
  readonly code = 'unavailable'
  override readonly name = 'PasswordsBusy'
}

let unknown: Promise<string> | undefined
let working = 0
const waiting: (() => void)[] = []

/** One spelling for letters that keyboards write in two ways. */
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
    // The turn goes over to the next, or ends.
    const next = waiting.shift()
    if (next === undefined) working -= 1
    else next()
  }
}
