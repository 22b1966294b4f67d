import type { QueuedMoney } from '#use-cases/funds/queue.ts'
import { StatusBadge } from '#web/design/badge.tsx'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { LinesField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { MerchantCard } from '#web/staff/merchant-card.tsx'
import type { MerchantContext } from '#web/staff/merchant-context.ts'
import { Heading, type RefusedAct, RefusedNotice, RunLink } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, may } from '#web/staff/staff-page.ts'
import { providerName } from '#web/staff/words.ts'

export interface LateOutcomePageProps {
  readonly desk: Desk
  readonly late: QueuedMoney
  readonly merchant: MerchantContext
  readonly runUrl: string
  readonly refused: RefusedAct | null
  /** What was typed, where it was refused. */
  readonly form: SentForm
}

/** One debit that came too late, and the way to give it back. */
export function LateOutcomePage(props: LateOutcomePageProps) {
  const { desk, late, merchant, runUrl, refused } = props
  return (
    <StaffFrame desk={desk} title={`Débit tardif ${late.reference}`}>
      <p>
        <a href={paths.lateOutcomes}>Débits tardifs</a>
      </p>
      <Heading title={late.reference}>
        <StatusBadge status={late.status} />
      </Heading>
      <RefusedNotice refused={refused} />
      <div class="split">
        <div class="stack">
          <section class="card stack">
            <p>
              <Amount of={late.charged} isHero />
            </p>
            <p class="soft">
              L’opérateur a débité le payeur après la fin du paiement{'\u00A0'}: cette somme lui est
              due, le compte du marchand n’y touche pas.
            </p>
            <Facts
              facts={[
                { label: 'Opérateur', value: providerName(late.provider) },
                { label: 'Référence chez l’opérateur', value: late.providerReference },
                { label: 'Débité', value: <ExactTime at={late.waitsSince} /> },
              ]}
            />
          </section>
          <GiveBack {...props} />
          <div class="row">
            <RunLink href={runUrl} />
            <ButtonLink href={`${paths.transactions}/${late.id}`} look="quiet">
              Paiement
            </ButtonLink>
          </div>
        </div>
        <MerchantCard owner={late} mode={late.mode} context={merchant} />
      </div>
    </StaffFrame>
  )
}

function GiveBack({ desk, late, refused, form }: LateOutcomePageProps) {
  const { id, refund } = late
  if (refund) {
    return (
      <section class="card stack">
        <h2>Remboursement</h2>
        <p>
          <a href={`${paths.refunds}/${refund.id}`}>Voir le remboursement demandé</a>
        </p>
      </section>
    )
  }
  if (!may(desk, 'refunds.decide')) return null
  const faults = refused?.faults ?? []
  return (
    <section class="card stack">
      <h2>Remboursement</h2>
      <Faults faults={faults} />
      <Form action={`${paths.lateOutcomes}/${id}/rembourser`}>
        <p class="soft">
          Rien ne part encore{'\u00A0'}: une autre personne que vous doit l’approuver.
        </p>
        <LinesField
          name="reason"
          label="Remarque"
          hint="Reste dans le journal de l’équipe."
          value={form.text('reason')}
          error={errorAt(faults, 'reason')}
          maxLength={500}
          isOptional
        />
        <Button>Demander le remboursement</Button>
      </Form>
    </section>
  )
}
