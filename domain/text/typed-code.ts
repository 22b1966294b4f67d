/** 60 bits: letters and digits that cannot be mistaken for one another. */
const codeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const typedCodeLength = 12
const codeShape = new RegExp(`^[${codeAlphabet}]{${typedCodeLength}}$`)

/** A code for people to type, from random bytes, at least `typedCodeLength`: `7K3M-Q9ZD-0FWA`. */
export function typedCode(random: Uint8Array): string {
  const letters = Array.from(random.subarray(0, typedCodeLength), (byte) =>
    codeAlphabet.charAt(byte % codeAlphabet.length),
  )
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-')
}

/** A typed code in its normal form: any case, any grouping, O for 0, I and L for 1. Undefined if it is not a code. */
export function readTypedCode(typed: string): string | undefined {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return codeShape.test(letters) ? letters : undefined
}
