import { methodLabel, receiptNumber, saidProduct } from '#domain/receipts/receipt.ts'
import type { ReceiptParts } from '#use-cases/receipts/parts.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { ExactTime } from '#web/design/time.tsx'
import { Verdict } from '#web/design/verdict.tsx'
import { Contact } from './closed-page.tsx'
import { payerWords } from './words.ts'

/** It had succeeded, and its operator has denied it since: what is known, and whom to ask about what. */
export function Denied({ receipt }: { readonly receipt: ReceiptParts }) {
  const { transaction, customer, merchant } = receipt
  const { language } = useScope()
  const { denied: words, paid } = payerWords[language]
  const method = methodLabel(transaction, language)
  return (
    <>
      <div class="card stack">
        <Verdict tone="bad" icon="alert" title={words.title}>
          <p>
            <Amount of={transaction.display.amountCharged} isHero />
          </p>
        </Verdict>
        <p>{words.answered(method)}</p>
        <p>{words.ask(method)}</p>
        <p>{words.decides(<b>{merchant.publicName}</b>)}</p>
        <Facts
          facts={[
            { label: paid.operatorReference, value: transaction.providerReference },
            {
              label: paid.date,
              value: transaction.completedAt && <ExactTime at={transaction.completedAt} />,
            },
            {
              label: paid.phone,
              value: customer.phoneDisplay && <span class="num">{customer.phoneDisplay}</span>,
            },
            { label: paid.what, value: saidProduct(transaction) },
            { label: paid.number, value: receiptNumber(transaction) },
          ]}
        />
      </div>
      <ButtonLink href={new URL(receipt.verifyUrl).pathname} look="quiet" icon="check" isFull>
        {paid.verify}
      </ButtonLink>
      <Contact merchant={merchant} />
    </>
  )
}
