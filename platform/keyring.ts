import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** What the master key can do, under a subkey of its own for each purpose. */
export interface Keyring {
  /** Encrypts (AES-256-GCM). The same text never gives the same bytes twice. */
  seal(purpose: string, plaintext: Buffer | string): Buffer
  /** What was sealed for this purpose; throws when a bit of it changed, or the purpose or key is another. */
  open(purpose: string, sealed: Uint8Array): Buffer
  /** A keyed digest (HMAC-SHA-256), 32 bytes. */
  mac(purpose: string, text: string | Uint8Array): Buffer
  /** Compares in constant time; false, never an error, when the lengths differ. */
  sameBytes(a: Uint8Array, b: Uint8Array): boolean
}

/** A keyring over these 32 bytes. */
export function createKeyring(masterKey: Buffer): Keyring {
  if (masterKey.length !== keyBytes) throw new RangeError('The master key must be 32 bytes long.')
  const subkeys = new Map<string, KeyObject>()
  // Purposes are constants of the code, few and known; one that came from outside would grow this map.
  const subkey = (use: string, purpose: string): KeyObject => {
    const info = `${use}/${purpose}`
    const known = subkeys.get(info)
    if (known !== undefined) return known
    if (subkeys.size >= subkeysMax) throw new RangeError('Too many purposes for one keyring.')
    const bytes = hkdfSync('sha256', masterKey, 'payment-service', info, keyBytes)
    // A key object costs a quarter of what the same bytes do at each use.
    const key = createSecretKey(Buffer.from(bytes))
    subkeys.set(info, key)
    return key
  }
  return {
    seal: (purpose, plaintext) => seal(subkey('seal', purpose), plaintext),
    open: (purpose, sealed) => open(subkey('seal', purpose), sealed),
    mac: (purpose, text) => createHmac('sha256', subkey('mac', purpose)).update(text).digest(),
    sameBytes,
  }
}

/** Compares in constant time; false, never an error, when the lengths differ. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const subkeysMax = 256
const version = Buffer.from([1])
const headerBytes = version.length + nonceBytes + tagBytes

/** Layout: version (1 byte, authenticated), nonce (12), tag (16), ciphertext. */
function seal(key: KeyObject, plaintext: Buffer | string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(version)
  const start =
    typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext)
  const ciphertext = Buffer.concat([start, cipher.final()])
  return Buffer.concat([version, nonce, cipher.getAuthTag(), ciphertext])
}

function open(key: KeyObject, sealed: Uint8Array): Buffer {
  if (sealed.length < headerBytes || sealed[0] !== version[0]) {
    throw new Error('The sealed bytes are not of a known version.')
  }
  const nonce = sealed.subarray(version.length, version.length + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(version)
  decipher.setAuthTag(sealed.subarray(version.length + nonceBytes, headerBytes))
  return Buffer.concat([decipher.update(sealed.subarray(headerBytes)), decipher.final()])
}
