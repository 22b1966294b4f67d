import { importStatementAct } from '#use-cases/reconciliation/desk-acts.ts'
import { fieldErrors } from '#http/desk-act.ts'
import type { WebContext } from '#web/context.ts'
import { html, type PageAnswer, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { faultsOf, refusedFields } from '#web/staff/order.ts'
import { paths } from '#web/staff/paths.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { ImportPage } from './import.tsx'
import {
  importBytesMax,
  importFaults,
  importSentences,
  type LineFault,
  typedStatement,
} from './typed.ts'

/** The form that hands in a statement: the page of its reconciliation follows, or what is wrong with its lines. */
export function importPages(context: WebContext): readonly PageRoute[] {
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.newReconciliation,
      permission: importStatementAct.permission,
      handler: ({ session, form }) =>
        html(<ImportPage desk={session} refused={null} lineFaults={[]} form={form} />),
    }),
    staffPage(context, {
      method: 'POST',
      path: paths.newReconciliation,
      permission: importStatementAct.permission,
      formBytesMax: importBytesMax,
      handler: (input) => take(context, input),
    }),
  ]
}

async function take(context: WebContext, input: DeskInput): Promise<PageAnswer> {
  const { session, requestId, form } = input
  const body = typedStatement(form)
  const errors = fieldErrors(importStatementAct, body)
  if (errors.length > 0)
    return refused(
      input,
      errors.map(({ field }) => field),
      [],
    )
  try {
    const { id, isNew } = await importStatementAct.work(context, {
      person: session.person,
      requestId,
      id: '',
      body: body as Parameters<typeof importStatementAct.work>[1]['body'],
    })
    const text = isNew
      ? 'Relevé importé. Le rapprochement est en cours.'
      : 'Ce relevé était déjà importé\u00A0: voici son rapprochement.'
    return redirect(`${paths.reconciliations}/${id}`, { flash: { tone: 'ok', text } })
  } catch (thrown) {
    const { lines, fields } = importFaults(thrown)
    if (lines.length === 0 && fields.length === 0) throw thrown
    return refused(input, fields, lines)
  }
}

/** The form once more, with what is wrong at its fields and in its lines. */
function refused(input: DeskInput, fields: readonly string[], lines: readonly LineFault[]) {
  const { session, form } = input
  const errors = fields.map((field) => ({ field, code: 'invalid_field' as const }))
  const { status, headers, ...said } = refusedFields(faultsOf(errors, importSentences))
  return html(<ImportPage desk={session} refused={said} lineFaults={lines} form={form} />, {
    status,
    headers,
  })
}
