import type { ComponentChildren } from 'preact'
import {
  methodLabel,
  ownReference,
  receiptChannel,
  receiptCustomer,
  type ReceiptCustomer,
  type ReceiptMerchant,
  receiptNumber,
  saidProduct,
} from '#domain/receipts/receipt.ts'
import { findReceiptTransaction, readReceiptMerchant } from '#use-cases/receipts/read.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { param, payersPage } from '#web/http/route.ts'
import { Frame } from '#web/design/frame.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { MerchantHead } from '#web/design/merchant.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { ExactTime } from '#web/design/time.tsx'
import type { Language } from '#domain/text/language.ts'

/** The public verification page of a receipt (docs/payments.md#verification). */
export function verificationPage(context: WebContext) {
  return payersPage({
    method: 'GET',
    path: '/verification/:code',
    async handler(input) {
      const code = param(input, 'code')
      const id = context.receiptCodes.decode('verify', code)
      const transaction = id && (await findReceiptTransaction(context.database, id))
      if (transaction === undefined) return html(<ReceiptNotFound />, { status: 404 })
      const merchant = await readReceiptMerchant(context.database, transaction.serviceEnvId)
      const customer = receiptCustomer(transaction, 'masked')
      return html(
        <ReceiptFound
          {...{ transaction, merchant, customer }}
          url={`${context.verifyUrlBase}/${code}`}
          logoUrl={context.logoUrl(merchant)}
        />,
      )
    },
  })
}

/** The code was forged or changed. */
function ReceiptNotFound() {
  const words = useVerificationWords()
  return (
    <Frame title={words.notFound}>
      <div class="card stack">
        <Verdict tone="bad" icon="cross" title={words.notFound}>
          <p class="soft">{words.notFoundText}</p>
        </Verdict>
        <Notice tone="wait" icon="alert" title={words.beware}>
          {words.bewareText}
        </Notice>
      </div>
    </Frame>
  )
}

interface FoundProps {
  readonly transaction: TransactionRecord
  readonly merchant: ReceiptMerchant
  /** Masked, because anybody may open this page. */
  readonly customer: ReceiptCustomer
  /** Complete, as printed on the receipt. */
  readonly url: string
  readonly logoUrl: string | null
}

/** An authentic payment, or a test payment marked as such. */
function ReceiptFound({ transaction, merchant, customer, url, logoUrl }: FoundProps) {
  const isTest = transaction.mode === 'sandbox'
  const { language } = useScope()
  const { amountCharged } = transaction.display
  const words = useVerificationWords()
  const title = isTest ? words.test : words.real
  const name = <b>{merchant.publicName}</b>
  const head = <MerchantHead merchant={merchant} note={merchant.address} />
  const toldOf = isTest ? words.testPreview : words.preview
  const preview = {
    title,
    text: toldOf(moneyText(amountCharged, language), merchant.publicName),
    siteName: merchant.publicName,
    url,
    pictureUrl: logoUrl,
  }
  return (
    <Frame title={title} head={head} isTest={isTest} preview={preview}>
      <div class="card slip">
        <Verdict tone={isTest ? 'wait' : 'ok'} icon={isTest ? 'flask' : 'check'} title={title}>
          <p>
            <Amount of={amountCharged} isHero />
          </p>
          <p class="soft">
            {isTest ? words.testFor(name) : words.realFor(name)}
            {transaction.completedAt && (
              <>
                <br />
                <ExactTime at={transaction.completedAt} />
              </>
            )}
          </p>
        </Verdict>
        <div class="tear" />
        <div class="stack">
          <RefundNotice {...transaction} />
          <Facts
            facts={[
              ...amountFacts(transaction, words),
              ...payerFacts(transaction, customer, language),
            ]}
          />
        </div>
        <div class="tear" />
        <Facts facts={originFacts(transaction, merchant, language)} />
      </div>
      <p class="soft small center">{words.compare}</p>
    </Frame>
  )
}

function RefundNotice({ refunded }: Pick<TransactionRecord, 'refunded'>) {
  const words = useVerificationWords()
  if (refunded.minor === 0n) return null
  return (
    <Notice tone="wait" title={words.refunded}>
      {words.refundedText(<Amount of={refunded} />)}
    </Notice>
  )
}

function amountFacts({ display }: TransactionRecord, words: VerificationWords): Fact[] {
  return [
    { label: words.amount, value: <Amount of={display.amount} /> },
    { label: words.fees, value: <Amount of={display.fees} /> },
    { label: words.total, value: <Amount of={display.amountCharged} />, isTotal: true },
  ]
}

function payerFacts(
  transaction: TransactionRecord,
  customer: ReceiptCustomer,
  language: Language,
): Fact[] {
  const words = verificationWords[language]
  return [
    { label: words.what, value: saidProduct(transaction) },
    { label: words.method, value: methodLabel(transaction, language) },
    { label: words.payer, value: customer.name },
    {
      label: words.phone,
      value: customer.phoneDisplay && <span class="num">{customer.phoneDisplay}</span>,
    },
  ]
}

function originFacts(
  transaction: TransactionRecord,
  merchant: ReceiptMerchant,
  language: Language,
): Fact[] {
  const words = verificationWords[language]
  return [
    { label: words.number, value: receiptNumber(transaction) },
    { label: words.reference, value: ownReference(transaction) },
    { label: words.operatorReference, value: transaction.providerReference },
    { label: words.origin, value: receiptChannel(transaction, language).display },
    { label: words.contact, value: merchant.phone && groupedPhone(merchant.phone) },
  ]
}

/** What the page says, in French. */
const french = {
  notFound: 'Reçu introuvable',
  notFoundText: 'Aucun paiement ne correspond à cette adresse.',
  beware: 'Ne remettez rien sur la foi de ce reçu',
  bewareText:
    'Un reçu authentique ouvre toujours cette page avec le détail du paiement. Scannez de nouveau le code QR, ou recopiez l’adresse sans en changer une lettre.',
  real: 'Paiement authentique',
  test: 'Paiement de test',
  realFor: (merchant: ComponentChildren) => <>payés à {merchant}</>,
  testFor: (merchant: ComponentChildren) => <>simulé pour {merchant}</>,
  /** What a messaging app shows with the address: nothing about the payer, nor what was bought. */
  preview: (amount: string, merchant: string) => `Reçu\u00A0: ${amount} payés à ${merchant}.`,
  testPreview: (amount: string, merchant: string) =>
    `Reçu de test\u00A0: ${amount} simulés pour ${merchant}.`,
  compare: 'Comparez le montant, la date et le numéro de reçu avec ceux qui vous sont présentés.',
  refunded: 'Paiement remboursé depuis',
  refundedText: (amount: ComponentChildren) => <>{amount} ont été rendus au payeur.</>,
  amount: 'Montant',
  fees: 'Frais',
  total: 'Total payé',
  what: 'Objet',
  method: 'Moyen de paiement',
  payer: 'Payeur',
  phone: 'Numéro',
  number: 'Reçu n°',
  reference: 'Référence',
  operatorReference: 'Réf. opérateur',
  origin: 'Origine',
  contact: 'Contact',
}

const english: typeof french = {
  notFound: 'Receipt not found',
  notFoundText: 'No payment belongs to this address.',
  beware: 'Hand over nothing on the strength of this receipt',
  bewareText:
    'A genuine receipt always opens this page with the details of the payment. Scan the QR code again, or copy the address without changing a letter.',
  real: 'Genuine payment',
  test: 'Test payment',
  realFor: (merchant: ComponentChildren) => <>paid to {merchant}</>,
  testFor: (merchant: ComponentChildren) => <>simulated for {merchant}</>,
  preview: (amount: string, merchant: string) => `Receipt: ${amount} paid to ${merchant}.`,
  testPreview: (amount: string, merchant: string) =>
    `Test receipt: ${amount} simulated for ${merchant}.`,
  compare: 'Compare the amount, the date and the receipt number with those you are shown.',
  refunded: 'Payment refunded since',
  refundedText: (amount: ComponentChildren) => <>{amount} were given back to the payer.</>,
  amount: 'Amount',
  fees: 'Fees',
  total: 'Total paid',
  what: 'For',
  method: 'Payment method',
  payer: 'Payer',
  phone: 'Number',
  number: 'Receipt no.',
  reference: 'Reference',
  operatorReference: 'Operator ref.',
  origin: 'Origin',
  contact: 'Contact',
}

type VerificationWords = typeof french

export const verificationWords: Readonly<Record<Language, VerificationWords>> = {
  fr: french,
  en: english,
}

/** In the language of the page. */
function useVerificationWords(): VerificationWords {
  return verificationWords[useScope().language]
}
