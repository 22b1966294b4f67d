import type Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import type { KeyScope } from '#domain/keys/scopes.ts'
import type { ErrorCode, FieldError } from '#domain/errors/errors.ts'
import type { StaffPermission } from '#domain/people/staff-roles.ts'
import type { KeyKind } from '#domain/transactions/transaction.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import type { AddedVersion } from './added-version.ts'

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A route of the staff desk: what the role must allow, or that everybody may who is logged in there. */
export type StaffDoor = { readonly staff: StaffPermission | 'everybody' }

/** Which keys a route takes, or whom of the staff; `none` for the public routes, which read neither. */
export type RouteKeys = readonly KeyKind[] | StaffDoor | 'none'

/** Whether a route reads `Idempotency-Key` (docs/api.md#idempotency). */
export type Idempotency = 'required' | 'optional' | 'none'

/** One address of the API as data: the app serves it, the API description is made from it. */
export type Route = {
  readonly method: HttpMethod
  /** `/v2/...` or `/staff/api/...` with placeholders written `:id`. */
  readonly path: string
  readonly keys: RouteKeys
  /** What the key must have been made for besides. */
  readonly scope?: KeyScope
  /** The version that added it: there is no such route for a request that asks for none. */
  readonly since?: AddedVersion
  /** One line in French for the API description. */
  readonly summary: string
  /** What merchants’ developers read of it; the desk's routes have their summary alone. */
  readonly about?: About
  readonly body?: TSchema
  /** Where a body may be larger than others: files. */
  readonly bodyBytesMax?: number
  readonly query?: TSchema
  /** Placeholders; the `code` of a refused one is the answer, such as `transaction_not_found`. */
  readonly params?: TSchema
  readonly idempotency: Idempotency
  /** True where the version before answers at the same address and method: the newer one is named for its additions alone. */
  readonly hasBefore?: boolean
  /** True where a repeat does something anew though nothing is created: another secret takes the place of the last. */
  readonly actsAnew?: boolean
  /** HTTP status of a success that names none. */
  readonly success: number
  /** What a success carries; left out where a route never succeeds. */
  readonly answer?: AnswerSchema
  /** HTTP statuses of refusals that other routes of its method do not have. */
  readonly refusals?: readonly number[]
  checkFields?(input: CheckInput): readonly FieldError[] | Promise<readonly FieldError[]>
  handler(input: RouteInput): Answer | Promise<Answer>
}

/** A route of merchants as its description tells it, in English (docs/api.md#the-description). */
export type About = {
  /** The operation's stable name, such as `createCollection`: clients are made with it. */
  readonly name: string
  /** One line in English. */
  readonly title: string
  /** What it does and what to know before calling it, in Markdown. */
  readonly text: string
  /** Bodies to send, by what they show; each is sent to the running service by a test. */
  readonly examples?: Readonly<Record<string, object>>
  /** Codes of its own rules; those of the key, the form and the fields are known from the route. */
  readonly codes?: readonly ErrorCode[]
  /** What the fields of the body must be to one another, as JSON Schema says it: `if`, `then`, `else`, `dependentSchemas`. */
  readonly rules?: Readonly<Record<string, unknown>>
}

/** The kind of object in `data`, one or a list of them, and what a list adds to its `meta`. */
export type AnswerSchema = {
  readonly object: { readonly name: string; readonly schema: TSchema }
  readonly isList?: boolean
  readonly meta?: Readonly<Record<string, TSchema>>
}

/** Known to every step of one request. */
export type RequestFacts<Keys extends RouteKeys = RouteKeys> = {
  /** Null only on routes without a key; on those of the staff the session. */
  readonly caller: CallerOf<Keys>
  /** Of the network, as limits count it. */
  readonly address: string
  readonly requestId: string
}

type CallerOf<Keys extends RouteKeys> = Keys extends 'none'
  ? null
  : Keys extends StaffDoor
    ? Session<'staff'>
    : Caller

/** Fields that the schema took, for the checks that a schema cannot express; refused fields are left out. */
export type CheckInput<
  Body = unknown,
  Query = unknown,
  Keys extends RouteKeys = RouteKeys,
> = RequestFacts<Keys> & {
  readonly body: Readonly<Partial<Body>>
  readonly query: Readonly<Partial<Query>>
  /** The source text of a number of the body. */
  readonly numberText: (field: string) => string | undefined
}

/** All that a handler may know of a request; everything in it has been checked. */
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
   * Method, path and canonical body: the text whose keyed hash is the fingerprint of the request
   * (docs/api.md#idempotency).
   */
  readonly canonicalRequest: string
  /** The source text of a number of the body, for `parseAmount`. */
  readonly numberText: (field: string) => string | undefined
  /** Aborted when the client leaves before the answer. */
  readonly signal: AbortSignal
}

/** What a handler answers: an object to put in the envelope, or the exact text of an answer given before. */
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

/** `requestId` is that of the request which made the text, so that header and body agree (docs/api.md#idempotency). */
export type StoredAnswer = {
  readonly status: number
  readonly text: string
  readonly requestId: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A route as its file writes it: the types of what the handler gets follow from the schemas. */
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

/** Describes one address of the API. */
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
 * Whether an `Idempotency-Key` is refused: where a merchant's server makes something, or has it done anew, a key that is not
 * honoured must not seem to be (docs/api.md#idempotency).
 */
export function refusesKey({ path, idempotency, success, actsAnew }: Route): boolean {
  const isRepeatable = success === okStatus && actsAnew !== true
  return idempotency === 'none' && !isRepeatable && path.startsWith('/v2')
}
