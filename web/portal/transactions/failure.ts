import { failureCodes } from '#domain/errors/failure-codes.ts'

/** The table's entry for a failure code; undefined for an unknown code. */
export function failureSaid(code: string) {
  return isFailureCode(code) ? failureCodes[code] : undefined
}

function isFailureCode(code: string): code is keyof typeof failureCodes {
  return Object.hasOwn(failureCodes, code)
}
