/** A webhook's secret in the form of Standard Webhooks: its text, in base64 (docs/webhooks.md#signatures). */
export function standardSecret(secret: string): string {
  return `whsec_${btoa(secret)}`
}
