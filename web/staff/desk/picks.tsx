import type { ComponentChild } from 'preact'
import type { QueuedKind } from '#domain/desk/case.ts'
import { ServiceError, type ErrorCode } from '#domain/errors/errors.ts'
import { type Assignment, readAssignments, takeCaseAct } from '#use-cases/desk/assignments.ts'
import type { Mine } from '#use-cases/desk/queue.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { type PageAnswer, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { type DeskInput, deskWrites, may } from '#web/staff/staff-page.ts'
import { AssignedCell } from './case.tsx'
import { caseVerbs, mineView, pickField, reviewVerb } from './case-verbs.ts'
import { severalFor, type SeveralOf } from './several-form.ts'

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
export function PicksForm({ buttons }: { readonly buttons: readonly PicksButton[] }) {
  const [first] = buttons
  if (first === undefined) return null
  return (
    <Form action={first.action} id={picksForm}>
      <div class="row">
        {buttons.map(({ action, text }) => (
          <Button key={action} look="quiet" action={action}>
            {text}
          </Button>
        ))}
      </div>
    </Form>
  )
}

/** What can be done with the ticked rows: where it is sent, and its text. */
interface PicksButton {
  readonly action: string
  readonly text: string
}

/** A page of a list has no more rows. */
const picksMax = 50

/** The ticked rows among these values, each once. */
export function picksOf(values: readonly string[]): readonly string[] {
  return [...new Set(values)].filter((id) => id !== '').slice(0, picksMax)
}

/** Back to the list, if no row was ticked. */
export function noPicks(to: string): PageAnswer {
  return redirect(to, { flash: { tone: 'info', text: 'Cochez d’abord des lignes.' } })
}

/** Does the same to each ticked row in turn; rows that somebody else handled first are counted and skipped. */
export async function takePicks(
  { form }: DeskInput,
  { to, overtaken, work, text }: Picks,
): Promise<PageAnswer> {
  const ids = picksOf(form.all(pickField))
  if (ids.length === 0) return noPicks(to)
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
  return deskWrites(context, act.permission)(`${path}/${caseVerbs.take}`, (input) =>
    takePicks(input, {
      to: listAddress(path, input),
      overtaken: 'case_taken',
      work: (id) => {
        const { session, requestId } = input
        return act.work(context, { person: session.person, requestId, id, body: {} })
      },
      text: takenText,
    }),
  )
}

function takenText(done: number, others: number): string {
  const mine = done === 1 ? 'Un dossier est à vous.' : `${done} dossiers sont à vous.`
  if (others === 0) return mine
  return `${mine} Déjà suivis par quelqu’un d’autre\u00A0: ${others}.`
}

/** The list with the filter that the form was sent from. */
export function listAddress(path: string, { query }: DeskInput): string {
  return query.size === 0 ? path : `${path}?${query}`
}

interface CaseList<Row> {
  readonly queue: {
    readonly path: string
    readonly kind?: QueuedKind
    /** Without it, the queue assigns in its own way. */
    readonly waits?: (row: Row) => boolean
    readonly orders: readonly SeveralOf<Row>[]
    readonly one: { readonly heading: (row: Row) => string }
  }
  readonly rows: readonly Row[]
}

/**
 * The extra parts of a case list: each waiting row's assignee and checkbox, and the buttons for ticked rows: to take
 * them, or to decide on several at once.
 */
export async function readCaseList<Row extends { readonly id: string }>(
  { database }: WebContext,
  input: DeskInput,
  { queue, rows }: CaseList<Row>,
): Promise<{ readonly columns: readonly Column<Row>[]; readonly below: ComponentChild }> {
  const { path, kind, waits = () => false, orders, one } = queue
  const { session: desk } = input
  const waiting = kind ? rows.filter(waits) : []
  const assignments = await assignmentsOf(database, kind, waiting)
  const free = may(desk, 'cases.take') ? waiting.filter(({ id }) => !assignments.has(id)) : []
  const decisions = severalFor(orders, desk, rows)
  const isPicked = (row: Row) => free.includes(row) || decisions.some(({ fits }) => fits(row))
  const button = (verb: string, text: string) => ({
    action: listAddress(`${path}/${verb}`, input),
    text,
  })
  const buttons = [
    ...(free.length > 0 ? [button(caseVerbs.take, 'Je m’occupe des lignes cochées')] : []),
    ...decisions.map(({ verb, text }) => button(reviewVerb(verb), text)),
  ]
  const column: Column<Row> = {
    title: waiting.length > 0 ? 'Suivi par' : 'Choisir',
    cell(row) {
      const assignment = assignments.get(row.id)
      const pick = isPicked(row) && <Pick id={row.id} name={one.heading(row)} />
      if (assignment === undefined) return pick || <span class="soft">—</span>
      return (
        <>
          <AssignedCell assignment={assignment} />
          {pick}
        </>
      )
    },
  }
  const isShown = waiting.length > 0 || buttons.length > 0
  return { columns: isShown ? [column] : [], below: <PicksForm buttons={buttons} /> }
}

async function assignmentsOf(
  database: WebContext['database'],
  kind: QueuedKind | undefined,
  rows: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, Assignment>> {
  if (kind === undefined || rows.length === 0) return new Map()
  return readAssignments(database, { kind, ids: rows.map(({ id }) => id) })
}

/** The filter to the viewer's own cases, if the query asks for it. */
export function mineOf(
  kind: QueuedKind | undefined,
  { query, session }: DeskInput,
): Mine | undefined {
  if (kind === undefined || query.get('vue') !== mineView) return undefined
  return { kind, by: session.person.id }
}
