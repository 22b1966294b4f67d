import { fail } from '#domain/errors/errors.ts'
import type { ServiceEnvId, TerminalId } from '#domain/ids.ts'
import type { TerminalRecord } from '#domain/terminals/terminal.ts'
import type { Database } from '#db/connect.ts'
import { readTerminalRow } from './find.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db } from '#db/statements.ts'
import { pointOfSaleNamed } from './create.ts'
import { lockTerminal } from './lock.ts'

/** Absent fields stay; null clears. */
export interface TerminalChange {
  readonly label?: string | undefined
  readonly pointOfSale?: string | null | undefined
  readonly serialNumber?: string | null | undefined
  readonly deviceType?: string | null | undefined
  readonly appVersion?: string | null | undefined
}

/** Changes a terminal's description. Refusals: terminal_not_found, changed_meanwhile, points_of_sale_too_many. */
export async function changeTerminal(
  database: Database,
  place: {
    readonly serviceEnvId: ServiceEnvId
    readonly id: TerminalId
    /** True if the terminal is still what the change was made from. */
    readonly isStill?: (now: TerminalRecord) => boolean
  },
  change: TerminalChange,
): Promise<TerminalRecord> {
  const { serviceEnvId, id, isStill } = place
  return inTransaction(database.pool, async (tx) => {
    await lockTerminal(tx, serviceEnvId, id)
    if (isStill && !isStill(await readTerminalRow(tx, serviceEnvId, id)))
      throw fail('changed_meanwhile')
    const { label, pointOfSale, serialNumber, deviceType, appVersion } = change
    const pointOfSaleId =
      pointOfSale === undefined ? undefined : await pointOfSaleNamed(tx, serviceEnvId, pointOfSale)
    await tx.run(
      db
        .updateTable('terminal')
        .set({ label, pointOfSaleId, serialNumber, deviceType, appVersion, updatedAt: now })
        .where('id', '=', id),
    )
    return readTerminalRow(tx, serviceEnvId, id)
  })
}
