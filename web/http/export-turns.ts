import { fail } from '#domain/errors/errors.ts'

/** Lets the exports of one merchant follow each other, so that many at once leave the database to everybody else. */
export interface ExportTurns {
  /** A place in the merchant's line. Refusal: rate_limited if it is too long. */
  take(merchantId: string): ExportTurn
}

export interface ExportTurn {
  /** Resolves when it is this export's turn. */
  readonly come: Promise<void>
  /** Lets the next one in; also leaves the line. */
  readonly end: () => void
}

const atOnceMax = 2
const inLineMax = 10
const retryAfterSeconds = 30

/** The lines of a process, by merchant. */
export function createExportTurns(): ExportTurns {
  const lines = new Map<string, { readonly let: () => void }[]>()
  return {
    take(merchantId) {
      const line = lines.get(merchantId) ?? []
      if (line.length >= inLineMax)
        throw fail('rate_limited', { retry_after_seconds: retryAfterSeconds })
      const { promise, resolve } = Promise.withResolvers<void>()
      const place = { let: resolve }
      line.push(place)
      lines.set(merchantId, line)
      // Whoever stands at the front has the turn.
      const admit = () => line.slice(0, atOnceMax).forEach((each) => each.let())
      admit()
      return {
        come: promise,
        end() {
          const at = line.indexOf(place)
          if (at === -1) return
          line.splice(at, 1)
          if (line.length === 0) lines.delete(merchantId)
          admit()
        },
      }
    },
  }
}

/** The lines of a table, once it is the export's turn. */
export async function* linesInTurn<Line>(
  { come }: ExportTurn,
  lines: AsyncIterable<Line>,
): AsyncGenerator<Line> {
  await come
  yield* lines
}
