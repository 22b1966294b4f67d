import { refundMoves } from '#domain/refunds/refund.ts'
import { targetsOf } from '#domain/states/moves.ts'
import type { QueuedRefund } from '#use-cases/refunds/queue.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { errorAt } from '#web/http/refused.ts'
import { PasswordField, ReasonField, SeenField } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import type { ItemProps } from '#web/staff/queue-pages.tsx'
import { may } from '#web/staff/staff-page.ts'

/** What decides about a refund, as its page showed it. */
export function refundSeen({ status, approvedBy, secondApprovedBy }: QueuedRefund): string {
  return [status, approvedBy?.id ?? '', secondApprovedBy?.id ?? ''].join('.')
}

/** What can be decided about a refund now, by whoever is at the desk; nothing once it is decided. */
export function RefundActs(props: ItemProps<QueuedRefund>) {
  const { desk, item, refused, form } = props
  const mayDecide = targetsOf(refundMoves, item.status, 'reject').length > 0
  if (!mayDecide || !may(desk, 'refunds.decide')) return null
  const faults = refused?.faults ?? []
  return (
    <section class="card stack">
      <h2>Décision</h2>
      <Faults faults={faults} />
      <Approval {...props} />
      <Ask button="Rejeter…" isDanger isOpen={errorAt(faults, 'reason') !== undefined}>
        <Form action={`${paths.refunds}/${item.id}/rejeter`}>
          <SeenField value={refundSeen(item)} />
          <ReasonField form={form} faults={faults} />
          <Button look="danger">Rejeter le remboursement</Button>
        </Form>
      </Ask>
    </section>
  )
}

function Approval({ desk, item: refund, refused }: ItemProps<QueuedRefund>) {
  const blocked = whyNot(refund, desk.person.id)
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
function whyNot(refund: QueuedRefund, id: string): string | null {
  if (refund.requestedBy?.id === id)
    return 'Vous avez demandé ce remboursement\u00A0: une autre personne doit l’approuver.'
  if (refund.approvedBy?.id === id)
    return 'Vous avez déjà approuvé\u00A0: une seconde personne doit le faire.'
  return null
}
