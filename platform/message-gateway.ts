import type { Env } from './env.ts'

/** A channel served by a gateway. */
export type GatewayChannel = 'sms' | 'whatsapp'

/** Accepts SMS and WhatsApp messages to people. */
export interface MessageGateway {
  /** The configured channels. */
  readonly channels: readonly GatewayChannel[]
  /**
   * Submits a message; the same id twice is the same message for the gateway. `refused`: it will never be accepted.
   * Throws if the gateway is down, rejects our token or is not configured.
   */
  send(channel: GatewayChannel, message: OutgoingMessage): Promise<'sent' | 'refused'>
}

export interface OutgoingMessage {
  readonly id: string
  /** `+229…` */
  readonly to: string
  readonly text: string
}

const timeoutMs = 10_000
const unauthorized: readonly number[] = [401, 403]
/** Temporary: too many requests, or too slow. */
const forNow: readonly number[] = [408, 425, 429]

/**
 * The gateways in `SMS_URL` and `WHATSAPP_URL`: any service that accepts `{"id", "to", "text"}` by POST, or a small
 * adapter for another one.
 */
export function createMessageGateway(
  env: Pick<Env, 'smsUrl' | 'smsToken' | 'whatsappUrl' | 'whatsappToken'>,
): MessageGateway {
  const places = {
    sms: { url: env.smsUrl, token: env.smsToken },
    whatsapp: { url: env.whatsappUrl, token: env.whatsappToken },
  } as const
  const channels = (['sms', 'whatsapp'] as const).filter((name) => places[name].url !== undefined)
  return {
    channels,
    async send(channel, message) {
      const { url, token } = places[channel]
      if (url === undefined) throw new GatewayError('gateway_not_set_up')
      const answer = await post(url, token, message)
      if (answer.ok) return 'sent'
      if (unauthorized.includes(answer.status)) throw new GatewayError('gateway_log_in_refused')
      const isForGood = answer.status >= 400 && answer.status < 500
      if (isForGood && !forNow.includes(answer.status)) return 'refused'
      throw new GatewayError('gateway_away')
    },
  }
}

async function post(
  url: string,
  token: string | undefined,
  message: OutgoingMessage,
): Promise<{ readonly ok: boolean; readonly status: number }> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': message.id,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    return { ok: answer.ok, status: answer.status }
  } catch {
    // The original error may quote the message.
    throw new GatewayError('gateway_away')
  }
}

/** Only the error's code. */
class GatewayError extends Error {
  readonly code: string

  constructor(code: 'gateway_away' | 'gateway_log_in_refused' | 'gateway_not_set_up') {
    super('the gateway did not take the message')
    this.name = 'GatewayError'
    this.code = code
  }
}
