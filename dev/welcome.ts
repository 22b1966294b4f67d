import { styleText } from 'node:util'
import { say } from './say.ts'

/** The parts of `demo.json` that a newcomer needs. */
export interface Welcome {
  readonly base_url: string
  readonly temporal_ui_url: string
  /** Its page of the runs of merchants. */
  readonly merchant_runs_url: string
  /** Where mails of this machine are read. */
  readonly mailbox_url?: string
  readonly payout_phone: string
  readonly keys: {
    readonly secret_sandbox: string
    readonly public_sandbox: string
    readonly secret_live: string
    readonly public_live: string
  }
  readonly payment_links: { readonly live: string; readonly sandbox: string }
  readonly portal: LogIn
  readonly staff: LogIn
  /** Where each emulator shows its orders, by operator. */
  readonly operators: Readonly<Record<string, string>>
}

interface LogIn {
  readonly url: string
  readonly email: string
  readonly password: string
}

/** Prints where everything is, and what to try first. */
export function welcome(demo: Welcome, dataDir: string): void {
  const { base_url: url, keys, payment_links: links, portal, staff, operators } = demo
  say()
  say(bold('The payment service is running.'))
  say()
  row('API', `${url}/v2`)
  row('Documentation', `${url}/docs`)
  row('Temporal UI', demo.temporal_ui_url)
  row('Runs of payments', demo.merchant_runs_url)
  if (demo.mailbox_url !== undefined) row('Mailbox', demo.mailbox_url)
  for (const [provider, at] of Object.entries(operators)) row(`Emulated ${provider}`, at)
  say()
  row('Sandbox secret key', keys.secret_sandbox)
  row('Sandbox public key', keys.public_sandbox)
  row('Live secret key', keys.secret_live)
  row('Live public key', keys.public_live)
  row('Sandbox payment link', links.sandbox)
  row('Live payment link', links.live)
  say()
  row('Merchant portal', portal.url)
  row('', `${portal.email}  ${portal.password}`)
  row('Staff desk', staff.url)
  row('', `${staff.email}  ${staff.password}`)
  say()
  row('All of it', `${dataDir}/demo.json`)
  say()
  say(bold('Ask for a payment:'))
  say(request(url, keys.secret_sandbox))
  say()
  say(bold('Or pay out to the authorized account:'))
  say(payout(url, keys.secret_sandbox, demo.payout_phone))
  say()
  say(bold('Then wait for its outcome, with the id from the answer:'))
  say(`curl -H 'Authorization: Bearer ${keys.secret_sandbox}' '${url}/v2/transactions/<id>?wait=5'`)
  say()
  if (Object.keys(operators).length > 0) {
    say(
      'With the live key it goes to an emulated operator, which speaks the protocol of the real one.',
    )
    say()
  }
  say(dim('Ctrl-C stops everything; the data stays for the next start.'))
}

function request(url: string, key: string): string {
  const customer = { name: 'Awa Dossou', email: 'awa@example.com' }
  const body = { amount: 1000, currency: 'XOF', provider: 'auto', phone: '2290197000000', customer }
  return post(`${url}/v2/collections`, { key, idempotencyKey: 'first-payment-1', body })
}

function payout(url: string, key: string, phone: string): string {
  const body = { amount: 1000, currency: 'XOF', provider: 'auto', phone }
  return post(`${url}/v2/payouts`, { key, idempotencyKey: 'first-payout-1', body })
}

function post(
  address: string,
  call: { readonly key: string; readonly idempotencyKey: string; readonly body: object },
): string {
  return [
    `curl -X POST '${address}'`,
    `-H 'Authorization: Bearer ${call.key}'`,
    `-H 'Idempotency-Key: ${call.idempotencyKey}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify(call.body)}'`,
  ].join(' \\\n  ')
}

function row(name: string, value: string): void {
  say(`  ${dim(name.padEnd(titleWidth))}${value}`)
}

const titleWidth = 22

function bold(text: string): string {
  return styleText('bold', text)
}

function dim(text: string): string {
  return styleText('dim', text)
}
