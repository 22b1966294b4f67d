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

/** A column of sealed values; what is sealed for one opens in no other. */
export interface SealedColumn {
  /** What its subkey is derived for: one for each column, for ever. */
  readonly purpose: string
  readonly table: string
  readonly column: string
}

/** What the master keys can do, under a subkey of its own for each purpose. */
export interface Keyring {
  /** Encrypts (AES-256-GCM) for this column and row, under the first key. The same text never gives the same bytes twice. */
  seal(column: SealedColumn, row: string, plaintext: Buffer | string): Buffer
  /** What was sealed for this column and row, by any key; throws when a bit of it changed, or its place is another. */
  open(column: SealedColumn, row: string, sealed: Uint8Array): Buffer
  /** What everything begins with that is bound to its row and sealed under the first key. */
  readonly sealedPrefix: Buffer
  /** A keyed digest (HMAC-SHA-256), 32 bytes. It does not change with the keys, but with the digest key alone. */
  mac(purpose: string, text: string | Uint8Array): Buffer
  /** What digests are made with, 32 bytes: the first key, until `digestUnder` names that of the books. */
  readonly digestKey: Buffer
  digestUnder(key: Buffer): void
  /** Compares in constant time; false, never an error, when the lengths differ. */
  sameBytes(a: Uint8Array, b: Uint8Array): boolean
}

/** A keyring over these keys of 32 bytes: the first seals, all open. */
export function createKeyring(masterKeys: readonly Buffer[]): Keyring {
  const keys = masterKeys.map(masterKeyOfBytes)
  const [first] = keys
  if (first === undefined) throw new RangeError('A keyring needs a master key.')
  let digests = first
  return {
    seal: (column, row, plaintext) => seal(first, { column, row }, plaintext),
    open: (column, row, sealed) => open(keys, { column, row }, sealed),
    sealedPrefix: first.prefix,
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

/** Compares in constant time; false, never an error, when the lengths differ. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

interface MasterKey {
  readonly bytes: Buffer
  /** Version and id of the key. */
  readonly prefix: Buffer
  subkey(use: string, purpose: string): KeyObject
}

function masterKeyOfBytes(bytes: Buffer): MasterKey {
  if (bytes.length !== keyBytes) throw new RangeError('The master key must be 32 bytes long.')
  const derived = (info: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', bytes, 'payment-service', info, length))
  const subkeys = new Map<string, KeyObject>()
  // Purposes are constants of the code, few and known; one that came from outside would grow this map.
  const subkey = (use: string, purpose: string): KeyObject => {
    const info = `${use}/${purpose}`
    const known = subkeys.get(info)
    if (known !== undefined) return known
    if (subkeys.size >= subkeysMax) throw new RangeError('Too many purposes for one keyring.')
    // A key object costs a quarter of what the same bytes do at each use.
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
/** The first byte of a value: bound to its row, with the id of its key; or of before that, by purpose alone. */
const bound = Buffer.from([2])
const unbound = Buffer.from([1])

interface Place {
  readonly column: SealedColumn
  readonly row: string
}

/** Layout: version (1 byte), id of the key (4), nonce (12), tag (16), ciphertext; authenticated with its place. */
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

/** Of before values named their key: the one that opens it is found by trying. */
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

/** Opens nonce, tag and ciphertext. */
function decipher(key: KeyObject, data: Buffer, sealed: Uint8Array): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw new Error('The sealed bytes are cut short.')
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(data)
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}
