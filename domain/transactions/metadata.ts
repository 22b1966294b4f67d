/** What merchants may keep with a payment (docs/api.md#general-rules): texts by name. */
export const metadataKeysMax = 20
export const metadataValueLengthMax = 500
/** `service_` is reserved, and `__proto__` is no name. */
export const metadataKeyPattern = '^(?!service_|__proto__$)[a-z0-9_]{1,40}$'

const keyShape = new RegExp(metadataKeyPattern)

/** True for a name that metadata may have. */
export function isMetadataKey(text: string): boolean {
  return keyShape.test(text)
}
