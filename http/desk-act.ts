import type { Static, TSchema } from 'typebox'
import type { FieldError } from '#domain/errors/errors.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import type { ActOrder, DeskAct } from '#use-cases/desk/act.ts'
import { bodyCheck } from './validate.ts'

/** The field errors of an action's form, as its API route would report them. */
export function fieldErrors<Body extends TSchema>(
  act: Pick<DeskAct<Body>, 'body' | 'checkFields'>,
  fields: unknown,
): readonly FieldError[] {
  const errors = bodyCheck(act.body)(fields)
  return errors.length > 0 ? errors : (act.checkFields?.(fields as Static<Body>) ?? [])
}

/** Performs an action with the fields of a form. Returns the field errors; an empty list once it is done. */
export async function orderWithFields(
  context: UseCaseContext,
  act: DeskAct,
  order: ActOrder<Readonly<Record<string, unknown>>>,
): Promise<readonly FieldError[]> {
  const refused = fieldErrors(act, order.body)
  if (refused.length === 0) await act.work(context, order)
  return refused
}
