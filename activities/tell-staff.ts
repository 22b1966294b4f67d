import { tellStaff as listForStaff } from '#use-cases/notices/tell-staff.ts'
import type { Notice } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'

/** Puts it on the list of staff, and a line into the log, for who watches only that. */
export async function tellStaff(
  { database, log }: ActivityDependencies,
  notice: Notice,
): Promise<void> {
  if (await listForStaff(database, notice)) log.warn({ notice }, sentences[notice.kind])
}

const sentences: Readonly<Record<Notice['kind'], string>> = {
  transfer_waiting: 'a bank transfer waits for staff',
  payout_undecided: 'nobody knows the fate of a payout: staff must ask its operator',
}
