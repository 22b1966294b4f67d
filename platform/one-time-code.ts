import { Secret, TOTP } from 'otpauth'

/** RFC 6238 with the parameters that every authenticator supports: SHA-1, six digits, 30 seconds. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 }
const secretBytes = 20
/** Codes accepted before and after the current one, for clocks that differ. */
const window = 1

/** A secret for an authenticator, in base32. */
export function newCodeSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The URI in an authenticator's QR code. */
export function codeUri(
  secret: string,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): string {
  return new TOTP({ ...form, issuer, label, secret: Secret.fromBase32(secret) }).toString()
}

/** The time step of this code, counted from 1970; undefined if the code belongs to no step nearby. */
export function codeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / form.period) + delta
}
