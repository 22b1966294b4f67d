import { fail } from '#domain/errors/errors.ts'
import { asId, isUuid, type TransactionId } from '#domain/ids.ts'
import { requestTestPayment } from '#use-cases/sandbox/test-payment.ts'
import { decideSandboxPayment } from '#use-cases/sandbox/decide-payment.ts'
import { listSandboxDecisions, type SandboxDecision } from '#use-cases/sandbox/list-decisions.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { type PageRoute, param } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { formIdField, WriteForm } from '#web/portal/write-form.tsx'
import { Amount } from '#web/design/money.tsx'
import { type Flash, useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { emptyForm, type Form } from '#web/http/form.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { failureWords } from '#domain/errors/failures.ts'
import { sandboxFailures } from '#domain/sandbox/numbers.ts'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { SelectField } from '#web/design/field.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { MagicNumbers, paymentFields, PaymentForm, readPayment } from './payment-form.tsx'
import { type SandboxWords, sandboxWords, useSandboxWords } from './words.tsx'
import type { SandboxVerdict } from '#use-cases/sandbox/requests.ts'

const access = { permission: 'test_payments.make', mode: 'sandbox' } as const

/**
 * Tools of test mode: payments to try, numbers that decide the outcome, and decisions on payments that wait for one.
 */
export function testToolPages(context: WebContext): readonly PageRoute[] {
  return [
    portalPage(context, {
      ...access,
      method: 'GET',
      path: paths.testTools,
      handler: async (input) => html(await toolsPage(context, input)),
    }),
    newPaymentPage(context),
    decisionPage(context),
  ]
}

async function toolsPage(
  { database }: WebContext,
  { session, form }: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const decisions = await listSandboxDecisions(database, session.place.id)
  return <TestTools decisions={decisions} form={form} faults={faults} />
}

function newPaymentPage(context: WebContext): PageRoute {
  const { amount, operator } = paymentFields
  return portalWrite(context, {
    ...access,
    path: paths.testPayment,
    read: readPayment,
    act: ({ ending }) => ({ act: 'sandbox_payment.create', details: { ending } }),
    async work(payment, { form, session, requestId, language }) {
      const words = sandboxWords[language].payment
      const id = await requestTestPayment(context, {
        ...payment,
        customerName: words.customer,
        description: words.description,
        serviceEnvId: session.place.id,
        personId: session.person.id,
        key: form.text(formIdField),
        requestId,
      })
      return redirect(`${paths.transactions}/${id}`)
    },
    fields: {
      amount_too_small: amount,
      amount_out_of_bounds: amount,
      invalid_amount: amount,
      provider_unavailable: operator,
    },
    again: (input, faults) => toolsPage(context, input, faults),
  })
}

function decisionPage(context: WebContext): PageRoute {
  const { database, outbox } = context
  return portalWrite(context, {
    ...access,
    path: `${paths.testDecision}/:id`,
    async read(input) {
      const { id, type } = await transactionOf(context, input)
      return { id, type, verdict: verdictOf(input.form, { type }) }
    },
    async work({ id, type, verdict }, { session, requestId, language }) {
      const isDecided = await decideSandboxPayment(database, outbox, {
        place: { serviceEnvId: session.place.id, id },
        verdict,
        person: { actor: session.person, cause: { requestId } },
      })
      const list = type === 'payout' ? paths.payouts : paths.transactions
      const words = sandboxWords[language].decision
      const flash: Flash = isDecided
        ? { tone: 'ok', text: words.taken }
        : { tone: 'info', text: words.tooLate }
      return redirect(`${list}/${id}`, { flash })
    },
    again: (input, faults) => answerAgain(context, input, faults),
  })
}

async function answerAgain(context: WebContext, input: PortalInput, faults: readonly FieldFault[]) {
  const { session, form } = input
  const { id } = await transactionOf(context, input)
  const [decision = null] = await listSandboxDecisions(context.database, session.place.id, id)
  return <DecisionPage decision={decision} form={form} faults={faults} />
}

async function transactionOf({ database }: WebContext, input: PortalInput) {
  const id = param(input, 'id')
  const scope = { serviceEnvId: input.session.place.id }
  const found = isUuid(id)
    ? await findTransaction(database, scope, asId<TransactionId>(id))
    : undefined
  if (found === undefined) throw fail('transaction_not_found')
  return found
}

interface TestToolsProps {
  readonly decisions: readonly SandboxDecision[]
  readonly form: Form
  readonly faults: readonly FieldFault[]
}

/** Everything that helps to try the service without money. */
function TestTools({ decisions, form, faults }: TestToolsProps) {
  const words = useSandboxWords()
  return (
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      <div class="grid start">
        <section class="card stack">
          <h2>{words.payment.title}</h2>
          <PaymentForm form={form} faults={faults} />
        </section>
        <section class="card stack">
          <h2>{words.waiting.title}</h2>
          {decisions.length === 0 ? (
            <p class="soft">{words.waiting.none}</p>
          ) : (
            <Table
              caption={words.waiting.caption}
              columns={columnsOf(words.waiting)}
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

/** The form of a refused decision; a payment that no longer waits is left to its own page. */
function DecisionPage({
  decision,
  ...rest
}: Pick<TestToolsProps, 'form' | 'faults'> & {
  readonly decision: SandboxDecision | null
}) {
  const words = useSandboxWords()
  return (
    <PortalFrame title={words.decision.title}>
      <p>
        <a href={paths.testTools}>{words.title}</a>
      </p>
      <h1>{decision?.reference ?? words.decision.title}</h1>
      {decision ? <DecisionCard decision={decision} {...rest} /> : <Faults faults={rest.faults} />}
    </PortalFrame>
  )
}

function columnsOf(words: SandboxWords['waiting']): readonly Column<SandboxDecision>[] {
  return [
    {
      title: words.title,
      cell: ({ id, type }) => <a href={`${paths.transactions}/${id}`}>{words.types[type]}</a>,
    },
    { title: words.expires, cell: ({ closesAt }) => <Time at={closesAt} /> },
    { title: words.amount, isNumber: true, cell: ({ price }) => <Amount of={price} /> },
  ]
}

const fields = { end: 'fin', reason: 'raison' } as const

interface DecisionCardProps {
  readonly decision: SandboxDecision
  /** As it was sent, if it was refused. */
  readonly form?: Form
  readonly faults?: readonly FieldFault[]
}

/** Decides in the operator's place how a sandbox payment ends. */
export function DecisionCard({ decision, form = emptyForm, faults = [] }: DecisionCardProps) {
  const words = useSandboxWords().decision
  const { language } = useScope()
  const { id, type, closesAt } = decision
  return (
    <section class="card stack narrow" id="decision">
      <h2>{words.yours}</h2>
      <p class="soft">{words.text(<Time at={closesAt} />)}</p>
      <WriteForm
        isTestTool
        action={`${paths.testDecision}/${id}`}
        faults={faults}
        button={words.decide}
      >
        <div class="either stack">
          <Choices
            name={fields.end}
            label={words.how}
            choices={endsOf(decision, words)}
            value={form.text(fields.end) || 'succeeded'}
          />
          <div class="second">
            <SelectField
              name={fields.reason}
              label={words.reason}
              value={form.text(fields.reason)}
              options={sandboxFailures[type].map((code) => [
                code,
                failureWords[language][code].message,
              ])}
              isFilter
            />
          </div>
        </div>
      </WriteForm>
    </section>
  )
}

/** Payouts do not expire at operators: they fail. */
function endsOf({ type }: SandboxDecision, words: SandboxWords['decision']): readonly Choice[] {
  const notes = {
    succeeded: words.succeededNote,
    failed: words.failedNote,
    expired: words.expiredNote,
  }
  return ends
    .filter((end) => type === 'collection' || end !== 'expired')
    .map((end) => ({ value: end, label: words[end], note: notes[end] }))
}

const ends = [
  'succeeded',
  'failed',
  'expired',
] as const satisfies readonly SandboxVerdict['status'][]

/** The decision in the form. Error: bad_request for values that no form sends. */
function verdictOf(form: Form, { type }: Pick<SandboxDecision, 'type'>): SandboxVerdict {
  const end = ends.find((known) => known === form.text(fields.end))
  if (end === 'succeeded') return { status: end, failureCode: null }
  if (end === 'expired' && type === 'collection') {
    return { status: end, failureCode: 'approval_timeout' }
  }
  const failureCode = sandboxFailures[type].find((code) => code === form.text(fields.reason))
  if (end !== 'failed' || failureCode === undefined) throw refuse('bad_request')
  return { status: end, failureCode }
}
