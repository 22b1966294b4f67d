/**
 * Pattern (with the flag `u`) of a character that people see. Blanks are none, nor what a font draws nothing for: marks
 * without a width, fillers, selectors of variants, the empty pattern of Braille.
 */
export const visiblePattern = String.raw`[^\s\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB]`

const visible = new RegExp(visiblePattern, 'u')

/** True if there is something to see in a text. */
export function isVisible(text: string): boolean {
  return visible.test(text)
}

/** The text; null if there is none, or nothing to see in it. */
export function visibleOrNull(text: string | null): string | null {
  return text !== null && isVisible(text) ? text : null
}

/** Tabs and line ends are what a text of several lines may hold. */
const unshown = /(?![\t\n\r])\p{Control}|[\u202A-\u202E\u2066-\u2069]/u

/** True for a text without control characters, and without those by which what is read differs from what is kept. */
export function isReadAsKept(text: string): boolean {
  return !unshown.test(text)
}
