import type { ComponentChild } from 'preact'
import { type ErrorCode, fail } from '#domain/errors/errors.ts'
import { isUuid } from '#domain/ids.ts'
import type { Scoped } from '#use-cases/desk/queue.ts'
import { actOnSeveral, type SeveralDone } from '#use-cases/desk/several.ts'
import { fieldErrors } from '#http/desk-act.ts'
import type { WebContext } from '#web/context.ts'
import { SentWith } from '#web/design/form.tsx'
import { seenOf } from '#web/design/seen.tsx'
import { refuse } from '#web/errors/refusal.ts'
import { html, redirect } from '#web/http/answer.ts'
import { param, type PageRoute } from '#web/http/route.ts'
import { addressIn, InList, keptQuery } from '#web/staff/case-link.tsx'
import { bodyOf, staleText, takeForm } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { type DeskInput, deskWrites, staffPage } from '#web/staff/staff-page.ts'
import { pickField, reviewVerb } from './case-verbs.ts'
import { listAddress, noPicks, picksOf } from './picks.tsx'
import type { SeveralForm, SeveralOf } from './several-form.ts'
import {
  type Decided,
  DecidedPage,
  ReviewPage,
  seenFieldOf,
  type SeveralPage,
} from './several-pages.tsx'

interface Order<Item> extends SeveralOf<Item> {
  readonly seen?: (item: Item) => string
}

interface Queue<Item> {
  readonly path: string
  readonly title: string
  readonly one: SeveralPage<Item>['one'] & {
    readonly notFound: ErrorCode
    readonly find: (id: string) => Promise<Item>
    readonly seen?: (item: Item) => string
  }
  readonly orders: readonly Order<Item>[]
}

/** The same, of one of its orders. */
interface Several<Item> extends Omit<Queue<Item>, 'orders'> {
  readonly order: Order<Item>
  readonly several: SeveralForm<Item>
}

/**
 * For each order that several rows may have at once: a page that names each of them and their total, and the form
 * there. Its address contains a digest of what the page showed, so that a passkey signs for exactly these items.
 */
export function severalRoutes<Item extends Scoped & { readonly id: string }>(
  context: WebContext,
  { orders, ...queue }: Queue<Item>,
): readonly PageRoute[] {
  return orders.flatMap((order) => {
    const { several } = order
    return several ? routesOf(context, { ...queue, order, several }) : []
  })
}

function routesOf<Item extends Scoped & { readonly id: string }>(
  context: WebContext,
  queue: Several<Item>,
): readonly PageRoute[] {
  const { path, order } = queue
  const { permission } = order.act
  const write = deskWrites(context, permission)
  const review = `${path}/${reviewVerb(order.verb)}`
  return [
    write(review, (input) => {
      const ids = picksOf(input.form.all(pickField))
      if (ids.length === 0) return noPicks(listAddress(path, input))
      const query = new URLSearchParams(keptQuery(input.query))
      for (const id of ids) query.append(pickField, id)
      return redirect(`${review}?${query}`)
    }),
    staffPage(context, {
      method: 'GET',
      path: review,
      permission,
      async handler(input) {
        const ids = picksOf(input.query.getAll(pickField))
        if (ids.length === 0) return noPicks(addressIn(keptQuery(input.query), path))
        return html(await show(input, queue, { ids, refused: null }))
      },
    }),
    write(`${path}/${order.verb}/:lot`, (input) => decide(context, input, queue)),
  ]
}

function findAll<Item>(
  { one }: Pick<Several<Item>, 'one'>,
  ids: readonly string[],
): Promise<Item[]> {
  return Promise.all(
    ids.map((id) => {
      if (!isUuid(id)) throw fail(one.notFound)
      return one.find(id)
    }),
  )
}

/** What a decision about the item depends on. */
function seenIn<Item>({ order, one }: Several<Item>, item: Item): string {
  return (order.seen ?? one.seen)?.(item) ?? ''
}

async function show<Item extends Scoped & { readonly id: string }>(
  { session: desk, form, query }: DeskInput,
  queue: Several<Item>,
  { ids, refused }: { readonly ids: readonly string[]; readonly refused: RefusedAct | null },
) {
  const { path, order } = queue
  const items = await findAll(queue, ids)
  const fitting = items.filter((item) => queue.several.whyNot(item, desk.person.id) === null)
  const seen = new Map(fitting.map((item) => [item.id, seenIn(queue, item)]))
  const action = `${path}/${order.verb}/${seenOf([...seen])}`
  return inList(query, <ReviewPage {...queue} {...{ items, seen, action, refused, form }} />)
}

/** A page whose links and forms lead on in the view and the filters of its list. */
function inList(query: URLSearchParams, page: ComponentChild) {
  const kept = keptQuery(query)
  return (
    <SentWith value={addressIn(kept, '')}>
      <InList value={kept}>{page}</InList>
    </SentWith>
  )
}

async function decide<Item extends Scoped & { readonly id: string }>(
  context: WebContext,
  input: DeskInput,
  queue: Several<Item>,
) {
  const { session, requestId, form } = input
  const { several, order } = queue
  const ids = picksOf(form.all(pickField))
  const seen = new Map(ids.map((id) => [id, form.text(seenFieldOf(id))]))
  if (seenOf([...seen]) !== param(input, 'lot')) throw refuse('bad_request')
  const body = bodyOf(form, Object.keys(several.fields))
  return takeForm({
    errors: fieldErrors(order.act, body),
    sentences: several.fields,
    page: (refused) => show(input, queue, { ids, refused }),
    async work() {
      const { person } = session
      const items = await findAll(queue, ids)
      const asShown = items.filter((item) => seenIn(queue, item) === seen.get(item.id))
      const asked = { person, requestId, body, ids: asShown.map(({ id }) => id) }
      const done = await actOnSeveral(context, order.act, asked)
      const now = await findAll(queue, ids)
      const decided = now.map((item) => decidedOf(item, { queue, done, personId: person.id }))
      return html(inList(input.query, <DecidedPage {...queue} decided={decided} />))
    },
  })
}

interface Outcome<Item> {
  readonly queue: Several<Item>
  readonly done: SeveralDone
  readonly personId: string
}

/** The result of one: sending the same form again finds its items done. */
function decidedOf<Item extends { readonly id: string }>(
  item: Item,
  { queue: { several }, done, personId }: Outcome<Item>,
): Decided<Item> {
  const outcome = done.get(item.id)
  if (outcome === 'done') return { item, outcome }
  if (several.isDone(item, personId)) return { item, outcome: 'already' }
  return { item, outcome: { refused: outcome?.message ?? staleText } }
}
