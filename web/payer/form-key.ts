import type { Payable } from '#domain/payment-links/payable.ts'
import type { Cookie } from '#web/http/cookies.ts'
import type { PageRequest } from '#web/http/route.ts'

const name = 'formulaire'
/** Longer than any request for a payment waits. */
const maxAgeSeconds = 3600
const shape = /^([\w-]{36})~([\w-]{1,128})$/

/**
 * The key of the form that this browser was last given for it, if no answer to it has arrived: whoever lost the answer,
 * opens the page again and pays, sends the same request again.
 */
export function keptKey({ id }: Pick<Payable, 'id'>, request: PageRequest): string | undefined {
  const [, of, key] = shape.exec(request.cookie(name) ?? '') ?? []
  return of === id ? key : undefined
}

/** Keeps the key of a form until its answer arrives. */
export function keepKey({ id }: Pick<Payable, 'id'>, key: string): Cookie {
  return { name, value: `${id}~${key}`, maxAgeSeconds }
}

/** Its answer arrived: the next form is another payment. */
export const forgetKey: Cookie = { name, value: '', maxAgeSeconds: 0 }
