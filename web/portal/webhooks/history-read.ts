import { DatabaseUnavailable } from '#db/sql.ts'

/** What is read of the history; undefined while it does not answer: the settings beside it go on. */
export async function unlessUnavailable<Result>(
  read: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return undefined
    throw error
  }
}
