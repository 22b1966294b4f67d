import { createHmac } from 'node:crypto'

/** What the signature of one attempt covers. */
export interface SignedAttempt {
  readonly eventId: string
  readonly sentAt: Date
  readonly body: Buffer
  /** The webhook's secrets, as its owner knows them; two while a new one waits to take over. */
  readonly secrets: readonly string[]
}

/**
 * The Standard Webhooks headers for this body (docs/webhooks.md#signatures): the id is the same for each attempt, the
 * time is this attempt's. The key is the text of the secret, whose base64 form is `whsec_…`.
 */
export function standardHeaders({ eventId, sentAt, body, secrets }: SignedAttempt) {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const signed = createHmac('sha256', secret).update(`${eventId}.${timestamp}.`).update(body)
    return `v1,${signed.digest('base64')}`
  })
  return {
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
