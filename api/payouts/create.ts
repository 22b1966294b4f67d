import { acceptPayout } from '#db/commands/accept-payout.ts'
import type { IdempotencyScope, Replay } from '#db/idempotency.ts'
import type { ApiContext } from '#api/context.ts'
import { envelopeText } from '#api/http/envelope.ts'
import { route } from '#api/http/route.ts'
import { presentTransaction } from '#api/present/transaction.ts'
import { transaction as transactionSchema } from '#api/schemas/objects.ts'
import { answerOnce } from '#api/transactions/accepted.ts'
import { payoutBody, type PayoutInput, payoutKeys } from './body.ts'
import { checkPayoutFields } from './check-fields.ts'
import { draftPayout } from './draft.ts'

/** Sends money of the merchant to an authorised account: accepted or refused at once, its outcome follows. */
export function createPayout(context: ApiContext) {
  return route({
    method: 'POST',
    path: '/v2/payouts',
    keys: payoutKeys,
    summary: 'Demander un retrait ou un virement',
    answer: { object: transactionSchema },
    idempotency: 'required',
    success: 202,
    body: payoutBody,
    checkFields: checkPayoutFields,
    handler: (input) =>
      answerOnce(context, {
        idempotency: {
          serviceEnvId: input.caller.serviceEnvId,
          holderId: input.caller.apiKeyId,
          route: 'POST /v2/payouts',
          key: input.idempotencyKey,
        },
        canonicalRequest: input.canonicalRequest,
        accept: (idempotency) => accept(context, input, idempotency),
        addressOf: (id) => `/v2/transactions/${id}`,
      }),
  })
}

async function accept(
  context: ApiContext,
  input: PayoutInput,
  idempotency: IdempotencyScope,
): Promise<Replay> {
  const { caller, requestId } = input
  const { database, outbox, limits } = context
  return acceptPayout(database, outbox, {
    draft: await draftPayout(context, input),
    idempotency,
    limits,
    requestId,
    respond: (record) => ({
      status: 202,
      body: envelopeText(requestId, { data: presentTransaction(record, caller.kind) }),
    }),
  })
}
