import type { EnvFields } from './env-fields.ts'

/** How mails leave. */
export interface MailVariables {
  /** With its user and password; undefined: mails wait. */
  readonly smtpUrl: string | undefined
  /** Whom mails come from. */
  readonly smtpFrom: string
}

/** Reads `SMTP_*`. */
export function readMail(fields: EnvFields): MailVariables {
  return {
    smtpUrl: fields.url('SMTP_URL', ['smtp:', 'smtps:']),
    smtpFrom: fields.text('SMTP_FROM') ?? 'Service de paiement <no-reply@localhost>',
  }
}
