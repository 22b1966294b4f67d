import type { EnvFields } from './env-fields.ts'

/** How mails leave. */
export interface MailVariables {
  /** With its user and password; undefined: mails wait. */
  readonly smtpUrl: string | undefined
  /** Whom mails come from. */
  readonly smtpFrom: string
  /** Who takes SMS and WhatsApp messages, and what lets us in; undefined: nobody is offered them. */
  readonly smsUrl: string | undefined
  readonly smsToken: string | undefined
  readonly whatsappUrl: string | undefined
  readonly whatsappToken: string | undefined
}

/** Reads `SMTP_*`, `SMS_*` and `WHATSAPP_*`. */
export function readMail(fields: EnvFields): MailVariables {
  return {
    smtpUrl: fields.url('SMTP_URL', ['smtp:', 'smtps:']),
    smtpFrom: fields.text('SMTP_FROM') ?? 'Service de paiement <no-reply@localhost>',
    smsUrl: fields.url('SMS_URL', ['http:', 'https:']),
    smsToken: fields.text('SMS_TOKEN'),
    whatsappUrl: fields.url('WHATSAPP_URL', ['http:', 'https:']),
    whatsappToken: fields.text('WHATSAPP_TOKEN'),
  }
}
