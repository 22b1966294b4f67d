import type { TransactionId } from '#domain/ids.ts'
import { networkName } from '#domain/collections/card.ts'
import { groupedMaskedPhone, maskCustomer, maskPhone } from '#domain/transactions/mask.ts'
import { operatorOf } from '#domain/operators/operators.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { Language } from '#domain/text/language.ts'
import { localDay } from '#domain/text/local-day.ts'
import { visibleOrNull } from '#domain/text/visible.ts'
import type { PaymentMethodType } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'

/** The merchant as its receipts show it. */
export interface ReceiptMerchant {
  readonly publicName: string
  readonly serviceName: string
  /** Path of the logo below the service's address; null if the merchant has no logo. */
  readonly logoPath: string | null
  readonly address: string | null
  /** International number, digits only. */
  readonly phone: string | null
  readonly email: string | null
  /** IFU, 13 digits. */
  readonly taxNumber: string | null
  /** RCCM, as the register writes it. */
  readonly tradeRegister: string | null
}

/** The merchant's legal identity: `IFU 3202012345678 · RCCM RB/COT/20 B 26543`; null if neither is known. */
export function legalIdentity({ taxNumber, tradeRegister }: ReceiptMerchant): string | null {
  const parts = [taxNumber && `IFU ${taxNumber}`, tradeRegister && `RCCM ${tradeRegister}`]
  return parts.filter(Boolean).join(' · ') || null
}

/** How a payment came in, as receipts show it (docs/payments.md#receipts). */
export interface ReceiptChannel {
  readonly code: 'payment_link' | 'shop_qr' | 'checkout_qr' | 'shop' | 'pos' | 'widget' | 'api'
  readonly label: string
  readonly display: string
}

/** The payer as this receipt shows them, in full or masked (docs/payments.md#receipts). */
export interface ReceiptCustomer {
  readonly details: 'full' | 'masked'
  readonly phone: string | null
  readonly phoneDisplay: string | null
  readonly phoneMasked: string | null
  readonly name: string | null
  readonly email: string | null
}

/** `20261121-7B3C8E28942A`: the payment's day in the main market and the end of its id, which is unique. */
export function receiptNumber(transaction: Pick<TransactionRecord, 'id' | 'createdAt'>): string {
  const day = localDay(transaction.createdAt).replaceAll('-', '')
  return `${day}-${receiptEnd(transaction.id)}`
}

function receiptEnd(id: TransactionId): string {
  return id.replaceAll('-', '').slice(-12).toUpperCase()
}

/**
 * What staff write as the purpose of a bank transfer: the merchant's reference, else the end of the receipt's number, which
 * people can type and which the search finds.
 */
export function transferPurpose({
  reference,
  id,
}: Pick<TransactionRecord, 'reference' | 'id'>): string {
  return reference === id ? receiptEnd(id) : reference
}

/** What was paid for: the description if it shows anything, else the merchant's reference. */
export function productOf(transaction: TransactionRecord): string {
  return visibleOrNull(transaction.description) ?? transaction.reference
}

/** The merchant's own reference; null if the service generated one, which means nothing to a payer. */
export function ownReference({ reference, id }: TransactionRecord): string | null {
  return reference === id ? null : reference
}

/**
 * What was paid for, as far as people can read it: the same as `productOf`, without a reference that the service made.
 */
export function saidProduct(transaction: TransactionRecord): string | null {
  return visibleOrNull(transaction.description) ?? ownReference(transaction)
}

/** The method in words: `MTN Mobile Money`, `Carte Visa •••• 4242`, in English `Visa card •••• 4242`. */
export function methodLabel(transaction: TransactionRecord, language: Language = 'fr'): string {
  const { type, network, cardLast4 } = transaction.paymentMethod
  if (type === 'card' && network !== null) {
    return `${cardName(networkName(network), language)} •••• ${cardLast4}`
  }
  if (language === 'en' && type !== 'mobile_money') return englishMethodNames[type]
  return operatorOf(transaction.provider)?.name ?? methodNames[type]
}

function cardName(network: string, language: Language): string {
  return language === 'en' ? `${network} card` : `Carte ${network}`
}

/** How the payment came in. */
export function receiptChannel(
  transaction: TransactionRecord,
  language: Language = 'fr',
): ReceiptChannel {
  const { channel, checkoutId, terminal } = transaction
  const own = channel === 'dashboard' ? 'api' : channel
  const code = checkoutId === null ? own : 'checkout_qr'
  const at = terminal === null ? '' : ` · ${terminal.label}`
  const label = (language === 'en' ? englishChannelLabels : channelLabels)[code]
  return { code, label, display: label + at }
}

/** The payer, in full only for those who may see them. */
export function receiptCustomer(
  transaction: TransactionRecord,
  details: ReceiptCustomer['details'],
): ReceiptCustomer {
  const { customer } = transaction
  const phoneMasked = customer.phone === null ? null : maskPhone(customer.phone)
  if (details === 'masked') {
    return {
      details,
      phone: null,
      phoneDisplay: customer.phone === null ? null : groupedMaskedPhone(customer.phone),
      phoneMasked,
      name: maskCustomer(customer).name,
      email: null,
    }
  }
  const phoneDisplay = customer.phone === null ? null : groupedPhone(customer.phone)
  return { details, ...customer, phoneDisplay, phoneMasked }
}

const methodNames: Readonly<Record<PaymentMethodType, string>> = {
  mobile_money: 'Mobile Money',
  card: 'Carte bancaire',
  direct_debit: 'Prélèvement',
  bank_transfer: 'Virement bancaire',
}

const englishMethodNames: typeof methodNames = {
  mobile_money: 'Mobile Money',
  card: 'Bank card',
  direct_debit: 'Direct debit',
  bank_transfer: 'Bank transfer',
}

const channelLabels: Readonly<Record<ReceiptChannel['code'], string>> = {
  payment_link: 'Lien de paiement',
  shop_qr: 'QR code boutique',
  checkout_qr: 'QR code caisse',
  shop: 'Caisse',
  pos: 'Terminal de paiement',
  widget: 'Site ou application',
  api: 'API',
}

const englishChannelLabels: typeof channelLabels = {
  payment_link: 'Payment link',
  shop_qr: 'Shop QR code',
  checkout_qr: 'Cash desk QR code',
  shop: 'Cash desk',
  pos: 'Payment terminal',
  widget: 'Website or app',
  api: 'API',
}
