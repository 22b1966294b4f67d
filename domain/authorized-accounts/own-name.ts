import { lengthOf } from '#domain/text/length.ts'

/** Characters of the name that a merchant gives an account, at most; the database has the same bound. */
export const ownNameLengthMax = 60

/**
 * The name that a merchant gives an account, as it is kept: on one line, without invisible characters, which could
 * reverse the text next to it; null for none. Undefined if it is too long.
 */
export function readOwnName(typed: string): string | null | undefined {
  const name = typed
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .trim()
  if (name === '') return null
  return lengthOf(name) > ownNameLengthMax ? undefined : name
}
