import { legalIdentity, methodLabel, productOf, receiptNumber } from '#domain/receipts/receipt.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { ButtonLink, PrintButton } from '#web/design/button.tsx'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Qr } from '#web/design/qr.tsx'
import { Share } from '#web/design/share.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import type { ReceiptParts } from '#use-cases/receipts/parts.ts'
import type { Payment } from './find.ts'
import { Contact } from './closed-page.tsx'
import { BackAsPaid } from './shop-return.tsx'

/** Paid: the receipt, in full for the browser that paid, and the way back to the merchant. */
export function Paid({
  payment,
  receipt,
}: {
  readonly payment: Payment
  readonly receipt: ReceiptParts
}) {
  const { transaction, merchant } = receipt
  const { successMessage } = payment.payable
  const isTest = transaction.mode === 'sandbox'
  return (
    <>
      <div class="card">
        <Verdict tone="ok" icon="check" title={isTest ? 'Payé (test)' : 'C’est payé'}>
          <p>
            <Amount of={transaction.display.amountCharged} isHero />
          </p>
          <p class="soft">
            à <b>{merchant.publicName}</b>
          </p>
        </Verdict>
        {successMessage && <p class="message">{successMessage}</p>}
        <BackAsPaid payable={payment.payable} />
        <div class="tear" />
        <Receipt receipt={receipt} />
      </div>
      <div class="row actions">
        <PrintButton>Imprimer ou enregistrer</PrintButton>
        {receipt.customer.details === 'full' && (
          <ButtonLink href={new URL(receipt.invoiceUrl).pathname} look="quiet" icon="download">
            Reçu en PDF
          </ButtonLink>
        )}
        <ButtonLink href={new URL(receipt.verifyUrl).pathname} look="quiet" icon="check">
          Vérifier ce reçu
        </ButtonLink>
      </div>
      <Share text={`Reçu de paiement de ${merchant.publicName}`} url={receipt.verifyUrl} />
      <Contact merchant={merchant} />
    </>
  )
}

function Receipt({ receipt }: { readonly receipt: ReceiptParts }) {
  const { transaction, customer, merchant } = receipt
  const { refunded } = transaction
  return (
    <div class="stack">
      {refunded.minor > 0n && (
        <Notice tone="wait" title="Paiement remboursé depuis">
          <Amount of={refunded} /> vous ont été rendus.
        </Notice>
      )}
      <Facts
        facts={[
          { label: 'Vendeur', value: legalIdentity(merchant) },
          { label: 'Objet', value: productOf(transaction) },
          ...amounts(transaction),
          { label: 'Payé avec', value: methodLabel(transaction) },
          {
            label: 'Numéro',
            value: customer.phoneDisplay && <span class="num">{customer.phoneDisplay}</span>,
          },
          { label: 'Nom', value: customer.name },
          {
            label: 'Date',
            value: transaction.completedAt && <ExactTime at={transaction.completedAt} />,
          },
          { label: 'Reçu n°', value: receiptNumber(transaction) },
          { label: 'Réf. opérateur', value: transaction.providerReference },
        ]}
      />
      <Qr text={receipt.verifyUrl} label="Code QR qui ouvre la page de vérification de ce reçu" />
    </div>
  )
}

function amounts({ display, amountCharged }: TransactionRecord): Fact[] {
  const isConverted = amountCharged.currency !== display.currency
  return [
    { label: 'Montant', value: <Amount of={display.amount} /> },
    { label: 'Frais', value: display.fees.minor > 0n ? <Amount of={display.fees} /> : null },
    { label: 'Total payé', value: <Amount of={display.amountCharged} />, isTotal: true },
    { label: 'Débité', value: isConverted ? <Amount of={amountCharged} /> : null },
  ]
}
