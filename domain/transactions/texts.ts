/** A merchant's own name for a payment: 64 characters at most (docs/api.md#limits). */
export const referencePattern = '^[A-Za-z0-9_.:/-]{1,64}$'
export const referenceLengthMax = 64
/** What a payment is for, in characters. */
export const descriptionLengthMax = 255

const referenceShape = new RegExp(referencePattern)

/** True for a text that may be a reference. */
export function isReference(text: string): boolean {
  return referenceShape.test(text)
}
