import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { LinesField } from '#web/design/field.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { errorAt } from '#web/http/refused.ts'
import { PasswordField, SeenField } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { may } from '#web/staff/staff-page.ts'
import type { RefundPageProps } from './props.ts'
import { refundSeen } from './seen.ts'

/** What can be decided about a refund now, by whoever is at the desk; nothing once it is decided. */
export function RefundActs(props: RefundPageProps) {
  const { desk, refund, refused, form } = props
  if (refund.status !== 'pending' || !may(desk, 'refunds.decide')) return null
  const faults = refused?.faults ?? []
  const path = `${paths.refunds}/${refund.id}`
  return (
    <section class="card stack">
      <h2>Décision</h2>
      <Faults faults={faults} />
      <Approval {...props} />
      <Ask button="Rejeter…" isDanger isOpen={errorAt(faults, 'reason') !== undefined}>
        <Form action={`${path}/rejeter`}>
          <SeenField value={refundSeen(refund)} />
          <LinesField
            name="reason"
            label="Motif"
            hint="Reste dans le journal de l’équipe."
            value={form.text('reason')}
            error={errorAt(faults, 'reason')}
            maxLength={500}
          />
          <Button look="danger">Rejeter le remboursement</Button>
        </Form>
      </Ask>
    </section>
  )
}

function Approval({ desk, refund, refused }: RefundPageProps) {
  const blocked = whyNot({ desk, refund })
  if (blocked !== null) return <Notice tone="wait">{blocked}</Notice>
  const isFirstOfTwo = refund.approvalsNeeded > 1 && refund.approvedBy === null
  return (
    <Form action={`${paths.refunds}/${refund.id}/approuver`}>
      <SeenField value={refundSeen(refund)} />
      <p class="soft">
        {isFirstOfTwo
          ? 'Ce montant demande deux approbations\u00A0: une autre personne approuvera après vous.'
          : 'Le remboursement part chez l’opérateur dès votre approbation.'}
      </p>
      <PasswordField faults={refused?.faults ?? []} />
      <Button>Approuver</Button>
    </Form>
  )
}

/** Nobody approves what they asked for, nor twice. */
function whyNot({ desk, refund }: Pick<RefundPageProps, 'desk' | 'refund'>): string | null {
  const { id } = desk.person
  if (refund.requestedBy?.id === id)
    return 'Vous avez demandé ce remboursement\u00A0: une autre personne doit l’approuver.'
  if (refund.approvedBy?.id === id)
    return 'Vous avez déjà approuvé\u00A0: une seconde personne doit le faire.'
  return null
}
