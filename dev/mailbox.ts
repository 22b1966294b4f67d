import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A received mail. */
export interface ReceivedMail {
  readonly at: string
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A mail server on this machine, with a page to read mails, for everybody with access to the machine. */
export interface Mailbox {
  /** For `SMTP_URL`. */
  readonly smtpUrl: string
  /** For `SMS_URL` and `WHATSAPP_URL`: messages posted there appear on the same page. */
  readonly smsUrl: string
  readonly whatsappUrl: string
  /** The page's URL; `/mails.json` beside it is for programs. */
  readonly url: string
  /** Newest first. */
  readonly mails: readonly ReceivedMail[]
  close(): Promise<void>
}

const mailsMax = 200
const mailBytesMax = 1_000_000

/** Starts it on this machine only; both ports are free ones by default. Keeps the last 200 mails in memory. */
export async function startMailbox(smtpPort = 0, pagePort = 0): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: mailBytesMax,
    onData(stream, _session, done) {
      buffer(stream)
        .then((bytes) => new PostalMime().parse(bytes))
        .then((mail) => {
          const known = mails.findIndex(({ id }) => id === mail.messageId)
          if (known !== -1) mails.splice(known, 1)
          mails.unshift({
            at: new Date().toISOString(),
            id: mail.messageId ?? '',
            to: mail.to?.map(({ address }) => address).join(', ') ?? '',
            subject: mail.subject ?? '',
            text: mail.text ?? '',
          })
          mails.splice(mailsMax)
          done()
        })
        .catch((error: Error) => done(error))
    },
  })
  // A client that hangs up in the middle is not our failure.
  smtp.on('error', () => {})
  const listening = smtp.listen(smtpPort, '127.0.0.1')
  await once(listening, 'listening')
  const pages = createPages(mails)
  pages.listen({ host: '127.0.0.1', port: pagePort })
  await once(pages, 'listening')
  const url = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  return {
    smtpUrl: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    smsUrl: `${url}/sms`,
    whatsappUrl: `${url}/whatsapp`,
    url,
    mails,
    async close() {
      pages.closeAllConnections()
      await Promise.all([
        new Promise((resolve) => pages.close(resolve)),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ])
    },
  }
}

function createPages(mails: ReceivedMail[]): Server {
  return createServer((request, response) => {
    const channel = channelOf(request.url ?? '/')
    if (request.method !== 'POST' || channel === undefined)
      return answer(request.url ?? '/', mails, response)
    take(request, channel, mails).then(
      () => response.writeHead(204).end(),
      () => response.writeHead(400).end(),
    )
  })
}

const channels: Readonly<Record<string, string>> = { '/sms': 'SMS', '/whatsapp': 'WhatsApp' }

function channelOf(path: string): string | undefined {
  return Object.hasOwn(channels, path) ? channels[path] : undefined
}

/** Accepts a message like a gateway: `{"id", "to", "text"}`; the same id twice is one message. */
async function take(
  request: IncomingMessage,
  subject: string,
  mails: ReceivedMail[],
): Promise<void> {
  let body = ''
  for await (const part of request.setEncoding('utf8')) {
    body += String(part)
    if (body.length > mailBytesMax) throw new Error('too long')
  }
  const { id, to, text } = JSON.parse(body) as Readonly<Record<'id' | 'to' | 'text', unknown>>
  if (typeof id !== 'string' || typeof to !== 'string' || typeof text !== 'string') {
    throw new Error('no message')
  }
  const known = mails.findIndex((mail) => mail.id === id && mail.subject === subject)
  if (known !== -1) mails.splice(known, 1)
  mails.unshift({ at: new Date().toISOString(), id, to, subject, text })
  mails.splice(mailsMax)
}

function answer(path: string, mails: readonly ReceivedMail[], response: ServerResponse): void {
  const headers = { 'Cache-Control': 'no-store', 'Content-Security-Policy': policy }
  if (path === '/mails.json') {
    response.writeHead(200, { ...headers, 'Content-Type': 'application/json' })
    return void response.end(JSON.stringify(mails))
  }
  response.writeHead(path === '/' ? 200 : 404, {
    ...headers,
    'Content-Type': 'text/html; charset=utf-8',
  })
  response.end(pageOf(mails))
}

const policy = "default-src 'none'; style-src 'unsafe-inline'"

function pageOf(mails: readonly ReceivedMail[]): string {
  const list = mails.map(
    ({ at, to, subject, text }) =>
      `<article><h2>${escaped(subject)}</h2><p>À <b>${escaped(to)}</b>, <time>${escaped(at)}</time></p>
       <pre>${escaped(text)}</pre></article>`,
  )
  return `<!doctype html><html lang="fr"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="5"><title>Boîte aux lettres</title>
<style>body{font:16px/1.5 system-ui;max-width:44rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid #ccc;border-radius:8px;padding:0 1rem;margin:1rem 0}pre{white-space:pre-wrap}</style>
<h1>Boîte aux lettres</h1>
<p>Tous les e-mails que le service envoie sur cette machine arrivent ici, et nulle part ailleurs.</p>
${list.join('\n') || '<p>Aucun e-mail pour le moment.</p>'}</html>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
