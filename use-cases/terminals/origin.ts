import type { TerminalId } from '#domain/ids.ts'
import type { OriginTerminal } from '#domain/transactions/record.ts'

/** A terminal as transactions, checkouts and cash sessions show it. */
export function originOf(terminal: {
  readonly id: TerminalId
  readonly label: string
  readonly placeId: string | null
  readonly placeName: string | null
}): OriginTerminal {
  const { id, label, placeId, placeName } = terminal
  const pointOfSale = placeId === null ? null : { id: placeId, name: placeName ?? '' }
  return { id, label, pointOfSale }
}
