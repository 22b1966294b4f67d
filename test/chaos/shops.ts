import type { ServerResponse } from 'node:http'
import { type Gate, openGate } from '#test/faults/gate.ts'
import { type Mailbox, openMailbox } from '#test/faults/mailbox.ts'

/** The merchants' servers: one of the sandbox, two of live mode, which get every event both. */
export const shopNames = ['sandbox', 'live', 'live too'] as const
export type ShopName = (typeof shopNames)[number]

/** How a merchant's server takes a webhook. */
export const manners = ['plain', 'error', 'silent', 'slow', 'redirect', 'closing'] as const
export type Manner = (typeof manners)[number]

/** A merchant's server, behind a gate. What it got, it keeps, however it answered. */
export interface Shop {
  readonly name: ShopName
  readonly mode: 'sandbox' | 'live'
  readonly mailbox: Mailbox
  readonly gate: Gate
  behave(manner: Manner): void
  close(): Promise<void>
}

/** Within the time that a sender waits. */
const slowMs = 4000

export async function openShop(name: ShopName): Promise<Shop> {
  const mailbox = await openMailbox()
  const gate = await openGate(mailbox.host)
  return {
    name,
    mode: name === 'sandbox' ? 'sandbox' : 'live',
    mailbox,
    gate,
    behave: (manner) => mailbox.answerWith((_letter, response) => answers[manner](response)),
    async close() {
      await gate.close()
      await mailbox.close()
    },
  }
}

const answers: Readonly<Record<Manner, (response: ServerResponse) => void>> = {
  plain: (response) => void response.writeHead(204).end(),
  error: (response) => void response.writeHead(500).end('broken'),
  silent: () => {},
  slow: (response) => void setTimeout(() => response.writeHead(200).end(), slowMs).unref(),
  redirect: (response) => void response.writeHead(302, { Location: '/elsewhere' }).end(),
  closing: (response) => void response.destroy(),
}
