/** How many characters a text has, as JSON Schema and the database count them: one that UTF-16 writes as two is one. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}
