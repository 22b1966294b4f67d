import type { QueuedPayout } from '#use-cases/payouts/queue.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { ButtonLink, CopyButton } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { Age } from '#web/staff/age.tsx'
import { Contradiction, WordForm, Words } from '#web/staff/closings/view.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { MerchantCard } from '#web/staff/merchant-card.tsx'
import type { MerchantContext } from '#web/staff/merchant-context.ts'
import { Heading, type RefusedAct, RefusedNotice, RunLink } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, may } from '#web/staff/staff-page.ts'
import { providerName } from '#web/staff/words.ts'

export interface PayoutPageProps {
  readonly desk: Desk
  readonly payout: QueuedPayout
  readonly merchant: MerchantContext
  readonly runUrl: string
  readonly refused: RefusedAct | null
  /** What was typed, where it was refused. */
  readonly form: SentForm
}

/** A payout whose operator stays, or stayed, silent: what to ask it by, what was said, and the word that closes it. */
export function PayoutPage(props: PayoutPageProps) {
  const { desk, payout, merchant, runUrl, refused, form } = props
  const { id, reference, status, closings } = payout
  return (
    <StaffFrame desk={desk} title={`Retrait ${reference}`}>
      <p>
        <a href={paths.payouts}>Retraits à clore</a>
      </p>
      <Heading title={reference}>
        <StatusBadge status={status} />
      </Heading>
      <RefusedNotice refused={refused} />
      <Contradiction closings={closings} />
      <div class="split">
        <div class="stack">
          <Known payout={payout} />
          <Words closings={closings} />
          {status === 'pending' && may(desk, 'outcomes.decide') && (
            <WordForm
              action={`${paths.payouts}/${id}/clore`}
              subject={payout}
              personId={desk.person.id}
              refused={refused}
              form={form}
            />
          )}
          <div class="row">
            <RunLink href={runUrl} />
            <ButtonLink href={`${paths.transactions}/${id}`} look="quiet">
              Transaction
            </ButtonLink>
          </div>
        </div>
        <MerchantCard owner={payout} mode={payout.mode} context={merchant} />
      </div>
    </StaffFrame>
  )
}

function Known({ payout }: Pick<PayoutPageProps, 'payout'>) {
  const { amount, status, waitsSince, provider, operatorRequestId } = payout
  return (
    <section class="card stack">
      <div class="row spread">
        <p>
          <Amount of={amount} isHero />
        </p>
        {status === 'pending' && (
          <p class="soft">
            Sans réponse depuis <Age since={waitsSince} />
          </p>
        )}
      </div>
      <Facts
        facts={[
          { label: 'Opérateur', value: providerName(provider) },
          { label: 'Demande chez l’opérateur', value: <code>{operatorRequestId}</code> },
          { label: 'Référence chez l’opérateur', value: payout.providerReference },
          { label: 'Demandé', value: <ExactTime at={payout.createdAt} /> },
          { label: 'Signalé', value: <ExactTime at={waitsSince} /> },
        ]}
      />
      <CopyButton text={operatorRequestId}>Copier la demande</CopyButton>
    </section>
  )
}
