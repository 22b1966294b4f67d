import { createTransport } from 'nodemailer'
import type { Env } from './env.ts'

/** Accepts mails to people. */
export interface MailServer {
  /**
   * Submits a mail; the same id twice is the same mail for its recipient. `refused`: it will never be accepted.
   * Throws if the server is down (`mail_server_away`), rejects our log-in (`mail_log_in_refused`) or is not
   * configured (`mail_not_set_up`).
   */
  send(mail: OutgoingMail): Promise<'sent' | 'refused'>
}

export interface OutgoingMail {
  readonly id: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
}

const timeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 10_000 }
const localHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/** The server in `SMTP_URL`. In production, other machines are only reached with TLS. */
export function createMailServer({
  smtpUrl,
  smtpFrom,
  isProduction,
}: Pick<Env, 'smtpUrl' | 'smtpFrom' | 'isProduction'>): MailServer {
  if (smtpUrl === undefined) {
    return { send: () => Promise.reject(new MailServerError('mail_not_set_up')) }
  }
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: isProduction && !secure && !localHosts.has(hostname),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...timeouts,
    // Texts are literal: nothing in them may load a file or URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text }) {
      const messageId = `<${id}@payment-service>`
      try {
        await transport.sendMail({ from: smtpFrom, to, subject, text, messageId })
        return 'sent'
      } catch (error) {
        return judge(error)
      }
    },
  }
}

/** Only the error's code: messages of mail servers quote addresses. */
class MailServerError extends Error {
  readonly code: string

  constructor(code: 'mail_server_away' | 'mail_log_in_refused' | 'mail_not_set_up') {
    super('the mail server did not take it')
    this.name = 'MailServerError'
    this.code = code
  }
}

/** `refused` if the server rejects the mail permanently. */
function judge(error: unknown): 'refused' {
  const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number }
  if (code === 'EAUTH') throw new MailServerError('mail_log_in_refused')
  const isForGood = responseCode !== undefined && responseCode >= 500
  if (isForGood && (code === 'EENVELOPE' || code === 'EMESSAGE')) return 'refused'
  throw new MailServerError('mail_server_away')
}
