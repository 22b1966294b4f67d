import { db, type Params, prepared, sql, type Statement } from '#db/statements.ts'
import type { Sql } from '#db/sql.ts'
import { type SubjectName, type WorkflowKind, workflowKinds } from '#workflows/contract.ts'
import { type OpenFact, type OpenFactPage, openFactKinds } from './fact-kinds.ts'

export type { OpenFact } from './fact-kinds.ts'

/** The open facts of a kind by their ids, without those whose start is in the outbox. */
export function listOpenFacts(
  sql: Sql,
  kind: WorkflowKind,
  { afterId = lowestId, ...page }: Omit<OpenFactPage, 'afterId'> & { afterId: string | undefined },
): Promise<OpenFact[]> {
  return openFactKinds[kind].list(sql, { ...page, afterId })
}

/** The ones among these subjects that still need a run. */
export function openAmong(
  sql: Sql,
  kind: WorkflowKind,
  ids: readonly string[],
): Promise<OpenFact[]> {
  return openFactKinds[kind].among(sql, ids)
}

/** The ones among these subjects that exist at all, in any state; a run without its row has nothing to do. */
export async function knownAmong(
  sql: Sql,
  subject: SubjectName,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await sql.all(known[subject]({ ids }))).map(({ id }) => id))
}

/** The subject of a run of this kind. */
export function subjectOfKind(kind: WorkflowKind): SubjectName {
  return workflowKinds[kind].subject
}

const lowestId = '00000000-0000-0000-0000-000000000000'

type Known = (values: { readonly ids: readonly string[] }) => Statement<{ id: string }>
type Ids = Params<{ ids: readonly string[] }>
const isOneOf = (ids: Ids['ids']) => sql<boolean>`id = any(${ids}::uuid[])`

const known: Readonly<Record<SubjectName, Known>> = {
  transactionId: prepared(({ ids }: Ids) =>
    db.selectFrom('transaction').select('id').where(isOneOf(ids)),
  ),
  refundId: prepared(({ ids }: Ids) => db.selectFrom('refund').select('id').where(isOneOf(ids))),
  checkoutId: prepared(({ ids }: Ids) =>
    db.selectFrom('checkout').select('id').where(isOneOf(ids)),
  ),
  deliveryId: prepared(({ ids }: Ids) =>
    db.selectFrom('webhookDelivery').select('id').where(isOneOf(ids)),
  ),
  replayId: prepared(({ ids }: Ids) =>
    db.selectFrom('webhookReplay').select('id').where(isOneOf(ids)),
  ),
  reconciliationId: prepared(({ ids }: Ids) =>
    db.selectFrom('reconciliation').select('id').where(isOneOf(ids)),
  ),
  proofId: prepared(({ ids }: Ids) =>
    db.selectFrom('ledgerProof').select('id').where(isOneOf(ids)),
  ),
  payoutFileId: prepared(({ ids }: Ids) =>
    db.selectFrom('payoutFile').select('id').where(isOneOf(ids)),
  ),
  mailId: prepared(({ ids }: Ids) => db.selectFrom('mail').select('id').where(isOneOf(ids))),
}
