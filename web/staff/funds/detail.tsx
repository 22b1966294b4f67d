import { methodLabel } from '#domain/receipts/receipt.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { QueuedMoney } from '#use-cases/funds/queue.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { LinesField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { ExactTime } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { Age } from '#web/staff/age.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { MerchantCard } from '#web/staff/merchant-card.tsx'
import type { MerchantContext } from '#web/staff/merchant-context.ts'
import {
  Heading,
  PasswordField,
  type RefusedAct,
  RefusedNotice,
  RunLink,
  SeenField,
  State,
} from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, may } from '#web/staff/staff-page.ts'
import { fundsStates, providerName } from '#web/staff/words.ts'
import { withholdReason } from './fields.ts'

export interface FundsPageProps {
  readonly desk: Desk
  readonly funds: QueuedMoney
  readonly payment: TransactionRecord
  readonly merchant: MerchantContext
  readonly runUrl: string
  readonly refused: RefusedAct | null
  /** What was typed, where it was refused. */
  readonly form: SentForm
}

/** The funds of one payment, and what can be decided about them now. */
export function FundsPage(props: FundsPageProps) {
  const { desk, funds, payment, merchant, runUrl, refused } = props
  const state = funds.funds
  return (
    <StaffFrame desk={desk} title={`Fonds ${funds.reference}`}>
      <p>
        <a href={paths.funds}>Fonds</a>
      </p>
      <Heading title={funds.reference}>{state && <State of={fundsStates[state]} />}</Heading>
      <RefusedNotice refused={refused} />
      <div class="split">
        <div class="stack">
          <Known funds={funds} payment={payment} />
          <Decision {...props} />
          <div class="row">
            <RunLink href={runUrl} />
            <ButtonLink href={`${paths.transactions}/${payment.id}`} look="quiet">
              Paiement
            </ButtonLink>
          </div>
        </div>
        <MerchantCard owner={funds} mode={funds.mode} context={merchant} />
      </div>
    </StaffFrame>
  )
}

function Known({ funds, payment }: Pick<FundsPageProps, 'funds' | 'payment'>) {
  const isWaiting = funds.funds === 'held' || funds.funds === 'pending_confirmation'
  return (
    <section class="card stack">
      <div class="row spread">
        <p>
          <Amount of={funds.net} isHero />
        </p>
        {isWaiting && (
          <p class="soft">
            Attend depuis <Age since={funds.waitsSince} />
          </p>
        )}
      </div>
      <Facts
        facts={[
          { label: 'Débité', value: <Amount of={funds.charged} /> },
          { label: 'Opérateur', value: providerName(funds.provider) },
          { label: 'Référence chez l’opérateur', value: funds.providerReference },
          { label: 'Moyen', value: methodLabel(payment) },
          { label: 'Payé', value: <ExactTime at={funds.waitsSince} /> },
        ]}
      />
    </section>
  )
}

function Decision(props: FundsPageProps) {
  const { desk, funds } = props
  if (funds.funds === 'pending_confirmation' && may(desk, 'funds.confirm'))
    return <Confirmation {...props} />
  return funds.funds === 'held' && may(desk, 'funds.decide') ? <Verification {...props} /> : null
}

function Confirmation(props: FundsPageProps) {
  return (
    <section class="card stack">
      <h2>Confirmation</h2>
      <Faults faults={props.refused?.faults ?? []} />
      <p class="soft">
        Confirmez quand l’argent est sur le compte du service{'\u00A0'}: les fonds deviennent
        disponibles aussitôt.
      </p>
      <ActForm {...props} verb="confirmer" button="Confirmer la réception" isLetting />
    </section>
  )
}

function Verification(props: FundsPageProps) {
  const faults = props.refused?.faults ?? []
  return (
    <section class="card stack">
      <h2>Vérification</h2>
      <Faults faults={faults} />
      <ActForm {...props} verb="liberer" button="Libérer les fonds" isLetting />
      <Ask
        button="Conserver définitivement…"
        isDanger
        isOpen={errorAt(faults, withholdReason) !== undefined}
      >
        <ActForm {...props} verb="conserver" button="Conserver les fonds" />
      </Ask>
    </section>
  )
}

function ActForm({
  funds,
  refused,
  form,
  verb,
  button,
  isLetting,
}: FundsPageProps & {
  readonly verb: string
  readonly button: string
  /** Money goes: the password is asked for. */
  readonly isLetting?: boolean
}) {
  const faults = refused?.faults ?? []
  // Each field of a page has its own name, by which readers of screens find it.
  const reason = isLetting ? 'reason' : withholdReason
  return (
    <Form action={`${paths.funds}/${funds.id}/${verb}`}>
      <SeenField value={funds.funds ?? ''} />
      <LinesField
        name={reason}
        label="Motif"
        hint="Reste dans le journal de l’équipe."
        value={form.text(reason)}
        error={errorAt(faults, reason)}
        maxLength={500}
      />
      {isLetting && <PasswordField faults={faults} />}
      <Button {...(!isLetting && { look: 'danger' as const })}>{button}</Button>
    </Form>
  )
}
