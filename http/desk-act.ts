import type { Static, TSchema } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import { confirmPassword } from '#use-cases/sessions/confirm-password.ts'
import type { Session } from '#use-cases/sessions/sessions.ts'
import type { ApiContext } from './context.ts'
import type { Answer } from './route.ts'
import { bodyCheck } from './validate.ts'

/** What an act is about, by its UUID. */
interface Subject {
  readonly id: string
}

/** What an act is given, by a route as by a page. */
export interface ActInput<Body = unknown, Params = Subject> {
  readonly caller: Session<'staff'>
  readonly requestId: string
  readonly params: Params
  readonly body: Body
}

/** An act of the desk: what it asks for, and how it is ordered, with its line in the audit log. */
export interface DeskAct<Body extends TSchema = TSchema, Params = Subject> {
  readonly body: Body
  /** What the schema cannot say. */
  readonly checkFields?: (body: Readonly<Partial<Static<Body>>>) => readonly FieldError[]
  readonly order: (context: ApiContext, input: ActInput<Static<Body>, Params>) => Promise<Answer>
}

/** Describes one. */
export function deskAct<Body extends TSchema>(act: DeskAct<Body>): DeskAct<Body> {
  return act
}

/** Describes one that makes what it is about. */
export function makingAct<Body extends TSchema>(
  act: DeskAct<Body, unknown>,
): DeskAct<Body, unknown> {
  return act
}

/** Orders an act with the fields of a form; what is wrong with them, as its route would find it, or nothing once it is done. */
export async function orderWithFields<Body extends TSchema, Params>(
  context: ApiContext,
  act: DeskAct<Body, Params>,
  input: ActInput<Readonly<Record<string, unknown>>, Params>,
): Promise<readonly FieldError[]> {
  const refused = fieldErrors(act, input.body)
  const body = input.body as Static<Body>
  if (refused.length === 0) await act.order(context, { ...input, body })
  return refused
}

/** What is wrong with fields, before anything is ordered with them. */
export function fieldErrors<Body extends TSchema>(
  { body, checkFields }: Pick<DeskAct<Body>, 'body' | 'checkFields'>,
  fields: unknown,
): readonly FieldError[] {
  const errors = bodyCheck(body)(fields)
  return errors.length > 0 ? errors : (checkFields?.(fields as Static<Body>) ?? [])
}

/**
 * Lets money go: whoever orders it gives their password, so that a desk left open lets none go. Refusals: wrong_password,
 * too_many_attempts.
 */
export async function confirmed<Result>(
  { database }: Pick<ApiContext, 'database'>,
  { caller, body: { password } }: ActInput<{ readonly password: string }>,
  work: () => Promise<Result>,
): Promise<Result> {
  await confirmPassword(database, caller.person, password)
  return work()
}
