import { ApiError } from '#sdk/typescript/src/index.ts'

/** The code that a call is refused with; `taken` where it is not. */
export function refused(work: Promise<unknown>): Promise<string> {
  return told(work, 'code')
}

/** What the refusal of a call says of itself; `taken` where there is none. */
export async function told(work: Promise<unknown>, what: 'code' | 'sentence'): Promise<string> {
  try {
    await work
    return 'taken'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error[what]
  }
}
