import { Secret, TOTP } from 'otpauth'

/** RFC 6238 as every authenticator has it: SHA-1, six digits, 30 seconds. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 }
const secretBytes = 20
/** Codes before and after the present one, for clocks that differ. */
const window = 1

/** A secret for a device that makes one-time codes, in base32. */
export function newCodeSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** What a device reads from a QR code. */
export function codeUri(
  secret: string,
  { issuer, label }: { readonly issuer: string; readonly label: string },
): string {
  return new TOTP({ ...form, issuer, label, secret: Secret.fromBase32(secret) }).toString()
}

/** The time step whose code this is, counted from 1970; undefined for a code of none that is near. */
export function codeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / form.period) + delta
}
