import { readFileSync } from 'node:fs'
import type { LinkDisplay } from '#domain/pricing/display.ts'
import { compare, type Money } from '#domain/money/money.ts'
import type { Payable } from '#domain/payment-links/payable.ts'
import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { priceOf } from '#use-cases/payment-links/link.ts'
import { methodsOf, type PricedMethod, pricedMethodsOf } from '#use-cases/payment-links/methods.ts'
import { previewOf } from '#use-cases/payment-links/preview.ts'
import type { WebContext } from '#web/context.ts'
import { moneyText } from '#web/design/money.tsx'
import type { OpenMethod } from '#use-cases/pricing/open-methods.ts'
import { operators } from '#domain/operators/operators.ts'
import type { Language } from '#domain/text/language.ts'
import { amountTextOf, type Typed, type Way } from './typed.ts'
import { payerWords } from './words.ts'

/** All that the page of a payable shows of it. */
export interface Sale {
  readonly payable: Payable
  readonly merchant: ReceiptMerchant
  readonly display: LinkDisplay
  /** Of the way that the payer is on. */
  readonly methods: readonly OpenMethod[]
  /** The way besides that, where one is open. */
  readonly otherWay: Way | null
  readonly bill: Bill
  /** Whole addresses of the page and of the merchant's logo, for those who send the page on. */
  readonly address: { readonly page: string; readonly logo: string | null }
}

/** What paying costs, by each method that takes the price; `price` is null where none was said, or not well. */
export interface Bill {
  readonly price: Money | null
  readonly methods: readonly PricedMethod[]
  /** The amount that was typed is none that is taken. */
  readonly isAmountRefused: boolean
}

/** What the payer wants, as far as it has a price; `amount` is as they typed it, where they choose. */
type Wanted = Pick<Typed, 'amount' | 'way'>

/** Reads it anew: rates and terms of the moment. */
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
  if (price === undefined) return { price: null, methods: [], isAmountRefused: false }
  if ('code' in price) return { price: null, methods: [], isAmountRefused: true }
  if (isBeyond(payable, price)) return { price: null, methods: [], isAmountRefused: true }
  const methods = (await pricedMethodsOf(context, payable, price)).filter(isOf(way))
  return { price, methods, isAmountRefused: methods.length === 0 && fixed === null }
}

function isOf(way: Way): (method: OpenMethod) => boolean {
  return ({ operator }) => operator.type === way
}

/** The limits that the merchant set for a price of the payer's choice: `De 500 F CFA à 10 000 F CFA`. */
export function limitsText(
  { minAmount, maxAmount }: Payable,
  language: Language,
): string | undefined {
  const words = payerWords[language].amounts
  const least = minAmount && moneyText(minAmount, language)
  const most = maxAmount && moneyText(maxAmount, language)
  if (least && most) return words.between(least, most)
  if (least) return words.atLeast(least)
  return most ? words.atMost(most) : undefined
}

/** What to tell of an amount that is refused. */
export function amountFault(payable: Payable, language: Language): string {
  const words = payerWords[language].amounts
  const limits = limitsText(payable, language)
  return limits ? words.refusedFor(limits) : words.refused
}

function isBeyond({ minAmount, maxAmount }: Payable, price: Money): boolean {
  const isBelow = minAmount !== null && compare(price, minAmount) < 0
  return isBelow || (maxAmount !== null && compare(price, maxAmount) > 0)
}

/** The logo of an operator, drawn into the page: on a slow line each file is a wait of its own. */
export function logoOf(code: string): string {
  return logos.get(code) ?? ''
}

const logos = new Map<string, string>(
  operators.map(({ code }) => {
    const address = new URL(import.meta.resolve(`#http/assets/${code}.svg`))
    return [code, readFileSync(address, 'utf8')]
  }),
)
