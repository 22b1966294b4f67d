import { failureCodes } from '#domain/errors/failure-codes.ts'
import { sandboxFailures } from '#domain/sandbox/numbers.ts'
import type { SandboxVerdict } from '#use-cases/sandbox/decide-payment.ts'
import type { SandboxDecision } from '#use-cases/sandbox/list-decisions.ts'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { SelectField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Time } from '#web/design/time.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { emptyForm, type Form } from '#web/http/form.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'

const fields = { end: 'fin', reason: 'raison' } as const

export interface DecisionCardProps {
  readonly portal: Portal
  readonly decision: SandboxDecision
  /** As it was sent, where it came back. */
  readonly form?: Form
  readonly faults?: readonly FieldFault[]
}

/** Decides as the operator would, how a payment of the sandbox ends. */
export function DecisionCard({
  portal,
  decision,
  form = emptyForm,
  faults = [],
}: DecisionCardProps) {
  const { id, type, closesAt } = decision
  return (
    <section class="card stack narrow" id="decision">
      <h2>À vous de décider</h2>
      <p class="soft">
        En mode test, vous répondez à la place de l’opérateur. Sans réponse, ce paiement expire{' '}
        <Time at={closesAt} />.
      </p>
      <WriteForm
        isTestTool
        portal={portal}
        action={`${paths.testDecision}/${id}`}
        faults={faults}
        button="Décider"
      >
        <div class="either stack">
          <Choices
            name={fields.end}
            label="Comment finit-il&nbsp;?"
            choices={endsOf(decision)}
            value={form.text(fields.end) || 'succeeded'}
          />
          <div class="second">
            <SelectField
              name={fields.reason}
              label="Raison de l’échec"
              value={form.text(fields.reason)}
              options={sandboxFailures[type].map((code) => [code, failureCodes[code].message])}
              isFilter
            />
          </div>
        </div>
      </WriteForm>
    </section>
  )
}

/** A payout expires at no operator: it fails. */
function endsOf({ type }: SandboxDecision): readonly Choice[] {
  return type === 'collection' ? ends : ends.filter(({ value }) => value !== 'expired')
}

const ends: readonly (Choice & { readonly value: SandboxVerdict['status'] })[] = [
  { value: 'succeeded', label: 'Il réussit', note: 'Le payeur a validé' },
  { value: 'failed', label: 'Il échoue', note: 'Pour la raison que vous choisissez' },
  { value: 'expired', label: 'Il expire', note: 'Le payeur n’a pas répondu à temps' },
]

/** What was decided. Refusal: bad_request for what no form says. */
export function verdictOf(form: Form, { type }: Pick<SandboxDecision, 'type'>): SandboxVerdict {
  const end = ends.find(({ value }) => value === form.text(fields.end))?.value
  if (end === 'succeeded') return { status: end, failureCode: null }
  if (end === 'expired' && type === 'collection') {
    return { status: end, failureCode: 'approval_timeout' }
  }
  const failureCode = sandboxFailures[type].find((code) => code === form.text(fields.reason))
  if (end !== 'failed' || failureCode === undefined) throw refuse('bad_request')
  return { status: end, failureCode }
}
