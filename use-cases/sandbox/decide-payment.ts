import type { ServiceEnvId, TransactionId } from '#domain/ids.ts'
import { type ActCause, type Actor, logAct } from '#use-cases/audit/log.ts'
import type { Database } from '#db/connect.ts'
import type { Outbox } from '#db/outbox.ts'
import { isUndecided } from './list-decisions.ts'
import { now } from '#db/functions.ts'
import { inTransaction } from '#db/sql.ts'
import { db } from '#db/statements.ts'
import { operatorAnswered } from '#use-cases/operators/answered.ts'
import type { SandboxVerdict } from './requests.ts'

/**
 * Decides, in place of the sandbox operator, how an undecided payment ends, and calls back; if the callback is lost,
 * the payment's run polls. A person's decision is logged with it; a key's is in the API call log. False, with no
 * effect, if it was already decided, has expired or is not with its operator; of two at once, one decides.
 */
export async function decideSandboxPayment(
  database: Database,
  outbox: Outbox,
  decision: {
    readonly place: { readonly serviceEnvId: ServiceEnvId; readonly id: TransactionId }
    readonly verdict: SandboxVerdict
    /** Null if it is requested with a key. */
    readonly person: { readonly actor: Actor; readonly cause: ActCause } | null
  },
): Promise<boolean> {
  const { place, verdict, person } = decision
  const requestId = await inTransaction(database.pool, async (tx) => {
    const decided = await tx.first(
      db
        .updateTable('sandboxOperator.request as r')
        .from('transaction as t')
        .set({ ...verdict, decidedAt: now })
        .whereRef('r.id', '=', 't.operatorRequestId')
        .where('t.serviceEnvId', '=', place.serviceEnvId)
        .where('t.id', '=', place.id)
        .where(isUndecided)
        .returning('r.id'),
    )
    if (decided === undefined) return undefined
    if (person !== null) {
      await logAct(tx, person.actor, {
        act: 'sandbox_payment.decide',
        subject: { kind: 'transaction', id: place.id },
        serviceEnvId: place.serviceEnvId,
        details: { ...verdict },
        cause: person.cause,
      })
    }
    return decided.id
  })
  if (requestId === undefined) return false
  await operatorAnswered(database, outbox, requestId)
  return true
}
