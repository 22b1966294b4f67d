import type { MailEnd } from '#domain/mail/mail.ts'
import { endMail, readMail } from '#use-cases/mail/send.ts'
import type { MailInput } from '#workflows/contract.ts'
import type { ActivityDependencies } from './dependencies.ts'

/** Hands a mail to the mail server. Sent twice it has one name, so that readers show it once. */
export async function sendMail(
  { database, mail: { server, publicUrl } }: ActivityDependencies,
  { mailId }: MailInput,
): Promise<MailEnd> {
  const mail = await readMail(database, mailId, publicUrl)
  if ('ended' in mail) return mail.ended
  const outcome = mail.isLate ? 'late' : await server.send({ id: mailId, ...mail.outgoing })
  return endMail(database, mailId, outcome)
}
