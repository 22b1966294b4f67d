import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** The site that passkeys belong to, derived from the public URL: no other site may ask for them. */
export interface PasskeySite {
  /** The host name, to which passkeys are bound for good. */
  readonly id: string
  readonly origin: string
}

/** The options that a browser gets, as JSON. */
export type PasskeyAsk =
  | PublicKeyCredentialCreationOptionsJSON
  | PublicKeyCredentialRequestOptionsJSON

/** A browser's answer, as JSON; not yet verified. */
export interface PasskeyAnswer {
  readonly credentialId: Buffer
  /** The challenge bytes that we sent. */
  readonly challenge: Buffer
  readonly origin: string
  /** The passkey's owner according to the device; null if it does not say. */
  readonly userHandle: Buffer | null
  readonly response: unknown
}

/** A passkey that a device created. */
export interface NewPasskey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
}

/** Why an answer is refused. */
export type PasskeyFault = 'malformed' | 'other_site' | 'unverified' | 'not_signed'

/** The site of a public URL; null without a name (an IP address), or without TLS except on this machine. */
export function passkeySiteOf(publicUrl: string): PasskeySite | null {
  const { hostname: id, origin, protocol } = new URL(publicUrl)
  const isName = !/^[\d.]+$|^\[/.test(id)
  return isName && (protocol === 'https:' || id === 'localhost') ? { id, origin } : null
}

/**
 * The library, loaded when the first passkey is asked for: it is a tenth of the start of an API. Who made a device is
 * not asked. With roots to lead to, the library would follow the certificates of an answer, and fetch the lists of
 * revoked ones from wherever they say.
 */
async function library() {
  const loaded = await import('@simplewebauthn/server')
  for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const) {
    loaded.SettingsService.setRootCertificates({ identifier, certificates: [] })
  }
  return loaded
}

const timeoutMs = 240_000

/** Asks a device for a new passkey, excluding these. */
export async function askForNew(
  site: PasskeySite,
  asked: {
    readonly challenge: Buffer
    readonly owner: { readonly handle: Buffer; readonly account: string; readonly name: string }
    readonly known: readonly Buffer[]
    readonly siteName: string
  },
): Promise<PasskeyAsk> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpID: site.id,
    rpName: asked.siteName,
    challenge: bytesOf(asked.challenge),
    userID: bytesOf(asked.owner.handle),
    userName: asked.owner.account,
    userDisplayName: asked.owner.name,
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: asked.known.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** Asks a device for a signature with one of these passkeys; if there are none, with any passkey for the site. */
export async function askForSignature(
  site: PasskeySite,
  challenge: Buffer,
  known: readonly { readonly credentialId: Buffer; readonly transports: readonly string[] }[],
): Promise<PasskeyAsk> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: site.id,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: [...transports],
    })),
  })
}

/**
 * Parses a browser's answer without verifying it; null if it is malformed. Only text is decoded: `Buffer.from` of an
 * object allocates whatever length the object claims.
 */
export function readPasskeyAnswer(text: string): PasskeyAnswer | null {
  try {
    const response = JSON.parse(text) as RegistrationResponseJSON & AuthenticationResponseJSON
    const { userHandle } = response.response
    const { challenge, origin } = JSON.parse(
      decoded(response.response.clientDataJSON).toString('utf8'),
    ) as Record<string, unknown>
    if (typeof origin !== 'string') return null
    return {
      credentialId: decoded(response.id),
      challenge: decoded(challenge),
      origin,
      userHandle: userHandle ? decoded(userHandle) : null,
      response,
    }
  } catch {
    return null
  }
}

function decoded(given: unknown): Buffer {
  if (typeof given !== 'string') throw new TypeError('not a text')
  return Buffer.from(given, 'base64url')
}

/** The new passkey in an answer, or why it is refused. */
export async function verifyNew(
  site: PasskeySite,
  { challenge, origin, response }: PasskeyAnswer,
): Promise<NewPasskey | PasskeyFault> {
  if (origin !== site.origin) return 'other_site'
  const given = response as RegistrationResponseJSON
  const { verifyRegistrationResponse } = await library()
  const verified = await verifyRegistrationResponse({
    ...expectedOf(site, challenge),
    response: given,
  }).catch(() => null)
  if (!verified?.verified) return 'not_signed'
  const { credential, userVerified } = verified.registrationInfo
  if (!userVerified) return 'unverified'
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: knownTransports(credential.transports),
  }
}

/** The device's signature counter, including this signature; or why the answer is refused. */
export async function verifySignature(
  site: PasskeySite,
  { challenge, origin, response, credentialId }: PasskeyAnswer,
  publicKey: Uint8Array,
): Promise<{ readonly signCount: number } | PasskeyFault> {
  if (origin !== site.origin) return 'other_site'
  // The counter is checked where it is stored, by one statement, so that of two simultaneous answers one counts as
  // the later.
  const credential = {
    id: credentialId.toString('base64url'),
    publicKey: bytesOf(publicKey),
    counter: 0,
  }
  const { verifyAuthenticationResponse } = await library()
  const verified = await verifyAuthenticationResponse({
    ...expectedOf(site, challenge),
    response: response as AuthenticationResponseJSON,
    credential,
  }).catch(() => null)
  if (!verified?.verified) return 'not_signed'
  const { newCounter: signCount, userVerified } = verified.authenticationInfo
  return userVerified ? { signCount } : 'unverified'
}

/** User verification is checked on the result, to report it separately. */
function expectedOf(site: PasskeySite, challenge: Buffer) {
  return {
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  }
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

/** The library does not check their type. */
function knownTransports(given: unknown): string[] {
  return Array.isArray(given) ? transportNames.filter((name) => given.includes(name)) : []
}

/** In the type that the library expects. */
function bytesOf(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
