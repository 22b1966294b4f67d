import { tellStaff as listForStaff } from '#use-cases/notices/tell-staff.ts'
import type { Notice } from '#workflows/ports.ts'
import type { ActivityDependencies } from './dependencies.ts'

/** Adds a notice for staff, and logs it for those who only watch the log. */
export async function tellStaff(
  { database, log }: ActivityDependencies,
  notice: Notice,
): Promise<void> {
  if (await listForStaff(database, notice)) log.warn({ notice }, sentences[notice.kind])
}

const sentences: Readonly<Record<Notice['kind'], string>> = {
  transfer_waiting: 'a bank transfer waits for staff',
  payout_undecided: 'the outcome of a payout is unknown: staff must ask its operator',
}
