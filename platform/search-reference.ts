import type { Env } from './env.ts'
import type { Keyring } from './keyring.ts'

/**
 * How a merchant's reference is written to Temporal's search attributes, which no codec encrypts. With encryption it
 * is a keyed digest, which only holders of the master key can compute (`npm run search-value`); without it this is
 * undefined, and references stay readable.
 */
export function searchReferenceOf(
  { temporalCodecKeys: keys }: Pick<Env, 'temporalCodecKeys'>,
  keyring: Keyring,
): ((reference: string) => string) | undefined {
  if (keys.length === 0) return undefined
  return (reference) =>
    keyring.mac('search-reference', reference).toString('hex').slice(0, digestCharacters)
}

/** 128 bits: no collisions. */
const digestCharacters = 32
