import { confirmLineAct } from '#use-cases/reconciliation/confirm.ts'
import type { Difference } from '#use-cases/reconciliation/list-differences.ts'
import { Button } from '#web/design/button.tsx'
import { Faults, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { Timeline } from '#web/design/timeline.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { PasswordField, ReasonField, type RefusedAct } from '#web/staff/parts.tsx'
import { SameReference } from '#web/staff/same-reference.tsx'
import { sameReferenceLabel } from '#web/staff/closings/view.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, may, useDesk } from '#web/staff/staff-page.ts'

/** Who confirmed the line, in order; nothing if nobody has. */
export function Confirmations({ difference }: { readonly difference: Difference }) {
  const { confirmations } = difference
  if (confirmations.length === 0) return null
  return (
    <section class="card stack">
      <h2>Confirmé par l’équipe</h2>
      <Timeline
        happenings={confirmations.map(({ by, at, reason, isBooked }) => ({
          tone: isBooked ? 'ok' : 'info',
          title: isBooked ? `${by.name}\u00A0: la ligne est comptée` : by.name,
          at,
          detail: reason,
        }))}
      />
    </section>
  )
}

/** Each field of a page has a unique name, by which screen readers find it. */
export const confirmReason = 'confirm_reason'

interface ConfirmFormProps {
  readonly difference: Difference
  /** What the difference's page showed. */
  readonly seen: string
  readonly refused: RefusedAct | null
  readonly form: SentForm
}

/** The form by which a supervisor confirms the line; nothing if there is nothing to confirm. */
export function ConfirmForm({ difference, seen, refused, form }: ConfirmFormProps) {
  const { id, isConfirmable, orderKind } = difference
  const desk = useDesk()
  if (!isConfirmable || !may(desk, confirmLineAct.permission)) return null
  const waits = whyNot(desk, difference)
  const faults = (refused?.faults ?? []).filter(({ field }) => field !== 'reason')
  return (
    <section class="card stack">
      <h2>Confirmer la ligne</h2>
      <p>
        {orderKind === 'collection'
          ? 'L’argent sera compté comme dû au payeur.'
          : 'L’argent sera compté comme sorti, et à régler avec le marchand.'}{' '}
        Deux superviseurs le confirment, qui n’ont pas importé le relevé. Demandez d’abord à
        l’opérateur, sans passer par qui vous a remis le relevé.
      </p>
      {waits === null ? (
        <>
          <Faults faults={faults} />
          <Form action={`${paths.differences}/${id}/confirmer`}>
            <SeenField value={seen} />
            <ReasonField
              name={confirmReason}
              label="Ce que dit l’opérateur"
              hint="Qui vous l’a dit, et quand."
              form={form}
              faults={faults}
            />
            <SameReference refused={refused} path={paths.transactions} label={sameReferenceLabel} />
            <PasswordField faults={faults} />
            <Button>Confirmer</Button>
          </Form>
        </>
      ) : (
        <Notice tone="wait">{waits}</Notice>
      )}
    </section>
  )
}

/** Why this person is not the one to confirm it. */
function whyNot({ person }: Desk, { importedBy, confirmations }: Difference): string | null {
  if (importedBy === person.id) return 'Vous avez importé ce relevé\u00A0: d’autres le confirment.'
  return confirmations.some(({ by }) => by.id === person.id)
    ? 'Vous avez déjà confirmé\u00A0: une autre personne doit le faire aussi.'
    : null
}
