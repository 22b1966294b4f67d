import { readFileSync } from 'node:fs'
import type { LinkDisplay } from '#domain/pricing/display.ts'
import type { Money } from '#domain/money/money.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { priceOf } from '#use-cases/payment-links/link.ts'
import { methodsOf, type PricedMethod, pricedMethodsOf } from '#use-cases/payment-links/methods.ts'
import { previewOf } from '#use-cases/payment-links/preview.ts'
import type { WebContext } from '#web/context.ts'
import type { OpenMethod } from '#use-cases/pricing/open-methods.ts'
import { operators } from '#domain/operators/operators.ts'
import { type ChoiceLimits, isBeyond, limitsAmong } from './limits.ts'
import { amountTextOf, type Typed, type Way } from './typed.ts'

/** Everything that the page of a payable shows. */
export interface Sale {
  readonly payable: Payable
  readonly merchant: ReceiptMerchant
  readonly display: LinkDisplay
  /** The methods of the chosen way to pay. */
  readonly methods: readonly OpenMethod[]
  /** The other way to pay, if one is open. */
  readonly otherWay: Way | null
  readonly bill: Bill
  /** Complete addresses of the page and of the merchant's logo, for sharing the page. */
  readonly address: { readonly page: string; readonly logo: string | null }
}

/** What paying costs with each method that accepts the price; `price` is null if none was given, or an invalid one. */
export interface Bill {
  readonly price: Money | null
  readonly methods: readonly PricedMethod[]
  /** True if the typed amount is not accepted. */
  readonly isAmountRefused: boolean
  /** For a price of the payer’s choice. */
  readonly limits: ChoiceLimits
}

/** The payer's choices that determine the price; `amount` is as they typed it, if they choose it. */
type Wanted = Pick<Typed, 'amount' | 'way'>

/** Reads it again, with the current rates and terms. */
export async function readSale(
  context: WebContext,
  payable: Payable,
  typed: Wanted,
): Promise<Sale> {
  const filter = payable.price === null ? {} : { price: payable.price }
  const [preview, bill, all] = await Promise.all([
    previewOf(context, payable),
    readBill(context, payable, typed),
    methodsOf(context, payable, filter),
  ])
  const other = typed.way === 'card' ? 'mobile_money' : 'card'
  return {
    payable,
    ...preview,
    bill,
    address: { page: context.payUrl(payable), logo: context.logoUrl(preview.merchant) },
    methods: all.filter(isOf(typed.way)),
    otherWay: all.some(isOf(other)) ? other : null,
  }
}

/** The bill for what was typed, or for the fixed price. */
export async function readBill(
  context: WebContext,
  payable: Payable,
  { amount, way }: Wanted,
): Promise<Bill> {
  const { price: fixed, currency } = payable
  const amountText = fixed === null ? amountTextOf(amount, currency) : undefined
  const price = priceOf(payable, { amountText })
  const limits = fixed === null ? await readLimits(context, payable, way) : noLimits
  const none = { price: null, methods: [], limits }
  if (price === undefined) return { ...none, isAmountRefused: false }
  if ('code' in price || isBeyond(limits, price)) return { ...none, isAmountRefused: true }
  const methods = (await pricedMethodsOf(context, payable, price)).filter(isOf(way))
  return { price, methods, limits, isAmountRefused: methods.length === 0 && fixed === null }
}

const noLimits: ChoiceLimits = { minAmount: null, maxAmount: null }

async function readLimits(context: WebContext, payable: Payable, way: Way): Promise<ChoiceLimits> {
  const methods = await methodsOf(context, payable, {})
  return limitsAmong(payable, methods.filter(isOf(way)))
}

function isOf(way: Way): (method: OpenMethod) => boolean {
  return ({ operator }) => operator.type === way
}

/** The logo of an operator, inlined into the page: on a slow connection each file takes extra time. */
export function logoOf(code: string): string {
  return logos.get(code) ?? ''
}

const logos = new Map<string, string>(
  operators.map(({ code }) => {
    const address = new URL(import.meta.resolve(`#http/assets/${code}.svg`))
    return [code, readFileSync(address, 'utf8')]
  }),
)
