import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { StaffPermission } from '#domain/people/staff-roles.ts'
import type { ActOrder, DeskAct } from '#use-cases/desk/act.ts'
import type { ApiContext } from '#http/context.ts'
import type { CursorPosition } from '#http/cursor.ts'
import { choiceField, pageFields } from '#http/fields.ts'
import { page, timeAndId, timePosition, wholeList } from '#http/page.ts'
import {
  type AnswerSchema,
  type Route,
  route,
  type RouteInput,
  type StaffDoor,
} from '#http/route.ts'

/** The desk has three kinds of routes: actions, lists, and reads of one thing. */
interface Described {
  readonly path: string
  readonly summary: string
  readonly answer: AnswerSchema['object']
}

/** The definition of an action's route. */
export interface ActRoute<Body extends TSchema, Result> extends Described {
  readonly act: DeskAct<Body, Result>
  /** `POST` by default; `GET` for reads that the audit log keeps. */
  readonly method?: 'GET'
  readonly params?: TSchema
  readonly bodyBytesMax?: number
  readonly present: (result: Result) => object | Promise<object>
  /** Headers of the 201 answer, for actions that create something. */
  readonly made?: (result: Result) => Readonly<Record<string, string>>
}

/** A route that performs an action. */
export function actRoute<Body extends TSchema, Result>(
  context: ApiContext,
  { act, answer, present, made, method, ...described }: ActRoute<Body, Result>,
): Route {
  return route({
    method: method ?? 'POST',
    keys: { staff: act.permission },
    ...described,
    ...(made && { success: 201 }),
    answer: { object: answer },
    ...(method !== 'GET' && { body: act.body }),
    checkFields: ({ body }) => act.checkFields?.(body) ?? [],
    async handler(input) {
      const result = await act.work(context, orderOf(input))
      const data = await present(result)
      return { body: { data }, ...(made && { headers: made(result) }) }
    },
  })
}

/** The headers of something made, or there already, at a path. */
export function made(path: string) {
  return ({ id, isNew = true }: { readonly id: string; readonly isNew?: boolean }) => ({
    Location: `${path}/${id}`,
    ...(!isNew && { 'Idempotent-Replayed': 'true' }),
  })
}

/** The order of an action, from a request. */
function orderOf<Body>(
  input: Pick<
    RouteInput<Body, unknown, unknown, StaffDoor>,
    'caller' | 'requestId' | 'body' | 'params'
  >,
): ActOrder<Body> {
  const { id = '' } = (input.params ?? {}) as { readonly id?: string }
  const { caller, requestId, body } = input
  return { person: caller.person, requestId, id, body }
}

/** What several actions on one thing share. */
type ActOf<Result> = Pick<ActRoute<never, Result>, 'answer' | 'params' | 'present'>

/** The routes of the actions on the thing at a path, by verb, each with its summary. */
export function actRoutes<Result>(
  context: ApiContext,
  at: ActOf<Result> & { readonly path: string },
  acts: Readonly<Record<string, readonly [summary: string, act: DeskAct<TSchema, Result>]>>,
): readonly Route[] {
  const { path, ...described } = at
  return Object.entries(acts).map(([verb, [summary, act]]) =>
    actRoute(context, { ...described, path: `${path}/${verb}`, summary, act }),
  )
}

/** For lists of what is open, by default, or of everything. */
export const stateParameter = Type.Optional(choiceField('invalid_parameter', ['open', 'all']))

/**
 * For each queue with cases of both modes. Bank transfers, differences and openings exist in live only; suspensions and
 * requests for new terms are few, and each says its mode.
 */
export const modeParameter = Type.Optional(choiceField('invalid_parameter', ['live', 'sandbox']))

interface ListRoute<Filters extends TProperties, Row> extends Described {
  /** `queues.view` by default. */
  readonly permission?: StaffPermission
  /** Its filters, in addition to cursor and limit. */
  readonly filters?: Filters
  /** Its name in cursors; includes filter values that need a cursor of their own. Its path by default. */
  readonly list?: (asked: Static<TObject<Filters>>) => string
  readonly checkFields?: (
    asked: Readonly<Partial<Static<TObject<Filters>>>>,
  ) => ReturnType<NonNullable<Route['checkFields']>>
  readonly read: (
    page: { readonly limit: number; readonly after: CursorPosition | undefined },
    asked: Static<TObject<Filters>>,
  ) => Promise<readonly Row[]>
  readonly positionOf: (row: Row) => CursorPosition
  readonly present: (row: Row) => object
}

/** A route that lists rows, page by page. */
export function listRoute<Filters extends TProperties, Row>(
  context: Pick<ApiContext, 'cursors'>,
  definition: ListRoute<Filters, Row>,
): Route {
  const { path, summary, answer, permission = 'queues.view', filters, checkFields } = definition
  const { list = () => path, read, positionOf, present } = definition
  return route({
    method: 'GET',
    path,
    keys: { staff: permission },
    summary,
    answer: { object: answer, isList: true },
    query: Type.Object({
      ...pageFields,
      ...filters,
    }),
    checkFields: ({ query }) => checkFields?.(query as Static<TObject<Filters>>) ?? [],
    async handler({ query, caller }) {
      const asked = query as Asked & Static<TObject<Filters>>
      const body = await page(context, {
        place: { list: list(asked), scope: caller.person.id },
        asked,
        read: (part) => read(part, asked),
        positionOf,
        present,
      })
      return { body }
    },
  })
}

interface Asked {
  readonly limit?: number
  readonly cursor?: string
}

interface QueueRoute<Filters extends TProperties, Row> extends Omit<
  ListRoute<Filters, Row>,
  'read' | 'positionOf'
> {
  readonly read: (
    page: { readonly limit: number; readonly after: ReturnType<typeof timeAndId> },
    asked: Static<TObject<Filters>>,
  ) => Promise<readonly Row[]>
  /** The time that the list is ordered by. */
  readonly at: (row: Row) => Date
}

/** A route that lists rows ordered by time. */
export function queueRoute<Filters extends TProperties, Row extends { readonly id: string }>(
  context: Pick<ApiContext, 'cursors'>,
  { read, at, ...definition }: QueueRoute<Filters, Row>,
): Route {
  return listRoute<Filters, Row>(context, {
    ...definition,
    read: ({ limit, after }, asked) => read({ limit, after: timeAndId(after) }, asked),
    positionOf: (row) => timePosition(at(row), row.id),
  })
}

interface WholeRoute<Row> extends Described {
  /** `queues.view` by default. */
  readonly permission?: StaffPermission
  readonly read: () => Promise<readonly Row[]>
  readonly present: (row: Row) => object
}

/** A route that lists rows of which there are never many, all at once. */
export function wholeRoute<Row>({ path, summary, answer, ...how }: WholeRoute<Row>): Route {
  const { permission = 'queues.view', read, present } = how
  return route({
    method: 'GET',
    path,
    keys: { staff: permission },
    summary,
    answer: { object: answer, isList: true },
    handler: async () => ({ body: wholeList((await read()).map((row) => present(row))) }),
  })
}

interface ReadRoute extends Described {
  /** `queues.view` by default. */
  readonly permission?: StaffPermission
  readonly params: TSchema
  readonly read: (id: string) => Promise<object>
}

/** A route that reads one thing. */
export function readRoute({ path, summary, answer, permission, params, read }: ReadRoute): Route {
  return route({
    method: 'GET',
    path,
    keys: { staff: permission ?? 'queues.view' },
    summary,
    answer: { object: answer },
    params,
    handler: async (input) => ({ body: { data: await read((input.params as { id: string }).id) } }),
  })
}
