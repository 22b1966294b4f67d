import type Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { KeyScope } from '#domain/keys/scopes.ts'
import type { ErrorCode, FieldError } from '#domain/errors/errors.ts'
import type { Language } from '#domain/text/language.ts'
import type { StaffPermission } from '#domain/people/staff-roles.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import type { AddedVersion } from './added-version.ts'

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Who may use a staff route: the permission that the role must have, or every logged-in member of staff. */
export type StaffDoor = { readonly staff: StaffPermission | 'everybody' }

/** The kinds of key that a route takes, or its staff permission; `none` for public routes, which read neither. */
export type RouteKeys = readonly KeyKind[] | StaffDoor | 'none'

/** Whether a route reads `Idempotency-Key` (docs/api.md#idempotency). */
export type Idempotency = 'required' | 'optional' | 'none'

/** One route of the API as data: the app serves it, and the API description is generated from it. */
export type Route = {
  readonly method: HttpMethod
  /** `/v2/...` or `/staff/api/...` with placeholders written `:id`. */
  readonly path: string
  readonly keys: RouteKeys
  /** A scope that the key needs in addition. */
  readonly scope?: KeyScope
  /** The version that added the route; it does not exist for requests that do not name the version. */
  readonly since?: AddedVersion
  /** One line in French for the API description. */
  readonly summary: string
  /** What merchants' developers read about it; routes of the desk only have a summary. */
  readonly about?: About
  readonly body?: TSchema
  /** A larger body limit, for files. */
  readonly bodyBytesMax?: number
  readonly query?: TSchema
  /** Path parameters; the `code` of an invalid one is the answer, such as `transaction_not_found`. */
  readonly params?: TSchema
  readonly idempotency: Idempotency
  /** True if the previous version has a route with the same method and path: the newer one must be named. */
  readonly hasBefore?: boolean
  /**
   * True if repeating it has an effect although nothing is created: for example, another secret replaces the last.
   */
  readonly actsAnew?: boolean
  /** HTTP status of a success, unless the handler sets one. */
  readonly success: number
  /** The answer of a success; undefined for routes that never succeed. */
  readonly answer?: AnswerSchema
  /** HTTP statuses of refusals that other routes with its method do not have. */
  readonly refusals?: readonly number[]
  checkFields?(input: CheckInput): readonly FieldError[] | Promise<readonly FieldError[]>
  handler(input: RouteInput): Answer | Promise<Answer>
}

/** The description of a merchants' route, in English (docs/api.md#the-description). */
export type About = {
  /** The operation's stable name, such as `createCollection`: client generators use it. */
  readonly name: string
  /** One line in English. */
  readonly title: string
  /** What it does and what to know before calling it, in Markdown. */
  readonly text: string
  /** Example bodies by what they show; a test sends each to the running service. */
  readonly examples?: Readonly<Record<string, object>>
  /** Codes of its own rules; those of key, format and fields follow from the route. */
  readonly codes?: readonly ErrorCode[]
  /** Rules between fields of the body as JSON Schema: `if`, `then`, `else`, `dependentSchemas`. */
  readonly rules?: Readonly<Record<string, unknown>>
}

/** The kind of object in `data`, whether it is a list, and what a list adds to `meta`. */
export type AnswerSchema = {
  readonly object: { readonly name: string; readonly schema: TSchema }
  readonly isList?: boolean
  readonly meta?: Readonly<Record<string, TSchema>>
}

/** What every step of a request knows. */
export type RequestFacts<Keys extends RouteKeys = RouteKeys> = {
  /** Null only on routes without a key; on staff routes the session. */
  readonly caller: CallerOf<Keys>
  /** The client's address or network, as limits count it. */
  readonly address: string
  readonly requestId: string
}

type CallerOf<Keys extends RouteKeys> = Keys extends 'none'
  ? null
  : Keys extends StaffDoor
    ? Session<'staff'>
    : Caller

/** Fields that the schema accepted, for checks that a schema cannot express; refused fields are left out. */
export type CheckInput<
  Body = unknown,
  Query = unknown,
  Keys extends RouteKeys = RouteKeys,
> = RequestFacts<Keys> & {
  readonly body: Readonly<Partial<Body>>
  readonly query: Readonly<Partial<Query>>
  /** The source text of a number in the body. */
  readonly numberText: (field: string) => string | undefined
}

/** What a handler knows of a request; all of it is validated. */
export type RouteInput<
  Body = unknown,
  Query = unknown,
  Params = unknown,
  Keys extends RouteKeys = RouteKeys,
  Rule extends Idempotency = Idempotency,
> = RequestFacts<Keys> & {
  readonly body: Body
  readonly query: Query
  readonly params: Params
  readonly idempotencyKey: Rule extends 'required' ? string : string | null
  /**
   * Method, path and canonical body: the text whose keyed hash is the request's fingerprint
   * (docs/api.md#idempotency).
   */
  readonly canonicalRequest: string
  /** The source text of a number in the body, for `parseAmount`. */
  readonly numberText: (field: string) => string | undefined
  /** Aborted when the client leaves before the answer. */
  readonly signal: AbortSignal
  /** The language of the sentences in the answer. */
  readonly language: Language
}

/** What a handler returns: an object for the envelope, or the exact text of an earlier answer. */
export type Answer = FreshAnswer | StoredAnswer

export type FreshAnswer = {
  readonly status?: number
  readonly body: AnswerBody
  readonly headers?: Readonly<Record<string, string>>
}

/** `meta` is without `request_id`, which the envelope adds. */
export type AnswerBody = {
  readonly data: unknown
  readonly meta?: Readonly<Record<string, unknown>>
}

/**
 * `requestId` is that of the request that produced the text, so that header and body agree (docs/api.md#idempotency).
 */
export type StoredAnswer = {
  readonly status: number
  readonly text: string
  readonly requestId: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A route as its file declares it: the types of the handler's input follow from the schemas. */
export type RouteDefinition<
  Body extends TSchema,
  Query extends TSchema,
  Params extends TSchema,
  Keys extends RouteKeys,
  Rule extends Idempotency,
> = {
  readonly method: HttpMethod
  readonly path: string
  readonly keys: Keys
  readonly scope?: KeyScope
  readonly since?: AddedVersion
  readonly summary: string
  readonly about?: About
  readonly body?: Body
  readonly bodyBytesMax?: number
  readonly query?: Query
  readonly params?: Params
  readonly idempotency?: Rule
  readonly actsAnew?: boolean
  readonly success?: number
  readonly answer?: AnswerSchema
  readonly refusals?: readonly number[]
  checkFields?(
    input: CheckInput<Static<Body>, Static<Query>, Keys>,
  ): readonly FieldError[] | Promise<readonly FieldError[]>
  handler(
    input: RouteInput<Static<Body>, Static<Query>, Static<Params>, Keys, Rule>,
  ): Answer | Promise<Answer>
}

/** Defines one route of the API. */
export function route<
  Body extends TSchema = Type.TObject<{}>,
  Query extends TSchema = Type.TObject<{}>,
  Params extends TSchema = Type.TObject<{}>,
  const Keys extends RouteKeys = RouteKeys,
  Rule extends Idempotency = 'none',
>(definition: RouteDefinition<Body, Query, Params, Keys, Rule>): Route {
  return { idempotency: 'none', success: 200, ...definition }
}

const okStatus = 200

/**
 * Whether an `Idempotency-Key` is refused: if a merchant's server creates something, or repeats something with an
 * effect, a key that is ignored must not look honoured (docs/api.md#idempotency).
 */
export function refusesKey({ path, idempotency, success, actsAnew }: Route): boolean {
  const isRepeatable = success === okStatus && actsAnew !== true
  return idempotency === 'none' && !isRepeatable && path.startsWith('/v2')
}
