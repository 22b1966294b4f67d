/** What merchants may store with a payment (docs/api.md#general-rules): strings by key. */
export const metadataKeysMax = 20
export const metadataValueLengthMax = 500
/** `service_` is reserved, and `__proto__` is not a key. */
export const metadataKeyPattern = '^(?!service_|__proto__$)[a-z0-9_]{1,40}$'

const keyShape = new RegExp(metadataKeyPattern)

/** True for a valid metadata key. */
export function isMetadataKey(text: string): boolean {
  return keyShape.test(text)
}
