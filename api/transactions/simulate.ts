import Type from 'typebox'
import { fail } from '#domain/errors/errors.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { TransactionType } from '#domain/transactions/transaction.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { addedVersion } from '#http/added-version.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, idParameter, said } from '#http/fields.ts'
import { route } from '#http/route.ts'
import { decideSandboxPayment } from '#use-cases/sandbox/decide-payment.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import { about } from './about.ts'
import { scopeOf } from './routes.ts'
import type { SandboxVerdict } from '#use-cases/sandbox/requests.ts'

const outcomes = ['succeeded', 'failed', 'expired'] as const
type Outcome = (typeof outcomes)[number]

/** Decides a payment's outcome in place of the sandbox operator (docs/payments.md#sandbox-numbers). */
export function simulateTransactionRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/transactions/:id/simulate',
    keys: ['secret'],
    since: addedVersion,
    summary: 'Choisir l’issue d’un paiement de test',
    about: about.simulateTransaction,
    answer: { object: transactionSchema },
    success: 202,
    params: Type.Object({ id: idParameter('transaction_not_found') }),
    body: Type.Object({
      outcome: said(
        choiceField('invalid_field', outcomes),
        'How it ends: `failed` as if the payer had refused; only collections expire.',
        'succeeded',
      ),
    }),
    async handler({ caller, params, body: { outcome } }) {
      if (caller.mode !== 'sandbox') throw fail('sandbox_mode_required')
      const { database, outbox } = context
      const { serviceEnvId } = caller
      const id = asId<TransactionId>(params.id)
      const found = await findTransaction(database, scopeOf(caller), id)
      if (found === undefined) throw fail('transaction_not_found')
      const verdict = verdictOf(outcome, found.type)
      const order = verdict && { place: { serviceEnvId, id }, verdict, person: null }
      if (!order || !(await decideSandboxPayment(database, outbox, order))) {
        throw fail('cannot_simulate')
      }
      return {
        body: { data: presentTransaction(found, caller.kind) },
        headers: { Location: `/v2/transactions/${id}` },
      }
    },
  })
}

/** Undefined if this type of transaction cannot end this way. */
function verdictOf(status: Outcome, type: TransactionType): SandboxVerdict | undefined {
  if (status === 'succeeded') return { status, failureCode: null }
  const isPayout = type === 'payout'
  if (status === 'failed') {
    return { status, failureCode: isPayout ? 'recipient_rejected' : 'payer_rejected' }
  }
  return isPayout ? undefined : { status, failureCode: 'approval_timeout' }
}
