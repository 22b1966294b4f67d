import { subtract } from '#domain/money/money.ts'
import { methodLabel } from '#domain/receipts/receipt.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Time } from '#web/design/time.tsx'

/** The refunded payment. */
export function Payment({ payment }: { readonly payment: TransactionRecord }) {
  const { amountCharged, refunded, completedAt } = payment
  return (
    <section class="card stack">
      <h2>Paiement</h2>
      <Facts
        facts={[
          { label: 'Débité', value: <Amount of={amountCharged} /> },
          { label: 'Déjà remboursé', value: <Amount of={refunded} /> },
          {
            label: 'Reste',
            value: <Amount of={subtract(amountCharged, refunded)} />,
          },
          { label: 'Moyen', value: methodLabel(payment) },
          { label: 'Payé', value: completedAt && <Time at={completedAt} /> },
        ]}
      />
    </section>
  )
}
