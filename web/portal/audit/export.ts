import type { MerchantId } from '#domain/ids.ts'
import { localTime } from '#domain/text/text.ts'
import type { WebContext } from '#web/context.ts'
import { listActivity, type LoggedAct, type LogPage } from '#use-cases/audit/list.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import { type ExportColumn, tableLines } from '#web/portal/export-table.ts'
import { actText, detailText, outcomeOf, placeText } from './words.ts'

export interface Export {
  readonly merchantId: MerchantId
  readonly places: readonly Place[]
  readonly filter: Omit<LogPage, 'limit' | 'before'>
}

/** The log as a table, newest first, read as it is written. */
export function exportLines(
  database: Pick<WebContext['database'], 'pool'>,
  { merchantId, places, filter }: Export,
): AsyncGenerator<string> {
  return tableLines<LoggedAct, string>({
    columns: columnsIn(places),
    read: ({ limit, position: before }) =>
      listActivity(database, merchantId, { ...filter, limit, before }),
    positionOf: ({ id }) => id,
  })
}

function columnsIn(places: readonly Place[]): readonly ExportColumn<LoggedAct>[] {
  return [
    ['Date', ({ at }) => localTime(at)],
    ['Qui', ({ actor }) => actor.name],
    ['Acte', actText],
    ['Code', ({ act }) => act],
    ['Détail', detailText],
    ['Motif', ({ reason }) => reason],
    ['Où', (line) => placeText(line, places)],
    ['Issue', (line) => outcomeOf(line).word],
    ['Explication', (line) => outcomeOf(line).sentence],
    ['Demande', ({ requestId }) => requestId],
  ]
}
