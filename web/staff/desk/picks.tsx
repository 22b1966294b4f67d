import type { ComponentChild } from 'preact'
import type { QueuedKind } from '#domain/desk/case.ts'
import { ServiceError, type ErrorCode } from '#domain/errors/errors.ts'
import { readAssignments, takeCaseAct } from '#use-cases/desk/assignments.ts'
import type { Mine } from '#use-cases/desk/queue.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { type PageAnswer, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { type DeskInput, may, staffPage } from '#web/staff/staff-page.ts'
import { AssignedCell } from './case.tsx'
import { caseVerbs, mineView, pickField } from './case-verbs.ts'

const picksForm = 'choisis'

/** The checkbox of a row, for one action on several. */
export function Pick({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <input
      type="checkbox"
      class="pick"
      form={picksForm}
      name={pickField}
      value={id}
      aria-label={`Choisir ${name}`}
    />
  )
}

/** The form below a list that the ticked checkboxes belong to. */
export function PicksForm({
  action,
  button,
}: {
  readonly action: string
  readonly button: string
}) {
  return (
    <Form action={action} id={picksForm}>
      <div class="row">
        <Button look="quiet">{button}</Button>
      </div>
    </Form>
  )
}

/** A page of a list has no more rows. */
const picksMax = 50

/** Does the same to each ticked row in turn; rows that somebody else handled first are counted and skipped. */
export async function takePicks(
  { form }: DeskInput,
  { to, overtaken, work, text }: Picks,
): Promise<PageAnswer> {
  const ids = [...new Set(form.all(pickField))].filter((id) => id !== '').slice(0, picksMax)
  if (ids.length === 0)
    return redirect(to, { flash: { tone: 'info', text: 'Cochez d’abord des lignes.' } })
  let done = 0
  for (const id of ids) {
    // Each has its own line in the audit log, in the order of the list.
    // oxlint-disable-next-line no-await-in-loop
    if (await wasFirst(() => work(id), overtaken)) done += 1
  }
  const tone = done === ids.length ? 'ok' : 'info'
  return redirect(to, { flash: { tone, text: text(done, ids.length - done) } })
}

interface Picks {
  readonly to: string
  /** The error for a row that somebody else handled first. */
  readonly overtaken: ErrorCode
  readonly work: (id: string) => Promise<unknown>
  readonly text: (done: number, others: number) => string
}

async function wasFirst(work: () => Promise<unknown>, overtaken: ErrorCode): Promise<boolean> {
  try {
    await work()
    return true
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === overtaken) return false
    throw thrown
  }
}

/** The route that takes several cases of a queue at once. */
export function takeSeveralRoute(
  context: WebContext,
  { path, kind }: { readonly path: string; readonly kind: QueuedKind },
): PageRoute {
  const act = takeCaseAct(kind)
  return staffPage(context, {
    method: 'POST',
    path: `${path}/${caseVerbs.take}`,
    permission: act.permission,
    handler: (input) =>
      takePicks(input, {
        to: listAddress(path, input),
        overtaken: 'case_taken',
        work: (id) => {
          const { session, requestId } = input
          return act.work(context, { person: session.person, requestId, id, body: {} })
        },
        text: takenText,
      }),
  })
}

function takenText(done: number, others: number): string {
  const mine = done === 1 ? 'Un dossier est à vous.' : `${done} dossiers sont à vous.`
  if (others === 0) return mine
  return `${mine} Déjà suivis par quelqu’un d’autre\u00A0: ${others}.`
}

/** The list with the filter that the form was sent from. */
function listAddress(path: string, { query }: DeskInput): string {
  return query.size === 0 ? path : `${path}?${query}`
}

interface CaseList<Row> {
  readonly path: string
  /** Null if the listed cases cannot be assigned, or no longer. */
  readonly kind: QueuedKind | null
  readonly rows: readonly Row[]
  readonly nameOf: (row: Row) => string
}

/** The extra parts of a case list: each row's assignee, and the checkboxes and button that take unassigned ones. */
export async function readCaseList<Row extends { readonly id: string }>(
  { database }: WebContext,
  input: DeskInput,
  { path, kind, rows, nameOf }: CaseList<Row>,
): Promise<{ readonly columns: readonly Column<Row>[]; readonly below: ComponentChild }> {
  if (kind === null) return { columns: [], below: null }
  const { session: desk } = input
  const assignments = await readAssignments(database, { kind, ids: rows.map(({ id }) => id) })
  const mayTake = may(desk, 'cases.take')
  const column: Column<Row> = {
    title: 'Suivi par',
    cell: (row) => {
      const assignment = assignments.get(row.id)
      if (assignment) return <AssignedCell desk={desk} assignment={assignment} />
      return mayTake ? <Pick id={row.id} name={nameOf(row)} /> : <span class="soft">—</span>
    },
  }
  const action = listAddress(`${path}/${caseVerbs.take}`, input)
  const isFree = mayTake && rows.some(({ id }) => !assignments.has(id))
  return {
    columns: [column],
    below: isFree && <PicksForm action={action} button="Je m’occupe des lignes cochées" />,
  }
}

/** The filter to the viewer's own cases, if the query asks for it. */
export function mineOf(
  kind: QueuedKind | undefined,
  { query, session }: DeskInput,
): Mine | undefined {
  if (kind === undefined || query.get('vue') !== mineView) return undefined
  return { kind, by: session.person.id }
}
