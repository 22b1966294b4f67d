import { changeOperator, operatorChange, operatorIn } from '#use-cases/operators/change.ts'
import { type OperatorState, readOperatorStates } from '#use-cases/operators/read-states.ts'
import { bodyCheck } from '#http/validate.ts'
import type { WebContext } from '#web/context.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { Time } from '#web/design/time.tsx'
import { doneAt } from '#web/http/answer.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { StaffFrame } from '#web/staff/frame.tsx'
import { reasonSentence, takeForm } from '#web/staff/order.ts'
import { type DeskInput, deskReads, deskWrites, oneOf, useMay } from '#web/staff/staff-page.ts'
import { type RefusedAct, RefusedNotice, State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { modeNames } from '#web/staff/words.ts'

/** Operators in each mode: open, or closed to new payments by somebody with a reason. */
export function operatorPages(context: WebContext): readonly PageRoute[] {
  const write = deskWrites(context, 'operators.change')
  return [
    deskReads(context)(paths.operators, () => show(context, null)),
    ...(['ouvrir', 'fermer'] as const).map((verb) =>
      write(`${paths.operators}/:provider/:mode/${verb}`, (input) =>
        change(context, input, verb === 'ouvrir'),
      ),
    ),
  ]
}

const check = bodyCheck(operatorChange)

function change(context: WebContext, input: DeskInput, isOpen: boolean) {
  const { session, requestId, form } = input
  const mode = oneOf(param(input, 'mode'), ['live', 'sandbox'])
  const operator = operatorIn(param(input, 'provider'), mode)
  const { code: provider, name } = operator
  const field = reasonField({ provider, mode })
  const reason = form.text(field)
  return takeForm({
    errors: check({ mode, reason }).map((error) => ({ ...error, field })),
    sentences: { [field]: reasonSentence },
    page: (refused) => show(context, refused),
    async work() {
      const cause = { requestId, reason }
      await changeOperator(context, session.person, { operator, mode, isOpen, cause })
      const text = isOpen
        ? `${name} est rouvert.`
        : `${name} est fermé aux nouveaux paiements. Ceux en cours continuent.`
      return doneAt(paths.operators, text)
    },
  })
}

/** Each field of a page has a unique name, by which screen readers find it. */
function reasonField({ provider, mode }: Pick<OperatorState, 'provider' | 'mode'>): string {
  return `reason-${provider}-${mode}`
}

async function show(context: WebContext, refused: RefusedAct | null) {
  const states = await readOperatorStates(context.database)
  return (
    <StaffFrame title="Opérateurs">
      <h1>Opérateurs</h1>
      <RefusedNotice refused={refused} />
      {(['live', 'sandbox'] as const).map((mode) => (
        <section key={mode} class="stack">
          <h2>{modeNames[mode]}</h2>
          <div class="grid start">
            {states
              .filter((state) => state.mode === mode)
              .map((state) => (
                <Operator key={state.provider} state={state} refused={refused} />
              ))}
          </div>
        </section>
      ))}
    </StaffFrame>
  )
}

function Operator({
  state,
  refused,
}: {
  readonly state: OperatorState
  readonly refused: RefusedAct | null
}) {
  const { name, isOpen, change: last } = state
  return (
    <div class="card stack">
      <div class="row spread">
        <h3>{name}</h3>
        <State of={isOpen ? ['ok', 'Ouvert'] : ['bad', 'Fermé']} />
      </div>
      {last && (
        <p class="soft small">
          {isOpen ? 'Rouvert' : 'Fermé'} par {last.by.name}, <Time at={last.at} />
          {'\u00A0'}: {last.reason}
        </p>
      )}
      {useMay('operators.change') && <Change state={state} refused={refused} />}
    </div>
  )
}

function Change({
  state,
  refused,
}: {
  readonly state: OperatorState
  readonly refused: RefusedAct | null
}) {
  const { provider, mode, isOpen } = state
  const field = reasonField(state)
  const error = refused?.faults.find((fault) => fault.field === field)?.message
  return (
    <Ask button={isOpen ? 'Fermer…' : 'Rouvrir…'} isOpen={error !== undefined}>
      <Form action={`${paths.operators}/${provider}/${mode}/${isOpen ? 'fermer' : 'ouvrir'}`}>
        <TextField name={field} label="Motif" error={error} maxLength={500} />
        <Button {...(isOpen && { look: 'danger' as const })}>
          {isOpen ? 'Fermer aux nouveaux paiements' : 'Rouvrir'}
        </Button>
      </Form>
    </Ask>
  )
}
