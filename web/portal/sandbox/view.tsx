import type { SandboxDecision } from '#use-cases/sandbox/list-decisions.ts'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form } from '#web/http/form.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { DecisionCard } from './decision-card.tsx'
import { MagicNumbers } from './numbers.tsx'
import { PaymentForm } from './payment-form.tsx'

interface TestToolsProps {
  readonly portal: Portal
  readonly decisions: readonly SandboxDecision[]
  readonly form: Form
  readonly faults: readonly FieldFault[]
}

/** All that helps to try the service without money. */
export function TestTools({ portal, decisions, form, faults }: TestToolsProps) {
  return (
    <PortalFrame portal={portal} title="Outils de test">
      <h1>Outils de test</h1>
      <div class="grid start">
        <section class="card stack">
          <h2>Créer un paiement de test</h2>
          <PaymentForm portal={portal} form={form} faults={faults} />
        </section>
        <section class="card stack">
          <h2>À décider</h2>
          {decisions.length === 0 ? (
            <p class="soft">
              Rien n’attend. Un paiement du numéro 0005 s’arrête ici jusqu’à ce que vous décidiez.
            </p>
          ) : (
            <Table
              caption="Paiements à décider"
              columns={columns}
              rows={decisions}
              keyOf={({ id }) => id}
            />
          )}
        </section>
      </div>
      <MagicNumbers />
    </PortalFrame>
  )
}

/** A decision that came back; what waits no longer is left to its own page. */
export function DecisionPage({
  decision,
  ...rest
}: Pick<TestToolsProps, 'portal' | 'form' | 'faults'> & {
  readonly decision: SandboxDecision | null
}) {
  return (
    <PortalFrame portal={rest.portal} title="Décision">
      <p>
        <a href={paths.testTools}>Outils de test</a>
      </p>
      <h1>{decision?.reference ?? 'Décision'}</h1>
      {decision ? <DecisionCard decision={decision} {...rest} /> : <Faults faults={rest.faults} />}
    </PortalFrame>
  )
}

const columns: readonly Column<SandboxDecision>[] = [
  {
    title: 'À décider',
    cell: ({ id, type }) => (
      <a href={`${paths.transactions}/${id}`}>{type === 'collection' ? 'Paiement' : 'Retrait'}</a>
    ),
  },
  { title: 'Expire', cell: ({ closesAt }) => <Time at={closesAt} /> },
  { title: 'Montant', isNumber: true, cell: ({ price }) => <Amount of={price} /> },
]
