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

/** A column of sealed values; a value sealed for one column cannot be opened as another's. */
export interface SealedColumn {
  /** The subkey is derived from this: unique per column, and never changed. */
  readonly purpose: string
  readonly table: string
  readonly column: string
}

/** Encryption and digests with the master keys; each purpose has its own subkey. */
export interface Keyring {
  /**
   * Encrypts (AES-256-GCM) for this column and row, with the first key. Sealing the same text twice gives different
   * bytes.
   */
  seal(column: SealedColumn, row: string, plaintext: Buffer | string): Buffer
  /**
   * Opens what any of the keys sealed for this column and row; throws if the bytes were changed or belong elsewhere.
   */
  open(column: SealedColumn, row: string, sealed: Uint8Array): Buffer
  /** The prefix of everything that is bound to its row and sealed under the first key. */
  readonly sealedPrefix: Buffer
  /** The prefixes of all keys, in their order. */
  readonly prefixes: readonly Buffer[]
  /** A keyed digest (HMAC-SHA-256), 32 bytes. It depends on the digest key only, not on the master keys. */
  mac(purpose: string, text: string | Uint8Array): Buffer
  /** The key for digests, 32 bytes: the first key, until `digestUnder` sets the database's. */
  readonly digestKey: Buffer
  digestUnder(key: Buffer): void
  /** Compares in constant time; false, not an error, if the lengths differ. */
  sameBytes(a: Uint8Array, b: Uint8Array): boolean
}

/** A keyring from these 32-byte keys: the first seals, all open. */
export function createKeyring(masterKeys: readonly Buffer[]): Keyring {
  const keys = masterKeys.map(masterKeyOfBytes)
  const [first] = keys
  if (first === undefined) throw new RangeError('A keyring needs a master key.')
  let digests = first
  return {
    seal: (column, row, plaintext) => seal(first, { column, row }, plaintext),
    open: (column, row, sealed) => open(keys, { column, row }, sealed),
    sealedPrefix: first.prefix,
    prefixes: keys.map(({ prefix }) => prefix),
    mac: (purpose, text) =>
      createHmac('sha256', digests.subkey('mac', purpose)).update(text).digest(),
    get digestKey() {
      return digests.bytes
    },
    digestUnder: (key) => {
      digests = masterKeyOfBytes(key)
    },
    sameBytes,
  }
}

/** Compares in constant time; false, not an error, if the lengths differ. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

interface MasterKey {
  readonly bytes: Buffer
  /** Version byte and key id. */
  readonly prefix: Buffer
  subkey(use: string, purpose: string): KeyObject
}

function masterKeyOfBytes(bytes: Buffer): MasterKey {
  if (bytes.length !== keyBytes) throw new RangeError('The master key must be 32 bytes long.')
  const derived = (info: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', bytes, 'payment-service', info, length))
  const subkeys = new Map<string, KeyObject>()
  // Purposes are constants in the code; values from outside would make this map grow without bound.
  const subkey = (use: string, purpose: string): KeyObject => {
    const info = `${use}/${purpose}`
    const known = subkeys.get(info)
    if (known !== undefined) return known
    if (subkeys.size >= subkeysMax) throw new RangeError('Too many purposes for one keyring.')
    // Using a key object costs a quarter of using raw bytes.
    const key = createSecretKey(derived(info, keyBytes))
    subkeys.set(info, key)
    return key
  }
  return { bytes, prefix: Buffer.concat([bound, derived('id', idBytes)]), subkey }
}

const keyBytes = 32
const idBytes = 4
const nonceBytes = 12
const tagBytes = 16
const subkeysMax = 256
/**
 * The first byte of a sealed value: 2 is bound to its row and names its key; 1 is the older format, bound to its
 * purpose only.
 */
const bound = Buffer.from([2])
const unbound = Buffer.from([1])

interface Place {
  readonly column: SealedColumn
  readonly row: string
}

/** Layout: version (1 byte), key id (4), nonce (12), tag (16), ciphertext; column and row are authenticated. */
function seal(key: MasterKey, place: Place, plaintext: Buffer | string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const subkey = key.subkey('seal', place.column.purpose)
  const cipher = createCipheriv('aes-256-gcm', subkey, nonce, { authTagLength: tagBytes })
  cipher.setAAD(placeBytes(key.prefix, place))
  const start =
    typeof plaintext === 'string' ? cipher.update(plaintext, 'utf8') : cipher.update(plaintext)
  const ciphertext = Buffer.concat([start, cipher.final()])
  return Buffer.concat([key.prefix, nonce, cipher.getAuthTag(), ciphertext])
}

function placeBytes(prefix: Buffer, { column, row }: Place): Buffer {
  return Buffer.concat([prefix, Buffer.from(`${column.table}.${column.column} ${row}`)])
}

function open(keys: readonly MasterKey[], place: Place, sealed: Uint8Array): Buffer {
  const { purpose } = place.column
  const key = keys.find(({ prefix }) => prefix.equals(sealed.subarray(0, prefix.length)))
  if (key !== undefined) {
    const data = placeBytes(key.prefix, place)
    return decipher(key.subkey('seal', purpose), data, sealed.subarray(key.prefix.length))
  }
  if (sealed[0] !== unbound[0]) throw new Error('The sealed bytes are of no known version or key.')
  return openUnbound(keys, purpose, sealed)
}

/** The older format does not name its key, so all are tried. */
function openUnbound(keys: readonly MasterKey[], purpose: string, sealed: Uint8Array): Buffer {
  let refusal: unknown
  for (const key of keys) {
    try {
      return decipher(key.subkey('seal', purpose), unbound, sealed.subarray(unbound.length))
    } catch (error) {
      refusal = error
    }
  }
  throw refusal
}

/** Decrypts nonce, tag and ciphertext. */
function decipher(key: KeyObject, data: Buffer, sealed: Uint8Array): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new Error('The sealed bytes are cut short.')
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(data)
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}
