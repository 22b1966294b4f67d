import { createCipheriv } from 'node:crypto'
import type { MoovAccount } from '#platform/operator-accounts.ts'

/** The token in each call: AES-256-CBC without an IV of its own, as Moov requires. */
export function moovToken({ username, password, encryptionKey }: MoovAccount): string {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(encryptionKey), Buffer.alloc(16))
  return cipher.update(`0:${username}:${password}`, 'utf8', 'base64') + cipher.final('base64')
}
