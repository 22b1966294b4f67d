import { failureCodes } from '#domain/errors/failure-codes.ts'

/** What the table says of a failure; undefined for a code that it does not have. */
export function failureSaid(code: string) {
  return isFailureCode(code) ? failureCodes[code] : undefined
}

function isFailureCode(code: string): code is keyof typeof failureCodes {
  return Object.hasOwn(failureCodes, code)
}
