import { randomBytes } from 'node:crypto'
import { readEmail, type Realm } from '#domain/people/person.ts'
import type { Keyring } from '#platform/keyring.ts'

const idBytes = 16

/**
 * A token for a device that an account has logged in from, kept by its browser and signed for this account only. It
 * gives no access, but strangers' attempts elsewhere do not count against it.
 */
export function newDevice(keyring: Keyring, realm: Realm, email: string): string {
  const id = randomBytes(idBytes).toString('base64url')
  return `${id}.${signature(keyring, { realm, email, id }).toString('base64url')}`
}

/** The device's id if this account knows it; else null. */
export function knownDevice(
  keyring: Keyring,
  account: { readonly realm: Realm; readonly email: string },
  token: string | undefined,
): string | null {
  const [id = '', signed = ''] = token?.split('.') ?? []
  const given = Buffer.from(signed, 'base64url')
  const right = signature(keyring, { ...account, id })
  return keyring.sameBytes(given, right) ? id : null
}

function signature(
  keyring: Keyring,
  { realm, email, id }: { readonly realm: Realm; readonly email: string; readonly id: string },
): Buffer {
  return keyring.mac('device', `${realm} ${id} ${readEmail(email)}`)
}
