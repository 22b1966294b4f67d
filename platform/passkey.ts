import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'

/** The site that passkeys are for, from the public address: no other may ask for them. */
export interface PasskeySite {
  /** The host name, which passkeys are bound to for ever. */
  readonly id: string
  readonly origin: string
}

/** What a browser is asked, as JSON. */
export type PasskeyAsk =
  | PublicKeyCredentialCreationOptionsJSON
  | PublicKeyCredentialRequestOptionsJSON

/** What a browser answered, as JSON; nothing of it is checked yet. */
export interface PasskeyAnswer {
  readonly credentialId: Buffer
  /** Bytes that we gave it. */
  readonly challenge: Buffer
  readonly origin: string
  /** Whose passkey it is, as its device says; null where it does not. */
  readonly userHandle: Buffer | null
  readonly response: unknown
}

/** What a device made. */
export interface NewPasskey {
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
}

/** Why an answer is refused. */
export type PasskeyFault = 'malformed' | 'other_site' | 'unverified' | 'not_signed'

/** The site of a public address; null for one without a name (an IP address), or without TLS away from this machine. */
export function passkeySiteOf(publicUrl: string): PasskeySite | null {
  const { hostname: id, origin, protocol } = new URL(publicUrl)
  const isName = !/^[\d.]+$|^\[/.test(id)
  return isName && (protocol === 'https:' || id === 'localhost') ? { id, origin } : null
}

const timeoutMs = 240_000

/** Asks a device for a new passkey, none of these again. */
export function askForNew(
  site: PasskeySite,
  asked: {
    readonly challenge: Buffer
    readonly owner: { readonly handle: Buffer; readonly account: string; readonly name: string }
    readonly known: readonly Buffer[]
    readonly siteName: string
  },
): Promise<PasskeyAsk> {
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

/** Asks a device for a signature with one of these, or with any that it has for the site where there are none. */
export function askForSignature(
  site: PasskeySite,
  challenge: Buffer,
  known: readonly { readonly credentialId: Buffer; readonly transports: readonly string[] }[],
): Promise<PasskeyAsk> {
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

/** Reads what a browser sent, of which nothing is believed yet; null for what is no answer. */
export function readPasskeyAnswer(text: string): PasskeyAnswer | null {
  try {
    const response = JSON.parse(text) as RegistrationResponseJSON & AuthenticationResponseJSON
    const { userHandle } = response.response
    const said = Buffer.from(response.response.clientDataJSON, 'base64url').toString('utf8')
    const { challenge, origin } = JSON.parse(said) as Record<string, unknown>
    if (typeof challenge !== 'string' || typeof origin !== 'string') return null
    return {
      credentialId: Buffer.from(response.id, 'base64url'),
      challenge: Buffer.from(challenge, 'base64url'),
      origin,
      userHandle: userHandle ? Buffer.from(userHandle, 'base64url') : null,
      response,
    }
  } catch {
    return null
  }
}

/** The passkey that an answer brings, or why it brings none. */
export async function verifyNew(
  site: PasskeySite,
  { challenge, origin, response }: PasskeyAnswer,
): Promise<NewPasskey | PasskeyFault> {
  if (origin !== site.origin) return 'other_site'
  const given = response as RegistrationResponseJSON
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
    transports: knownTransports(credential.transports ?? []),
  }
}

/** How often the device says that it has signed, this time included; or why the answer is refused. */
export async function verifySignature(
  site: PasskeySite,
  { challenge, origin, response, credentialId }: PasskeyAnswer,
  publicKey: Uint8Array,
): Promise<{ readonly signCount: number } | PasskeyFault> {
  if (origin !== site.origin) return 'other_site'
  // The counter is judged where it is kept, by one statement: of two answers at once one is the later.
  const credential = {
    id: credentialId.toString('base64url'),
    publicKey: bytesOf(publicKey),
    counter: 0,
  }
  const verified = await verifyAuthenticationResponse({
    ...expectedOf(site, challenge),
    response: response as AuthenticationResponseJSON,
    credential,
  }).catch(() => null)
  if (!verified?.verified) return 'not_signed'
  const { newCounter: signCount, userVerified } = verified.authenticationInfo
  return userVerified ? { signCount } : 'unverified'
}

/** Whether the device verified who answers is judged of the result, to be told apart. */
function expectedOf(site: PasskeySite, challenge: Buffer) {
  return {
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  }
}

const transportNames = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

function knownTransports(given: readonly string[]): string[] {
  return transportNames.filter((name) => given.includes(name))
}

/** As the library wants them. */
function bytesOf(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer)
}
