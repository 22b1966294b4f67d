import { maskEmail, maskName, maskPhone } from '#domain/transactions/mask.ts'

const masks: Readonly<Record<string, (text: string) => string>> = {
  name: maskName,
  email: maskEmail,
  phone: maskPhone,
}
/** The parts of a payload with personal data. */
const persons: ReadonlySet<string> = new Set(['customer', 'beneficiary'])

/**
 * What was sent, for readers who need not know whom it is about (docs/webhooks.md#history): `data` of an event, as
 * JSON text.
 */
export function maskedPayload(data: string): string {
  const payload = JSON.parse(data) as Readonly<Record<string, unknown>>
  const shown = Object.entries(payload).map(([name, value]) => [
    name,
    persons.has(name) && typeof value === 'object' && value !== null ? maskedPerson(value) : value,
  ])
  return JSON.stringify(Object.fromEntries(shown), null, 2)
}

function maskedPerson(person: object): object {
  const parts = Object.entries(person).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? (masks[name]?.(value) ?? value) : value,
  ])
  return Object.fromEntries(parts) as object
}
