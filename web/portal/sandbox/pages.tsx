import { fail } from '#domain/errors/errors.ts'
import { asId, isUuid, type TransactionId } from '#domain/ids.ts'
import { requestTestPayment } from '#use-cases/sandbox/test-payment.ts'
import { decideSandboxPayment } from '#use-cases/sandbox/decide-payment.ts'
import { listSandboxDecisions } from '#use-cases/sandbox/list-decisions.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { param, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { formIdField } from '#web/portal/write-form.tsx'
import { verdictOf } from './decision-card.tsx'
import { paymentFields, readPayment } from './payment-form.tsx'
import { DecisionPage, TestTools } from './view.tsx'

const access = { permission: 'test_payments.make', mode: 'sandbox' } as const

/** What is there in test mode alone: payments to try, numbers that decide how they end, and the say over those that ask. */
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
  return <TestTools portal={session} decisions={decisions} form={form} faults={faults} />
}

function newPaymentPage(context: WebContext): PageRoute {
  const { amount, operator } = paymentFields
  return portalWrite(context, {
    ...access,
    path: paths.testPayment,
    read: ({ form, session }) => readPayment(form, session.place),
    act: ({ ending }) => ({ act: 'sandbox_payment.create', details: { ending } }),
    async work(payment, { form, session, requestId }) {
      const id = await requestTestPayment(context, {
        ...payment,
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
    async work({ id, type, verdict }, { session, requestId }) {
      const isDecided = await decideSandboxPayment(database, outbox, {
        place: { serviceEnvId: session.place.id, id },
        verdict,
        actor: session.person,
        cause: { requestId },
      })
      const list = type === 'payout' ? paths.payouts : paths.transactions
      return redirect(`${list}/${id}`, { flash: isDecided ? taken : tooLate })
    },
    again: (input, faults) => answerAgain(context, input, faults),
  })
}

async function answerAgain(context: WebContext, input: PortalInput, faults: readonly FieldFault[]) {
  const { session, form } = input
  const { id } = await transactionOf(context, input)
  const [decision = null] = await listSandboxDecisions(context.database, session.place.id, id)
  return <DecisionPage portal={session} decision={decision} form={form} faults={faults} />
}

const taken = { tone: 'ok', text: 'Votre réponse est partie, comme celle d’un opérateur.' } as const
const tooLate = {
  tone: 'info',
  text: 'Ce paiement n’attendait plus de décision\u00A0: il est déjà décidé ou expiré.',
} as const

async function transactionOf({ database }: WebContext, input: PortalInput) {
  const id = param(input, 'id')
  const scope = { serviceEnvId: input.session.place.id }
  const found = isUuid(id)
    ? await findTransaction(database, scope, asId<TransactionId>(id))
    : undefined
  if (found === undefined) throw fail('transaction_not_found')
  return found
}
