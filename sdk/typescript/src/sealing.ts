// Webhook cryptography with WebCrypto, which Node and edge runtimes share.

const prefix = 'whsec_'
const ivBytes = 16
const keyBytes = 32

/** The bytes of a secret, as shown in the portal or written by Standard Webhooks. No secret has a space or line break. */
export function keyOf(given: string): Uint8Array {
  const secret = given.trim()
  if (secret.startsWith(prefix)) return fromBase64(secret.slice(prefix.length))
  return new TextEncoder().encode(secret)
}

/** HMAC-SHA256 of the text. */
export async function sign(key: Uint8Array, text: string): Promise<Uint8Array> {
  const imported = await hmacKey(key, 'sign')
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(text)))
}

/** True if the signature matches the text; compared in constant time. */
export async function isSigned(
  key: Uint8Array,
  text: string,
  signature: Uint8Array,
): Promise<boolean> {
  const imported = await hmacKey(key, 'verify')
  const message = new TextEncoder().encode(text)
  return crypto.subtle.verify('HMAC', imported, bufferOf(signature), message)
}

/**
 * The text in a payload: 16 bytes of initialization vector, then base64 of AES-256-CBC. Undefined with a wrong key.
 */
export async function decrypt(key: Uint8Array, payload: string): Promise<string | undefined> {
  const sealed = fromBase64(payload)
  const iv = bufferOf(sealed.slice(0, ivBytes))
  const ciphertext = bufferOf(fromBase64(new TextDecoder().decode(sealed.slice(ivBytes))))
  try {
    const imported = await aesKey(key, 'decrypt')
    const plain = await crypto.subtle.decrypt({ name: 'AES-CBC', iv }, imported, ciphertext)
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    return undefined
  }
}

/** A payload that `decrypt` can open. */
export async function encrypt(key: Uint8Array, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const imported = await aesKey(key, 'encrypt')
  const plain = new TextEncoder().encode(text)
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, imported, plain)
  const inner = new TextEncoder().encode(toBase64(new Uint8Array(ciphertext)))
  return toBase64(Uint8Array.from([...iv, ...inner]))
}

/** The bytes of base64 text; empty if it is invalid. */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/** Base64 text of bytes. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Lower-case hexadecimal text of bytes. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function hmacKey(key: Uint8Array, use: 'sign' | 'verify'): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', bufferOf(key), algorithm, false, [use])
}

function aesKey(key: Uint8Array, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bufferOf(key.slice(0, keyBytes)), 'AES-CBC', false, [use])
}

/** A copy with its own buffer, as the types of WebCrypto require. */
function bufferOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}
