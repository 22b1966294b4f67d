import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import {
  sendWebhook,
  type SendDependencies,
  type SendRequest,
  type SendResult,
} from '#activities/webhooks/send.ts'
import { newWebhookSecret, sealPayload } from '#db/seal.ts'
import { certificates, receiverName } from './certificates.ts'
import type { Receiver } from './receiver.ts'

/** A live attempt at a small event. */
export function aRequest(changes: Partial<SendRequest> = {}): SendRequest {
  const secret = newWebhookSecret()
  return {
    ...sealPayload({ event: 'test.ping', data: '{"test":true}', secret }),
    secrets: [secret],
    eventId: randomUUID(),
    url: 'https://127.0.0.1/hook',
    mode: 'live',
    deliveryId: randomUUID(),
    attempt: 1,
    privateHosts: new Set(),
    ...changes,
  }
}

/** Sends to a receiver on loopback, under its name, trusting the tests' authority alone. */
export async function sendTo(
  receiver: Receiver,
  changes: Partial<SendRequest> = {},
  dependencies: SendDependencies = {},
): Promise<SendResult> {
  const request = aRequest({
    url: `https://${receiverName}:${receiver.port}/hook`,
    privateHosts: new Set([`${receiverName}:${receiver.port}`, ...receiver.privateHosts]),
    ...changes,
  })
  return sendWebhook(request, {
    resolve: async () => ['127.0.0.1'],
    caCertificates: [certificates().root],
    ...dependencies,
  })
}

/** A dialer that connects nowhere and keeps what it was asked. */
export function spyDialer() {
  const dialed: string[] = []
  const dial = ({ host, port }: { host: string; port: number }): Socket => {
    dialed.push(`${host}:${port}`)
    const socket = new Socket()
    setImmediate(() => socket.destroy(new Error('the spy connects to nothing')))
    return socket
  }
  return { dialed, dial }
}
