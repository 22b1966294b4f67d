import type { LedgerProofId } from '#domain/ids.ts'
import { orderProof } from '#use-cases/ledger-proofs/order.ts'
import { listLedgerProofs, readLedgerProof } from '#use-cases/ledger-proofs/list.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { paths } from '#web/staff/paths.ts'
import { readQueue } from '#web/staff/queue.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { ProofList, ProofPage } from './views.tsx'

/** Proofs of the books against themselves: listed, read, and one ordered now. */
export function proofPages(context: WebContext): readonly PageRoute[] {
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.proofs,
      permission: 'queues.view',
      handler: (input) => showList(context, input),
    }),
    staffPage(context, {
      method: 'POST',
      path: paths.proofs,
      permission: 'ledger.prove',
      handler: (input) => prove(context, input),
    }),
    staffPage(context, {
      method: 'GET',
      path: `${paths.proofs}/:id`,
      permission: 'queues.view',
      handler: (input) => show(context, input),
    }),
  ]
}

async function showList(context: WebContext, input: DeskInput) {
  const { rows, next } = await readQueue(context, input, {
    list: 'ledger proofs',
    path: paths.proofs,
    read: (page) => listLedgerProofs(context.database, page),
    at: ({ createdAt }) => createdAt,
  })
  return html(<ProofList desk={input.session} rows={rows} next={next} />)
}

/** While one that was ordered runs, that one. */
async function prove({ database, outbox }: WebContext, { session, requestId }: DeskInput) {
  const order = { member: session.person, cause: { requestId } }
  const { id, isNew } = await orderProof(database, outbox, order)
  const text = isNew ? 'Le contrôle commence.' : 'Un contrôle est déjà en cours\u00A0: le voici.'
  return redirect(`${paths.proofs}/${id}`, { flash: { tone: 'ok', text } })
}

async function show({ database, runUrl }: WebContext, input: DeskInput) {
  const id = idParam<LedgerProofId>(input, 'ledger_proof_not_found')
  const proof = await readLedgerProof(database, id)
  const run = runUrl('ledger-proof', proof.id)
  return html(<ProofPage desk={input.session} proof={proof} runUrl={run} />)
}
