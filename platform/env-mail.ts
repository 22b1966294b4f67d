import type { EnvFields } from './env-fields.ts'

/** How mails and messages are sent. */
export interface MailVariables {
  /** Includes user and password; undefined: mails wait. */
  readonly smtpUrl: string | undefined
  /** The sender of mails. */
  readonly smtpFrom: string
  /** Where merchants reach the staff; undefined: pages show none. */
  readonly supportEmail: string | undefined
  /** The gateways for SMS and WhatsApp messages, and their tokens; undefined: the channel is not offered. */
  readonly smsUrl: string | undefined
  readonly smsToken: string | undefined
  readonly whatsappUrl: string | undefined
  readonly whatsappToken: string | undefined
}

/** Reads `SMTP_*`, `SUPPORT_EMAIL`, `SMS_*` and `WHATSAPP_*`. */
export function readMail(fields: EnvFields): MailVariables {
  return {
    smtpUrl: fields.url('SMTP_URL', ['smtp:', 'smtps:']),
    smtpFrom: fields.text('SMTP_FROM') ?? 'Service de paiement <no-reply@localhost>',
    supportEmail: readSupportEmail(fields),
    smsUrl: fields.url('SMS_URL', ['http:', 'https:']),
    smsToken: fields.text('SMS_TOKEN'),
    whatsappUrl: fields.url('WHATSAPP_URL', ['http:', 'https:']),
    whatsappToken: fields.text('WHATSAPP_TOKEN'),
  }
}

/** Only the address, without a name. */
const emailShape = /^[^\s@<>,]+@[^\s@<>,]+$/

function readSupportEmail(fields: EnvFields): string | undefined {
  const email = fields.text('SUPPORT_EMAIL')
  if (email !== undefined && !emailShape.test(email))
    fields.problems.push('SUPPORT_EMAIL must be an e-mail address like support@example.com.')
  return email
}
