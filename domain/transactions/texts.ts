/** A merchant's own id for a payment: at most 64 characters (docs/api.md#limits). */
export const referencePattern = '^[A-Za-z0-9_.:/-]{1,64}$'
export const referenceLengthMax = 64
/** For the description of a payment, in characters. */
export const descriptionLengthMax = 255

const referenceShape = new RegExp(referencePattern)

/** True for a valid reference. */
export function isReference(text: string): boolean {
  return referenceShape.test(text)
}
