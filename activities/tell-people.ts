import { tellStaff as listForStaff } from '#use-cases/notices/tell-staff.ts'
import type { Notice } from '#workflows/contract/results.ts'
import type { ActivityDependencies } from './dependencies.ts'
import { activityInfo } from '@temporalio/activity'
import type { StepTrouble } from '#domain/runs/failure.ts'
import * as attention from '#use-cases/runs/attention.ts'
import type { MailEnd } from '#domain/mail/mail.ts'
import { endMail, readMail } from '#use-cases/mail/send.ts'
import { withinHour } from '#use-cases/mail/within-hour.ts'
import type { MailInput } from '#workflows/contract.ts'

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

/** Records for staff that a run needs attention, and logs it for those who only watch the log. */
export async function noteTrouble(
  { database, log }: ActivityDependencies,
  trouble: StepTrouble,
): Promise<void> {
  const { workflowExecution: run } = activityInfo()
  if (run !== undefined && (await attention.noteTrouble(database, run, trouble)))
    log.error({ ...run, ...trouble }, 'a run asks for attention')
}

/** Records that the run no longer needs attention. */
export async function noteMended({
  database,
}: Pick<ActivityDependencies, 'database'>): Promise<void> {
  const { workflowExecution: run } = activityInfo()
  if (run !== undefined) await attention.noteMended(database, run)
}

/**
 * Sends a mail to the mail server, or another message to its gateway. A repeat keeps the message id, so that mail
 * programs show it once.
 */
export async function sendMail(
  { database, log, mail: { server, gateway, publicUrl } }: ActivityDependencies,
  { mailId }: MailInput,
): Promise<MailEnd> {
  const mail = await readMail(database, mailId, publicUrl)
  if ('ended' in mail) return endMail(database, mailId, mail.ended)
  if (mail.isLate) return endMail(database, mailId, 'late')
  const { outgoing } = mail
  if (outgoing.channel === 'email') {
    return endMail(database, mailId, await server.send({ id: mailId, ...outgoing }))
  }
  const { channel, ...message } = outgoing
  const sent = await withinHour(database, message.to, () =>
    gateway.send(channel, { id: mailId, ...message }),
  )
  if (sent === undefined) log.warn({ mail_id: mailId, channel }, sentTooOften)
  return endMail(database, mailId, sent ?? 'refused')
}

const sentTooOften = 'a message was not sent: its number has had as many in this hour as it may get'
