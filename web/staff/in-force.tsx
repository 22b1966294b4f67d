import type { ComponentChild } from 'preact'
import type { ErrorCode } from '#domain/errors/errors.ts'
import type { DeskAct } from '#use-cases/desk/act.ts'
import type { Named } from '#use-cases/desk/owner-columns.ts'
import type { QueuePage } from '#use-cases/desk/queue.ts'
import type { WebContext } from '#web/context.ts'
import { Ask } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { TextField } from '#web/design/field.tsx'
import { type FieldFault, Form } from '#web/design/form.tsx'
import { SeenField } from '#web/design/seen.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { StaffFrame } from './frame.tsx'
import { type FormOrder, passwordSentence, reasonSentence, takeOrder } from './order.ts'
import {
  Heading,
  Next,
  PasswordField,
  type RefusedAct,
  RefusedNotice,
  State,
  Views,
} from './parts.tsx'
import { paths } from './paths.ts'
import { readQueue, viewOf } from './queue.ts'
import { type DeskInput, deskReads, deskWrites, may, useMay } from './staff-page.ts'

/** Who put it in force, when and why, and who ended it. */
interface Past {
  readonly by: Named | null
  readonly at: Date
  readonly reason: string | null
  readonly endedBy: Named | null
  readonly endedAt: Date | null
}

/** What the staff puts in force and ends, on one page: rules on funds, suspensions of payouts. */
export interface InForce<Row extends { readonly id: string }, More> {
  readonly path: string
  readonly title: string
  readonly empty: { readonly title: string; readonly text: string }
  readonly list: (page: QueuePage & { readonly isOpen: boolean }) => Promise<readonly Row[]>
  readonly find: (id: string) => Promise<Row>
  readonly notFound: ErrorCode
  readonly past: (row: Row) => Past
  /** What it does, as the heading of its card. */
  readonly heading: (row: Row) => ComponentChild
  /** Its state while it is in force, and once it is ended. */
  readonly states: readonly [inForce: string, ended: string]
  /** Shown next to the state. */
  readonly mark?: (row: Row) => ComponentChild
  /** For whom it is in force; nothing if the heading says it. */
  readonly owner: (row: Row) => ComponentChild
  /** What the form that adds one needs. */
  readonly more: (input: DeskInput) => Promise<More>
  readonly make: FormOrder & {
    /** The message once it is done. */
    readonly text: string
    readonly form: (props: MakeProps<More>) => ComponentChild
  }
  readonly end: {
    readonly act: DeskAct
    /** The last segment of its path, and in English the prefix of its field. */
    readonly word: string
    readonly field: string
    readonly text: string
    readonly ask: string
    readonly button: string
  }
}

/** The fields that add one, in a form of the page. */
export interface MakeProps<More> {
  readonly more: More
  readonly faults: readonly FieldFault[]
  /** What was typed, if it was refused. */
  readonly form: SentForm
}

/** The page of what is in force, with the routes that add one and end one. */
export function inForcePages<Row extends { readonly id: string }, More>(
  context: WebContext,
  kind: InForce<Row, More>,
): readonly PageRoute[] {
  const { path, make, end } = kind
  const show = (input: DeskInput, refused: RefusedAct | null) =>
    showPage(context, input, { kind, refused })
  const { text, form: _form, ...order } = make
  return [
    deskReads(context)(path, (input) => show(input, null)),
    deskWrites(context, make.act.permission)(path, (input) =>
      takeOrder(context, input, {
        ...order,
        done: { to: path, text },
        page: (refused) => show(input, refused),
      }),
    ),
    deskWrites(context, end.act.permission)(`${path}/:id/${end.word}`, (input) => {
      const id = idParam(input, kind.notFound)
      const [field, passwordField] = [endField(kind, id), endPassword(kind, id)]
      return takeOrder(context, input, {
        act: end.act,
        fields: { [field]: reasonSentence, [passwordField]: passwordSentence },
        reasonField: field,
        passwordField,
        seenNow: async () => seenOf(kind.past(await kind.find(id))),
        done: { to: path, text: end.text },
        page: (refused) => show(input, refused),
      })
    }),
  ]
}

/** Each field of a page has a unique name, by which screen readers find it: `lift-reason-<id>`. */
function endField({ end }: { readonly end: { readonly field: string } }, id = ''): string {
  return `${end.field}-reason-${id}`
}

function endPassword({ end }: { readonly end: { readonly field: string } }, id = ''): string {
  return `${end.field}-password-${id}`
}

/** The state that a decision to end it depends on. */
function seenOf({ endedAt }: Past): string {
  return endedAt === null ? 'open' : 'ended'
}

const views = [
  { value: '', label: 'En vigueur' },
  { value: 'all', label: 'Toutes' },
]

interface PageProps<Row extends { readonly id: string }, More> {
  readonly kind: InForce<Row, More>
  readonly refused: RefusedAct | null
  readonly form: SentForm
}

async function showPage<Row extends { readonly id: string }, More>(
  context: WebContext,
  input: DeskInput,
  { kind, refused }: Pick<PageProps<Row, More>, 'kind' | 'refused'>,
) {
  const { path, title, list, past, empty, make } = kind
  const view = viewOf(input.query, ['all'])
  const { rows, next } = await readQueue(context, input, {
    list: `${path} ${view}`,
    path,
    read: (page) => list({ ...page, isOpen: view === '' }),
    at: (row) => past(row).at,
  })
  const { session: desk, form } = input
  const props = { kind, refused, form }
  return (
    <StaffFrame title={title}>
      <Heading title={title}>
        <Views path={path} views={views} open={view} />
      </Heading>
      <RefusedNotice refused={refused} />
      <div class="split">
        <div class="stack">
          {rows.length === 0 && (
            <Empty title={empty.title} icon="check">
              <p>{empty.text}</p>
            </Empty>
          )}
          {rows.map((row) => (
            <One key={row.id} row={row} {...props} />
          ))}
          <Next href={next} />
        </div>
        {may(desk, make.act.permission) && <Make {...props} more={await kind.more(input)} />}
      </div>
    </StaffFrame>
  )
}

function One<Row extends { readonly id: string }, More>({
  row,
  kind,
  refused,
  form,
}: PageProps<Row, More> & { readonly row: Row }) {
  const { heading, mark, past, states, path, end } = kind
  const { endedAt } = past(row)
  const field = endField(kind, row.id)
  const passwordField = endPassword(kind, row.id)
  const faults = refused?.faults ?? []
  const error = errorAt(faults, field)
  const isOpen = error !== undefined || errorAt(faults, passwordField) !== undefined
  return (
    <section class="card stack">
      <div class="row spread">
        <h2>{heading(row)}</h2>
        <span class="row">
          {mark?.(row)}
          <State of={endedAt ? ['still', states[1]] : ['wait', states[0]]} />
        </span>
      </div>
      <PastLine row={row} kind={kind} />
      {useMay(end.act.permission) && endedAt === null && (
        <Ask button={end.ask} isOpen={isOpen}>
          <Form action={`${path}/${row.id}/${end.word}`}>
            <SeenField value={seenOf(past(row))} />
            <TextField
              name={field}
              label="Motif"
              value={form.text(field)}
              error={error}
              maxLength={500}
            />
            <PasswordField name={passwordField} faults={faults} />
            <Button>{end.button}</Button>
          </Form>
        </Ask>
      )}
    </section>
  )
}

/** For whom it is, who put it in force and why, and who ended it. */
function PastLine<Row extends { readonly id: string }, More>({
  row,
  kind,
}: {
  readonly row: Row
  readonly kind: InForce<Row, More>
}) {
  const { by, at, reason, endedBy, endedAt } = kind.past(row)
  const owner = kind.owner(row)
  return (
    <p class="soft small">
      {owner}
      {owner && ' · '}
      {by?.name ?? 'Installation'}, <Time at={at} />
      {reason && `\u00A0: ${reason}`}
      {endedAt && (
        <>
          <br />
          {kind.states[1]} par {endedBy?.name}, <Time at={endedAt} />
        </>
      )}
    </p>
  )
}

/** A merchant’s name, which leads to its page. */
export function MerchantName({ id, name }: Named) {
  return <a href={`${paths.merchants}/${id}`}>{name}</a>
}

function Make<Row extends { readonly id: string }, More>({
  kind,
  refused,
  form,
  more,
}: PageProps<Row, More> & { readonly more: More }) {
  const all = refused?.faults ?? []
  const ofEnd = [endField(kind), endPassword(kind)]
  const isOwn = all.some(
    ({ field }) => field !== null && !ofEnd.some((start) => field.startsWith(start)),
  )
  return kind.make.form({ more, faults: isOwn ? all : [], form })
}
