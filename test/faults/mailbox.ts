import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { openWithNode } from '#test/activities/webhooks/openssl-opener.ts'
import { startReceiver, type Received } from '#test/activities/webhooks/receiver.ts'
import { eventually } from '#test/support/call.ts'

/** A webhook as it came, and what its receiver read in it. */
export interface Letter {
  readonly deliveryId: string
  readonly attempt: number
  /** When it came, in milliseconds. */
  readonly at: number
  /** The time that was signed, in milliseconds. */
  readonly signedAt: number
  readonly body: string
  readonly signature: string
  readonly event: string
  readonly transactionId: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A merchant's HTTPS server on loopback, which keeps and opens what it gets. */
export interface Mailbox {
  /** `host:port`. */
  readonly host: string
  /** The secret to open with, given once the endpoint exists. */
  trust(secret: string): void
  /** Everything received, in order; opened, its signature checked. */
  letters(): Letter[]
  lettersOf(transactionId: string): Letter[]
  /** From now on `answer` decides; without it everything is taken with 204. */
  answerWith(answer?: (letter: Letter, response: ServerResponse) => void): void
  /** Waits for so many about this transaction. */
  until(transactionId: string, count: number, timeoutMs?: number): Promise<Letter[]>
  close(): Promise<void>
}

/** Opens it on a free port. */
export async function openMailbox(): Promise<Mailbox> {
  const opened = new Map<Received, Letter>()
  let secret = ''
  let answer = takeIt
  const receiver = await startReceiver((received, response) => answer(letterOf(received), response))
  const letterOf = (received: Received): Letter => {
    const letter = opened.get(received) ?? open(received, secret)
    opened.set(received, letter)
    return letter
  }
  const letters = (): Letter[] => receiver.requests.map(letterOf)
  const lettersOf = (id: string): Letter[] =>
    letters().filter(({ transactionId }) => transactionId === id)
  return {
    host: `127.0.0.1:${receiver.port}`,
    trust: (given) => {
      secret = given
    },
    letters,
    lettersOf,
    answerWith: (next = takeIt) => {
      answer = next
    },
    until: (transactionId, count, timeoutMs) =>
      eventually(() => {
        const found = lettersOf(transactionId)
        return Promise.resolve(found.length >= count && found)
      }, timeoutMs),
    close: () => receiver.close(),
  }
}

/** Fails unless these are attempts of one delivery: the same bytes under rising numbers. */
export function assertOneDelivery(letters: readonly Letter[], attempts: readonly number[]): void {
  assert.deepEqual(
    letters.map(({ attempt }) => attempt),
    attempts,
  )
  for (const same of ['deliveryId', 'body', 'signature', 'event'] as const) {
    assert.equal(new Set(letters.map((letter) => letter[same])).size, 1, same)
  }
}

function takeIt(_letter: Letter, response: ServerResponse): void {
  response.writeHead(204).end()
}

function open({ headers, body: bytes }: Received, secret: string): Letter {
  const body = bytes.toString('utf8')
  const signature = String(headers['x-service-signature'])
  const { event, data } = openWithNode(body, signature, secret)
  const fields = data as Record<string, unknown>
  return {
    deliveryId: String(headers['x-service-delivery']),
    attempt: Number(headers['x-service-attempt']),
    at: Date.now(),
    signedAt: Number(headers['webhook-timestamp']) * 1000,
    body,
    signature,
    event,
    transactionId: String(fields['transactionId']),
    data: fields,
  }
}
