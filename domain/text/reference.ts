/** Blanks that come along when a reference is pasted: no-break and thin spaces, tabs, and those without a width. */
const blanks = /[\s\u200B-\u200D\u2060\uFEFF]/gu

/** A reference as it was typed, with ordinary spaces for all blanks: what looks the same is stored as the same. */
export function withPlainSpaces(reference: string): string {
  return reference.replaceAll(blanks, ' ')
}

/** A reference as it is compared: without blanks, and without regard to case. As `bareReference` of db/functions.ts. */
export function bareReference(reference: string): string {
  return reference.replaceAll(blanks, '').toLowerCase()
}
