import type { ReceiptMerchant } from '#domain/receipts/receipt.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Amount } from '#web/design/money.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { Contact } from './closed-page.tsx'
import { failureTelling } from './failures.ts'
import { payPath, type Payment } from './find.ts'

/** Why it was not paid, and how to try again where that is still possible. */
export function Failed({
  payment: { payable, transaction },
  merchant,
}: {
  readonly payment: Payment
  readonly merchant: ReceiptMerchant
}) {
  const { title, text } = failureTelling(transaction)
  // What was just given back may still be held for a moment.
  const mayRetry = payable.status === 'active' || payable.status === 'in_progress'
  return (
    <>
      <div class="card stack">
        <Verdict tone="bad" icon="cross" title={title}>
          <p>
            <Amount of={transaction.amountCharged} />
          </p>
          <p class="soft">{text}</p>
        </Verdict>
        {mayRetry ? (
          <ButtonLink href={payPath(payable)} isFull>
            Réessayer
          </ButtonLink>
        ) : (
          <p class="soft center">Il n’est plus possible de payer ici.</p>
        )}
      </div>
      <Contact merchant={merchant} />
    </>
  )
}
