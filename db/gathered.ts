/** Shares one statement between all who need the same kind of row at the same time. */
export type Gathered<Key, Value> = (key: Key) => Promise<Value | undefined>

interface Waiting<Key, Value> {
  readonly key: Key
  readonly resolve: (value: Value | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Beyond this many keys a statement is no cheaper per key. */
const keysMax = 100

/**
 * A read of one row by its key that costs less per reader the more readers there are. The first read is sent at once.
 * Reads that arrive while a statement is running wait for the next one, which answers them all: it is sent after they
 * arrived, so nobody gets data older than their request. If a statement fails, it fails for all who waited for it.
 */
export function gathered<Key, Value>(
  ask: (keys: readonly Key[]) => Promise<readonly Value[]>,
  keyOf: (value: Value) => Key,
): Gathered<Key, Value> {
  const waiting: Waiting<Key, Value>[] = []
  let isUnderWay = false

  async function answer(): Promise<void> {
    isUnderWay = true
    while (waiting.length > 0) {
      const readers = waiting.splice(0, keysMax)
      try {
        const values = await ask([...new Set(readers.map(({ key }) => key))])
        const byKey = new Map(values.map((value) => [keyOf(value), value]))
        for (const { key, resolve } of readers) resolve(byKey.get(key))
      } catch (error) {
        for (const { reject } of readers) reject(error)
      }
    }
    isUnderWay = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!isUnderWay) void answer()
    })
}
