import type { Database } from '#db/connect.ts'
import { countBack, countInHour } from '#db/rate-limit.ts'

/** Over all merchants: nobody may flood a stranger's number through us. */
const messagesPerHourMax = 10

/**
 * Sends a message to a number, unless the number has had its messages of this hour: then undefined. What fails is not
 * counted.
 */
export async function withinHour<Sent>(
  { pool, keyring }: Pick<Database, 'pool' | 'keyring'>,
  to: string,
  send: () => Promise<Sent>,
): Promise<Sent | undefined> {
  // No number is kept in the counters.
  const key = `message:${keyring.mac('message-number', to).toString('hex')}`
  const isWithin = (await countInHour(pool, key)) <= messagesPerHourMax
  try {
    return isWithin ? await send() : undefined
  } catch (error) {
    await countBack(pool, key)
    throw error
  }
}
