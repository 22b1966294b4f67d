import type { ComponentChild } from 'preact'
import type { QueuedKind } from '#domain/desk/case.ts'
import type { DeskAct } from '#use-cases/desk/act.ts'
import type { MoneyFilter } from '#use-cases/desk/money-sums.ts'
import type { Mine, QueuePage, Scoped } from '#use-cases/desk/queue.ts'
import type { WebContext } from '#web/context.ts'
import { SentWith } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { addressIn, InList, keptQuery } from './case-link.tsx'
import { readCase } from './desk/case.tsx'
import { type CasePages, caseRoutes, noteRoute } from './desk/case-routes.ts'
import { mineView } from './desk/case-verbs.ts'
import { mineOf, readCaseList, takeSeveralRoute } from './desk/picks.tsx'
import { severalRoutes } from './desk/several.tsx'
import type { SeveralForm } from './desk/several-form.ts'
import { DeskList, type EmptyList } from './desk-list.tsx'
import { ItemPage, type ItemProps, type Page } from './item-page.tsx'
import { readMerchantContext } from './merchant-card.tsx'
import { type FormOrder, takeOrder } from './order.ts'
import { Views } from './parts.tsx'
import { readQueue, viewOf } from './queue.ts'
import { filterOf, filterQuery, Narrowing, type QueueSums, rowsBesideSums } from './sums.tsx'
import { type DeskInput, deskReads, deskWrites } from './staff-page.ts'

/** A form on the page of one item. */
export interface ItemOrder<Item> extends FormOrder {
  /** Path segment of the form, after the page's path. */
  readonly verb: string
  /** The message on the next page once it is done. */
  readonly text: string
  /** What the form's decision depends on, if it differs from the other forms. */
  readonly seen?: (item: Item) => string
  /** The same for several ticked rows of the list. */
  readonly several?: SeveralForm<Item>
}

/** A queue of the desk: its list, the page of each item, and the actions there. */
export interface Queue<Item, View extends string, More> {
  readonly path: string
  /** Its name in cursors. */
  readonly name: string
  readonly title: string
  /** The kind of its items, if the staff can note on them or take them. */
  readonly kind?: QueuedKind
  /** True if the item can be taken. Without it the queue assigns in its own way, and filters by `mine` itself. */
  readonly waits?: (item: Item) => boolean
  /** The views of the list; the empty one first. */
  readonly views: Readonly<Record<View | '', string>>
  /** What the table lists, and in which order; for screen readers. */
  readonly caption: string
  readonly columns: (view: View | '') => readonly Column<Item>[]
  readonly empty: (view: View | '') => EmptyList
  /** Only a queue with sums is filtered. */
  readonly list: (
    page: QueuePage,
    view: View | '',
    filter?: MoneyFilter,
  ) => Promise<readonly Item[]>
  /** Sums of all that a view lists, for its total and its filters; none in a view without them. */
  readonly sums?: QueueSums<View>
  /** The time it is ordered by. */
  readonly at: (item: Item) => Date
  readonly one: Page<Item, More>
  readonly orders: readonly ItemOrder<Item>[]
  /** Shows a masked number in full; the audit log records who saw it. */
  readonly reveal?: {
    readonly verb: string
    readonly act: Pick<DeskAct, 'permission'>
    readonly read: (order: Parameters<DeskAct['work']>[1]) => Promise<string>
  }
}

/** The pages of a queue. */
export function queuePages<
  Item extends Scoped & { readonly id: string },
  View extends string,
  More,
>(context: WebContext, queue: Queue<Item, View, More>): readonly PageRoute[] {
  const { path, reveal, orders } = queue
  const one = `${path}/:id`
  const idOf = (input: DeskInput) => idParam(input, queue.one.notFound)
  const show = async (input: DeskInput, given: Partial<ItemProps<Item, More>> = {}) => {
    const item = await queue.one.find(idOf(input))
    const { kind, waits } = queue
    const [merchant, more, next, care] = await Promise.all([
      readMerchantContext(context.database, item.serviceEnvId),
      queue.one.more(item),
      nextOf(queue, item, openIn(queue, input)),
      kind && readCase(context.database, { kind, id: item.id, hasOwnWay: waits === undefined }),
    ])
    const found = { item, more, form: input.form, care }
    const props = { ...found, refused: null, shown: null, caseFaults: [], ...given }
    const { query } = openIn(queue, input)
    return (
      <SentWith value={addressIn(query, '')}>
        <ItemPage {...{ queue, merchant, next, props }} back={addressIn(query, path)} />
      </SentWith>
    )
  }
  const read = deskReads(context)
  return [
    read(path, (input) => showList(context, input, queue)),
    ...severalRoutes(context, queue),
    read(one, (input) => show(input)),
    ...casePages(context, queue, { idOf, page: (input, refused) => show(input, refused) }),
    ...(reveal ? [revealPage(context, `${one}/${reveal.verb}`, { reveal, idOf, show })] : []),
    ...orders.map(({ verb, text, seen = queue.one.seen, several: _several, ...order }) =>
      deskWrites(context, order.act.permission)(`${one}/${verb}`, (input) =>
        takeOrder(context, input, {
          ...order,
          ...(seen && { seenNow: async () => seen(await queue.one.find(idOf(input))) }),
          done: { to: addressIn(openIn(queue, input).query, `${path}/${idOf(input)}`), text },
          page: (refused) => show(input, { refused }),
        }),
      ),
    ),
  ]
}

interface OpenView<View> {
  readonly view: View | ''
  /** The view of somebody's own cases, if it is that one. */
  readonly mine: Mine | undefined
  /** As its address names it. */
  readonly name: string
  /** The cases that are chosen there, alike in every view; all, if the queue has no sums. */
  readonly filter: MoneyFilter
  /** The query of links that lead on in it. */
  readonly query: string
}

/** The view of the list that is shown, or that the case was opened from. */
function openIn<View extends string>(
  { kind, views, sums }: Pick<Queue<never, View, never>, 'kind' | 'views' | 'sums'>,
  input: DeskInput,
): OpenView<View> {
  const view = viewOf(input.query, Object.keys(views) as (View | '')[])
  const mine = mineOf(kind, input)
  const name = mine ? mineView : view
  const filter = sums ? filterOf(input.query) : {}
  const kept = new URLSearchParams(filterQuery(filter))
  kept.set('vue', name)
  return {
    view,
    mine,
    name,
    filter,
    query: keptQuery(kept),
  }
}

/** The page of the case that is next in its view, after the last one the oldest again; null if there is no other. */
async function nextOf<Item extends { readonly id: string }, View extends string>(
  { path, list, at }: Pick<Queue<Item, View, never>, 'path' | 'list' | 'at'>,
  item: Item,
  { view, mine, filter, query }: OpenView<View>,
): Promise<string | null> {
  const after = { createdAt: at(item), id: item.id }
  // Times are read to the millisecond, so the first of each may be the item itself.
  const other = (found: readonly Item[]) => found.find(({ id }) => id !== item.id)
  const next =
    other(await list({ limit: 2, after, mine }, view, filter)) ??
    other(await list({ limit: 2, mine }, view, filter))
  return next === undefined ? null : addressIn(query, `${path}/${next.id}`)
}

/** Routes for notes and, unless the queue assigns in its own way, for taking items and giving them back. */
function casePages<Item extends Scoped & { readonly id: string }>(
  context: WebContext,
  queue: Pick<Queue<Item, string, never>, 'kind' | 'path' | 'waits'> & {
    readonly one: Pick<Page<Item, never>, 'find'>
  },
  pages: Pick<CasePages<QueuedKind>, 'idOf' | 'page'>,
): readonly PageRoute[] {
  const { kind, path, waits, one } = queue
  if (kind === undefined) return []
  const all = { ...pages, kind, path, find: (input: DeskInput) => one.find(pages.idOf(input)) }
  if (waits === undefined) return [noteRoute(context, all)]
  return [takeSeveralRoute(context, { path, kind }), ...caseRoutes(context, all)]
}

interface Revealed {
  readonly reveal: NonNullable<Queue<unknown, string, unknown>['reveal']>
  readonly idOf: (input: DeskInput) => string
  readonly show: (input: DeskInput, given: { readonly shown: string }) => Promise<ComponentChild>
}

function revealPage(context: WebContext, path: string, { reveal, idOf, show }: Revealed) {
  return deskWrites(context, reveal.act.permission)(path, async (input) => {
    const { session, requestId } = input
    const order = { person: session.person, requestId, id: idOf(input), body: {} }
    return html(await show(input, { shown: await reveal.read(order) }))
  })
}

async function showList<Item extends Scoped & { readonly id: string }, View extends string, More>(
  context: WebContext,
  input: DeskInput,
  queue: Queue<Item, View, More>,
) {
  const { path, name, title, kind, views, caption, columns, empty, list, at } = queue
  const { view, mine, name: open, filter, query } = openIn(queue, input)
  const sums = await (queue.sums?.isIn(view) ? queue.sums.read({ mine }, view) : undefined)
  const { rows, next } = await readQueue(context, input, {
    list: `${name} ${open}`,
    path,
    rows: sums && rowsBesideSums,
    read: (page) => list({ ...page, mine }, view, filter),
    at,
  })
  const { below, ...besides } = await readCaseList(context, input, { queue, rows })
  return (
    <InList value={query}>
      <DeskList
        title={title}
        aside={
          <Views
            path={path}
            views={[...viewsOf(views), ...(kind ? [{ value: mineView, label: 'À moi' }] : [])]}
            open={open}
            filters={filterQuery(filter)}
          />
        }
        above={
          <Narrowing
            label={queue.sums?.label}
            merchant={rows[0]?.merchant.name}
            {...{ path, view: open, sums, filter }}
          />
        }
        caption={caption}
        columns={[...columns(view), ...besides.columns]}
        rows={rows}
        next={next}
        empty={mine ? nothingMine : empty(view)}
        below={below}
      />
    </InList>
  )
}

function viewsOf<View extends string>(views: Readonly<Record<View, string>>) {
  return Object.entries<string>(views).map(([value, label]) => ({ value, label }))
}

const nothingMine: EmptyList = {
  title: 'Rien n’est à vous ici',
  text: 'Ce dont vous vous occupez apparaît ici, pour que personne d’autre ne le commence.',
}
