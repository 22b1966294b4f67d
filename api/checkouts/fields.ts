import Type from 'typebox'
import type { CheckoutRecord } from '#domain/checkouts/checkout.ts'
import { fail } from '#domain/errors/errors.ts'
import { asId, type CheckoutId } from '#domain/ids.ts'
import { findCheckout } from '#use-cases/checkouts/find.ts'
import type { ApiContext } from '#http/context.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import { idParameter } from '#http/fields.ts'
import { scopeOf } from '#api/transactions/read.ts'

/** Codes are made and watched by the desk and the merchant's server; a page that anybody can read has no part in it. */
export const checkoutKeys = ['secret', 'terminal', 'session'] as const
export const checkoutParams = Type.Object({ id: idParameter('checkout_not_found') })

/** The checkout, where this key may see it. Refusal: checkout_not_found. */
export async function visibleCheckout(
  { database }: ApiContext,
  caller: Caller,
  id: string,
): Promise<CheckoutRecord> {
  const found = await findCheckout(database, scopeOf(caller), asId<CheckoutId>(id))
  if (found === undefined) throw fail('checkout_not_found')
  return found
}
