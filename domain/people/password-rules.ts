const lengthMin = 12
const lengthMax = 128
const differentMin = 5

/** How long a mailed code for a forgotten password is valid. */
export const passwordCodeMinutes = 30

/**
 * True for an acceptable password: long enough, not one character repeated, and neither the e-mail address nor its
 * first part. There are no rules about kinds of characters.
 */
export function isPasswordAllowed(password: string, email: string): boolean {
  const signs = Array.from(password)
  if (signs.length < lengthMin || signs.length > lengthMax) return false
  if (new Set(signs).size < differentMin) return false
  const plain = password.trim().toLowerCase()
  return plain !== email && plain !== email.split('@', 1)[0]
}
