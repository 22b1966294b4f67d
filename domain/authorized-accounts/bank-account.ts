const separators = /[\s\u00A0\u202F.-]/g
const accountShape = /^[A-Z0-9]{10,34}$/
/**
 * Two letters, two check digits, 24 characters: an IBAN of the main market, whose national part may contain letters.
 */
const ibanShape = /^BJ\d{2}[A-Z0-9]{24}$/
const ibanModulus = 97
const ibanHead = 4
const letterBase = 36

/**
 * The number of a bank account as people type it, without spaces and in capitals; undefined if it is not one. A
 * mistyped IBAN is recognised by its check digits.
 */
export function readAccountNumber(typed: string): string | undefined {
  const number = typed.replaceAll(separators, '').toUpperCase()
  if (!accountShape.test(number)) return undefined
  return ibanShape.test(number) && !isIban(number) ? undefined : number
}

/** ISO 13616: the first four characters go to the end, letters count from 10, and the remainder is 1. */
function isIban(number: string): boolean {
  const turned = number.slice(ibanHead) + number.slice(0, ibanHead)
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => `${Number.parseInt(letter, letterBase)}`)
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % ibanModulus
  return rest === 1
}
