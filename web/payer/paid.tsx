import { legalIdentity, methodLabel, receiptNumber, saidProduct } from '#domain/receipts/receipt.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { ButtonLink, PrintButton } from '#web/design/button.tsx'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { PaperChoice } from '#web/design/paper.tsx'
import { Qr } from '#web/design/qr.tsx'
import { useScope } from '#web/design/scope.ts'
import { Share } from '#web/design/share.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import type { ReceiptParts } from '#use-cases/receipts/parts.ts'
import { followPath, type Payment } from './find.ts'
import { Contact } from './closed-page.tsx'
import type { PayerWords } from './french.tsx'
import { BackAsPaid } from './shop-return.tsx'
import { payerWords, usePayerWords } from './words.ts'

/** Paid: the receipt, in full for the browser that paid, and the link back to the merchant. */
export function Paid({
  payment,
  receipt,
  isTicket,
}: {
  readonly payment: Payment
  readonly receipt: ReceiptParts
  /** Prints on the 80 mm of a receipt printer; else on A4. */
  readonly isTicket: boolean
}) {
  const { transaction, merchant } = receipt
  const { successMessage } = payment.payable
  const isTest = transaction.mode === 'sandbox'
  const words = usePayerWords().paid
  return (
    <>
      <div class={isTicket ? 'card slip ticket' : 'card slip'}>
        <Verdict tone="ok" icon="check" title={isTest ? words.testTitle : words.title}>
          <p>
            <Amount of={transaction.display.amountCharged} isHero />
          </p>
          <p class="soft">{words.to(<b>{merchant.publicName}</b>)}</p>
        </Verdict>
        {successMessage && <p class="message">{successMessage}</p>}
        <BackAsPaid payable={payment.payable} />
        <div class="tear" />
        <Receipt receipt={receipt} />
      </div>
      <div class="row actions">
        <PrintButton>{words.print}</PrintButton>
        <PaperChoice path={followPath(payment)} isTicket={isTicket} />
        {receipt.customer.details === 'full' && (
          <ButtonLink href={new URL(receipt.invoiceUrl).pathname} look="quiet" icon="download">
            {words.pdf}
          </ButtonLink>
        )}
        <ButtonLink href={new URL(receipt.verifyUrl).pathname} look="quiet" icon="check">
          {words.verify}
        </ButtonLink>
      </div>
      <Share text={words.shared(merchant.publicName)} url={receipt.verifyUrl} />
      <Contact merchant={merchant} />
    </>
  )
}

function Receipt({ receipt }: { readonly receipt: ReceiptParts }) {
  const { transaction, customer, merchant } = receipt
  const { refunded } = transaction
  const { language } = useScope()
  const words = payerWords[language].paid
  return (
    <div class="stack">
      {refunded.minor > 0n && (
        <Notice tone="wait" title={words.refunded}>
          {words.refundedText(<Amount of={refunded} />)}
        </Notice>
      )}
      <Facts
        facts={[
          { label: words.seller, value: legalIdentity(merchant) },
          { label: words.what, value: saidProduct(transaction) },
          ...amounts(transaction, payerWords[language]),
          { label: words.method, value: methodLabel(transaction, language) },
          {
            label: words.phone,
            value: customer.phoneDisplay && <span class="num">{customer.phoneDisplay}</span>,
          },
          { label: words.name, value: customer.name },
          {
            label: words.date,
            value: transaction.completedAt && <ExactTime at={transaction.completedAt} />,
          },
          { label: words.number, value: receiptNumber(transaction) },
          { label: words.operatorReference, value: transaction.providerReference },
        ]}
      />
      <Qr text={receipt.verifyUrl} label={words.code} />
    </div>
  )
}

function amounts({ display, amountCharged }: TransactionRecord, words: PayerWords): Fact[] {
  const isConverted = amountCharged.currency !== display.currency
  return [
    { label: words.amounts.amount, value: <Amount of={display.amount} /> },
    {
      label: words.amounts.fees,
      value: display.fees.minor > 0n ? <Amount of={display.fees} /> : null,
    },
    { label: words.paid.total, value: <Amount of={display.amountCharged} />, isTotal: true },
    { label: words.paid.debited, value: isConverted ? <Amount of={amountCharged} /> : null },
  ]
}
