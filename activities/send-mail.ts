import type { MailEnd } from '#domain/mail/mail.ts'
import { endMail, readMail } from '#use-cases/mail/send.ts'
import type { MailInput } from '#workflows/contract.ts'
import type { ActivityDependencies } from './dependencies.ts'

/**
 * Sends a mail to the mail server, or another message to its gateway. A repeat keeps the message id, so that mail
 * programs show it once.
 */
export async function sendMail(
  { database, mail: { server, gateway, publicUrl } }: ActivityDependencies,
  { mailId }: MailInput,
): Promise<MailEnd> {
  const mail = await readMail(database, mailId, publicUrl)
  if ('ended' in mail) return endMail(database, mailId, mail.ended)
  if (mail.isLate) return endMail(database, mailId, 'late')
  const { outgoing } = mail
  const outcome =
    outgoing.channel === 'email'
      ? await server.send({ id: mailId, ...outgoing })
      : await gateway.send(outgoing.channel, { id: mailId, to: outgoing.to, text: outgoing.text })
  return endMail(database, mailId, outcome)
}
