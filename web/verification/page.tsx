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
import type { ReceiptTextParts } from '#domain/receipts/receipt-text.ts'
import { isDenied } from '#use-cases/receipts/denied.ts'
import { findReceiptTransaction, readReceiptMerchant } from '#use-cases/receipts/read.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { param, payersPage } from '#web/http/route.ts'
import { Contact } from '#web/payer/closed-page.tsx'
import { Frame } from '#web/design/frame.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import type { Money } from '#domain/money/money.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { MerchantHead } from '#web/design/merchant.tsx'
import { Amount, moneyText } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { ExactTime } from '#web/design/time.tsx'
import type { Language } from '#domain/text/language.ts'
import { useVerificationWords, type VerificationWords, wordsOf } from './words.tsx'

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
          isDenied={await isDenied(context.database, transaction.id)}
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

/** The customer is masked, because anybody may open this page. */
interface FoundProps extends Omit<ReceiptTextParts, 'verifyUrl'> {
  /** Complete, as printed on the receipt. */
  readonly url: string
  readonly logoUrl: string | null
}

/** An authentic payment, a test payment marked as such, or one that its operator has denied since. */
function ReceiptFound({ transaction, merchant, customer, isDenied: denied, ...at }: FoundProps) {
  const isTest = transaction.mode === 'sandbox'
  const { language } = useScope()
  const amount = movedAmount(transaction)
  const words = wordsOf(transaction, language)
  const told = toldOf({ isTest, isDenied: denied }, words)
  const { title } = told
  const name = <b>{merchant.publicName}</b>
  const head = <MerchantHead merchant={merchant} note={merchant.address} />
  const preview = {
    title,
    text: told.preview(moneyText(amount, language), merchant.publicName),
    siteName: merchant.publicName,
    url: at.url,
    pictureUrl: at.logoUrl,
  }
  return (
    <Frame title={title} head={head} isTest={isTest} preview={preview}>
      <div class="card slip">
        <Verdict tone={told.tone} icon={told.icon} title={title}>
          <p>
            <Amount of={amount} isHero />
          </p>
          <p class="soft">
            {told.for(name)}
            <PaidAt {...transaction} />
          </p>
        </Verdict>
        <div class="tear" />
        <div class="stack">
          {denied && <DeniedNotice transaction={transaction} name={name} />}
          <RefundNotice {...transaction} />
          <Facts
            facts={[
              ...amountFacts(transaction, {
                ...words,
                ...(denied && { total: words.deniedTotal }),
              }),
              ...payerFacts(transaction, customer, language),
            ]}
          />
        </div>
        <div class="tear" />
        <Facts facts={originFacts(transaction, merchant, language)} />
      </div>
      {denied ? <Contact merchant={merchant} /> : <p class="soft small center">{words.compare}</p>}
    </Frame>
  )
}

/** What the payer gave, or the recipient of a payout got. */
function movedAmount({ type, display }: TransactionRecord): Money {
  return type === 'payout' ? display.amount : display.amountCharged
}

function PaidAt({ completedAt }: Pick<TransactionRecord, 'completedAt'>) {
  if (completedAt === null) return null
  return (
    <>
      <br />
      <ExactTime at={completedAt} />
    </>
  )
}

function toldOf(
  { isTest, isDenied: denied }: { readonly isTest: boolean; readonly isDenied: boolean },
  words: VerificationWords,
) {
  if (denied) {
    return {
      tone: 'bad',
      icon: 'cross',
      title: words.denied,
      for: words.deniedFor,
      preview: words.deniedPreview,
    } as const
  }
  return isTest
    ? ({
        tone: 'wait',
        icon: 'flask',
        title: words.test,
        for: words.testFor,
        preview: words.testPreview,
      } as const)
    : ({
        tone: 'ok',
        icon: 'check',
        title: words.real,
        for: words.realFor,
        preview: words.preview,
      } as const)
}

/** What its operator says now, and who decides. */
function DeniedNotice({
  transaction,
  name,
}: {
  readonly transaction: TransactionRecord
  readonly name: ComponentChildren
}) {
  const { language } = useScope()
  const words = wordsOf(transaction, language)
  const isByBank = transaction.paymentMethod.type === 'bank_transfer'
  const answering = isByBank ? words.bank : methodLabel(transaction, language)
  return (
    <Notice tone="wait" icon="alert" title={words.beware}>
      {words.deniedText(answering, name)}
    </Notice>
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
  const words = wordsOf(transaction, language)
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
  const words = wordsOf(transaction, language)
  return [
    { label: words.number, value: receiptNumber(transaction) },
    { label: words.reference, value: ownReference(transaction) },
    { label: words.operatorReference, value: transaction.providerReference },
    { label: words.origin, value: receiptChannel(transaction, language).display },
    { label: words.contact, value: merchant.phone && groupedPhone(merchant.phone) },
  ]
}
