import {
  methodLabel,
  productOf,
  receiptChannel,
  receiptCustomer,
  type ReceiptCustomer,
  type ReceiptMerchant,
  receiptNumber,
} from '#domain/receipts/receipt.ts'
import { findReceiptTransaction, readReceiptMerchant } from '#use-cases/receipts/read.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import { param, publicPage } from '#web/http/route.ts'
import { Frame } from '#web/design/frame.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { MerchantHead } from '#web/design/merchant.tsx'
import { Amount } from '#web/design/money.tsx'
import { ExactTime } from '#web/design/time.tsx'

/** The public verification page of a receipt (docs/payments.md#verification). */
export function verificationPage(context: WebContext) {
  return publicPage({
    method: 'GET',
    path: '/verification/:code',
    async handler(input) {
      const id = context.receiptCodes.decode('verify', param(input, 'code'))
      const transaction = id && (await findReceiptTransaction(context.database, id))
      if (transaction === undefined) return html(<ReceiptNotFound />, { status: 404 })
      const merchant = await readReceiptMerchant(context.database, transaction.serviceEnvId)
      const customer = receiptCustomer(transaction, 'masked')
      return html(
        <ReceiptFound transaction={transaction} merchant={merchant} customer={customer} />,
      )
    },
  })
}

/** The code was forged or changed. */
function ReceiptNotFound() {
  return (
    <Frame title="Reçu introuvable">
      <div class="card stack">
        <Verdict tone="bad" icon="cross" title="Reçu introuvable">
          <p class="soft">Aucun paiement ne correspond à cette adresse.</p>
        </Verdict>
        <Notice tone="wait" icon="alert" title="Ne remettez rien sur la foi de ce reçu">
          Un reçu authentique ouvre toujours cette page avec le détail du paiement. Scannez de
          nouveau le code QR, ou recopiez l’adresse sans en changer une lettre.
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
}

/** An authentic payment, or a test payment marked as such. */
function ReceiptFound({ transaction, merchant, customer }: FoundProps) {
  const isTest = transaction.mode === 'sandbox'
  const { amountCharged } = transaction.display
  const head = <MerchantHead merchant={merchant} note={merchant.address} />
  return (
    <Frame title={isTest ? 'Paiement de test' : 'Paiement authentique'} head={head} isTest={isTest}>
      <div class="card">
        <Verdict
          tone={isTest ? 'wait' : 'ok'}
          icon={isTest ? 'flask' : 'check'}
          title={isTest ? 'Paiement de test' : 'Paiement authentique'}
        >
          <p>
            <Amount of={amountCharged} isHero />
          </p>
          <p class="soft">
            {isTest ? 'simulé pour' : 'payés à'} <b>{merchant.publicName}</b>
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
          {refundNotice(transaction)}
          <Facts facts={[...amountFacts(transaction), ...payerFacts(transaction, customer)]} />
        </div>
        <div class="tear" />
        <Facts facts={originFacts(transaction, merchant)} />
      </div>
      <p class="soft small center">
        Comparez le montant, la date et le numéro de reçu avec ceux qui vous sont présentés.
      </p>
    </Frame>
  )
}

function refundNotice({ refunded }: TransactionRecord) {
  if (refunded.minor === 0n) return null
  return (
    <Notice tone="wait" title="Paiement remboursé depuis">
      <Amount of={refunded} /> ont été rendus au payeur.
    </Notice>
  )
}

function amountFacts({ display }: TransactionRecord): Fact[] {
  return [
    { label: 'Montant', value: <Amount of={display.amount} /> },
    { label: 'Frais', value: <Amount of={display.fees} /> },
    { label: 'Total payé', value: <Amount of={display.amountCharged} />, isTotal: true },
  ]
}

function payerFacts(transaction: TransactionRecord, customer: ReceiptCustomer): Fact[] {
  return [
    { label: 'Objet', value: productOf(transaction) },
    { label: 'Moyen de paiement', value: methodLabel(transaction) },
    { label: 'Payeur', value: customer.name },
    {
      label: 'Numéro',
      value: customer.phoneDisplay && <span class="num">{customer.phoneDisplay}</span>,
    },
  ]
}

function originFacts(transaction: TransactionRecord, merchant: ReceiptMerchant): Fact[] {
  return [
    { label: 'Reçu n°', value: receiptNumber(transaction) },
    { label: 'Référence', value: transaction.reference },
    { label: 'Réf. opérateur', value: transaction.providerReference },
    { label: 'Origine', value: receiptChannel(transaction).display },
    { label: 'Contact', value: merchant.phone && groupedPhone(merchant.phone) },
  ]
}
