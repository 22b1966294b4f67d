const lengthMin = 12
const lengthMax = 128
const differentMin = 5

/**
 * True for a password that may be chosen: long enough, not one sign over and over, and neither the e-mail address nor its
 * first part. Which signs it has is everybody's own choice.
 */
export function isPasswordAllowed(password: string, email: string): boolean {
  const signs = Array.from(password)
  if (signs.length < lengthMin || signs.length > lengthMax) return false
  if (new Set(signs).size < differentMin) return false
  const plain = password.trim().toLowerCase()
  return plain !== email && plain !== email.split('@', 1)[0]
}
