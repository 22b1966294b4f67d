import { createCipheriv } from 'node:crypto'
import type { MoovAccount } from '#platform/operator-accounts.ts'

/** The token that each call carries: AES-256-CBC without a vector of its own, as Moov asks for it. */
export function moovToken({ username, password, encryptionKey }: MoovAccount): string {
  const cipher = createCipheriv('aes-256-cbc', Buffer.from(encryptionKey), Buffer.alloc(16))
  return cipher.update(`0:${username}:${password}`, 'utf8', 'base64') + cipher.final('base64')
}
