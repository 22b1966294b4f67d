import type { MailEnd } from '#domain/mail/mail.ts'
import type { MailInput } from './contract.ts'
import { sendMail } from './proxies.ts'

/** Sends one mail; its text and recipient are in the database. */
export function mail(input: MailInput): Promise<MailEnd> {
  return sendMail(input)
}
