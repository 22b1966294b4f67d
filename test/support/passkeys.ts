import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The options that a page passes to a browser. */
interface Asked {
  readonly challenge: string
  readonly rp?: { readonly id: string }
  readonly rpId?: string
  readonly user?: { readonly id: string }
  readonly allowCredentials?: readonly { readonly id: string }[]
}

/** Where a browser is, and how its device behaves; by default correctly. */
export interface Behaviour {
  readonly origin?: string
  /** The site that the device signs for. */
  readonly rpId?: string
  /** Whether it verifies the user. */
  readonly isVerified?: boolean
  /** The signature counter to report, instead of one more. */
  readonly signCount?: number
  readonly challenge?: string
  /** Signs with another key. */
  readonly isForged?: boolean
}

/** A software device with one passkey: real keys, signatures (ES256) and CBOR. */
export interface SoftDevice {
  /** Creates the passkey; returns the answer as the form sends it. */
  make(asked: Asked, how?: Behaviour): string
  /** Signs with it. */
  sign(asked: Asked, how?: Behaviour): string
}

/** A new device, in a browser at this origin. */
export function softDevice(origin: string): SoftDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let signCount = 0
  let handle: string | undefined

  const answer = (type: string, { challenge }: Asked, how: Behaviour) => {
    const said = { type, challenge: how.challenge ?? challenge, origin: how.origin ?? origin }
    return Buffer.from(JSON.stringify({ ...said, crossOrigin: false }))
  }
  const written = (response: Readonly<Record<string, unknown>>) =>
    JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response,
      clientExtensionResults: {},
    })

  return {
    make(asked, how = {}) {
      handle = asked.user?.id
      const clientData = answer('webauthn.create', asked, how)
      const key = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        ...pointOf(publicKey).map((part, at) => [cborInt(-2 - at), cborBytes(part)] as const),
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, key])
      const head = headOf({ rpId: how.rpId ?? asked.rp?.id, how, signCount, isNew: true })
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(Buffer.concat([head, credential]))],
      ])
      return written({
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    sign(asked, how = {}) {
      signCount = how.signCount ?? signCount + 1
      const clientData = answer('webauthn.get', asked, how)
      const head = headOf({ rpId: how.rpId ?? asked.rpId, how, signCount, isNew: false })
      const signed = Buffer.concat([head, sha256(clientData)])
      const key = how.isForged
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : privateKey
      return written({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: head.toString('base64url'),
        signature: sign('sha256', signed, key).toString('base64url'),
        userHandle: handle,
      })
    },
  }
}

/** The options that the page's button passes to the browser. */
export function askIn(text: string): Asked {
  const [, asked = ''] = /data-ask="([^"]+)"/.exec(text) ?? []
  return JSON.parse(asked.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as Asked
}

interface Head {
  readonly rpId: string | undefined
  readonly how: Behaviour
  readonly signCount: number
  readonly isNew: boolean
}

/** Authenticator data up to the credential: hash of the site, flags, counter. */
function headOf({ rpId = '', how: { isVerified = true }, signCount, isNew }: Head): Buffer {
  const flags = 0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0)
  const rest = Buffer.alloc(5)
  rest.writeUInt8(flags)
  rest.writeUInt32BE(signCount, 1)
  return Buffer.concat([sha256(Buffer.from(rpId)), rest])
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

/** The two coordinates of a public key. */
function pointOf(key: KeyObject): readonly [Buffer, Buffer] {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
}

/** CBOR (RFC 8949): the head of an item, from its major type and number. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes])
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()])
}
