import { createHash } from 'node:crypto'

/** What the page showed when its form was made; if it differs now, somebody else has changed it since. */
export function SeenField({ value }: { readonly value: string }) {
  return <input type="hidden" name={seenField} value={value} />
}

export const seenField = 'vu'

/** Values as a form carries them to be compared: the same text for the same values. */
export function seenOf(values: unknown): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}
