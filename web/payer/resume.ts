import type { OperatorCode } from '#domain/operators/operators.ts'
import { toDecimalText } from '#domain/money/money.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type Payment, payPath } from './find.ts'
import { cardWay, countryCode, fields, type Typed, untouched, type Way, wayOf } from './typed.ts'

interface Change {
  /** True if the same number pays; if false, it must be typed. */
  readonly phone: boolean
  readonly provider?: OperatorCode
  readonly way?: Way
}

/** The address for trying a failed payment again; its form has what the payer typed before. */
export function resumePath(
  { payable, code }: Pick<Payment, 'payable' | 'code'>,
  { phone, provider, way }: Change,
): string {
  const query = new URLSearchParams({
    [fields.resumed]: code,
    ...(!phone && { [fields.other]: 'numero' }),
    ...(provider !== undefined && { [fields.provider]: provider }),
    ...(way === 'card' && { [fields.way]: cardWay }),
  })
  return `${payPath(payable)}?${query.toString()}`
}

/** The form for this address: with what was typed before, if this browser made that payment. */
export function resumed(query: URLSearchParams, own: Payment | undefined): Typed {
  const blank = untouched(wayOf(query.get(fields.way)))
  if (own?.token === undefined || query.get(fields.resumed) !== own.code) return blank
  const { transaction, payable } = own
  return {
    ...blank,
    ...(payable.price === null && { amount: toDecimalText(transaction.price) }),
    ...(!query.has(fields.other) && numberOf(own)),
    ...(query.has(fields.provider) && { provider: query.get(fields.provider) ?? '' }),
    ...nameOf(transaction),
  }
}

function numberOf({ transaction }: Payment): Pick<Typed, 'phone' | 'provider'> {
  const { customer, provider } = transaction
  return { phone: (customer.phone ?? '').replace(RegExp(`^${countryCode}`), ''), provider }
}

function nameOf({ customer }: TransactionRecord): Pick<Typed, 'name' | 'email'> {
  return { name: customer.name ?? '', email: customer.email ?? '' }
}
