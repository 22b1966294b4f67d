import { transferPurpose } from '#domain/receipts/receipt.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { PayoutOrigin } from '#use-cases/payouts/origin.ts'
import { CopyButton } from '#web/design/button.tsx'
import { type Fact, Facts } from '#web/design/facts.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { paths } from '#web/portal/paths.ts'
import type { PayoutWords } from './french.tsx'
import { usePayoutWords } from './words.ts'

/** What was asked for, by whom, and who approved it. */
export function Asked({
  payout,
  origin,
}: {
  readonly payout: TransactionRecord
  readonly origin: PayoutOrigin | null
}) {
  const { detail: words, origin: originWords } = usePayoutWords()
  const { transfer, completedAt } = payout
  return (
    <div class="card stack">
      <h2>{words.request}</h2>
      <Facts
        facts={[
          ...(origin ? originFacts(origin, originWords) : []),
          {
            label: words.reference,
            value: payout.reference === payout.id ? null : payout.reference,
          },
          { label: words.purpose, value: purposeOf(payout) },
          { label: words.description, value: payout.description },
          {
            label: transfer ? words.bankReference : words.operatorReference,
            value: transfer?.bankReference ?? payout.providerReference,
          },
          { label: words.requested, value: <ExactTime at={payout.createdAt} /> },
          { label: words.ended, value: completedAt && <ExactTime at={completedAt} /> },
        ]}
      />
      <CopyButton text={payout.id}>{words.copyId}</CopyButton>
    </div>
  )
}

/** What the bank shows of a transfer that has no reference of the merchant's. */
function purposeOf(payout: TransactionRecord): string | null {
  const isUnnamed = payout.reference === payout.id
  return payout.transfer && isUnnamed ? transferPurpose(payout) : null
}

function originFacts(origin: PayoutOrigin, words: PayoutWords['origin']): readonly Fact[] {
  switch (origin.kind) {
    case 'person':
      return [{ label: words.by, value: origin.name }]
    case 'key':
      return [{ label: words.by, value: words.key(origin.last4) }]
    case 'file':
      return [
        {
          label: words.file,
          value: <a href={`${paths.payoutFiles}/${origin.id}`}>{origin.name}</a>,
        },
        { label: words.sentBy, value: origin.asker },
        { label: words.approvedBy, value: origin.approver },
      ]
    case 'standing':
      return [
        {
          label: words.standing,
          value: <a href={`${paths.standingOrders}/${origin.id}`}>{origin.name}</a>,
        },
        { label: words.setUpBy, value: origin.asker },
        { label: words.approvedBy, value: origin.approver },
      ]
  }
}
