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

/** The same of a row that may have none. */
export function terminalOf({
  terminalId: id,
  terminalLabel,
  placeId,
  placeName,
}: {
  readonly terminalId: TerminalId | null
  readonly terminalLabel: string | null
  readonly placeId: string | null
  readonly placeName: string | null
}): OriginTerminal | null {
  return id === null ? null : originOf({ id, label: terminalLabel ?? '', placeId, placeName })
}
