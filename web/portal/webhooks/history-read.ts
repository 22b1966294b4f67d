import { isUnavailable } from '#http/envelope.ts'

/** What is read of the history; undefined while it does not answer: the settings beside it go on. */
export async function unlessUnavailable<Result>(
  read: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read
  } catch (error) {
    if (isUnavailable(error)) return undefined
    throw error
  }
}
