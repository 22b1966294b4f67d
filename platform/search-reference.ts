import type { Env } from './env.ts'
import type { Keyring } from './keyring.ts'

/**
 * How a merchant's reference stands in Temporal's search attributes, which no codec covers: while payloads are encrypted
 * a keyed digest, which only who has the master key can look for (`npm run search-value`); else undefined, as it is.
 */
export function searchReferenceOf(
  { temporalCodecKeys: keys }: Pick<Env, 'temporalCodecKeys'>,
  keyring: Keyring,
): ((reference: string) => string) | undefined {
  if (keys.length === 0) return undefined
  return (reference) =>
    keyring.mac('search-reference', reference).toString('hex').slice(0, digestCharacters)
}

/** 128 bits: no two references meet. */
const digestCharacters = 32
