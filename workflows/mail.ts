import type { MailEnd } from '#domain/mail/mail.ts'
import type { MailInput } from './contract.ts'
import { sendMail } from './proxies.ts'

/** One mail on its way to the mail server; the books hold its words, and whom it is for. */
export function mail(input: MailInput): Promise<MailEnd> {
  return sendMail(input)
}
