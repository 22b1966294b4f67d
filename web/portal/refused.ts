import { type ErrorCode, ServiceError } from '#domain/errors.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { errorHead } from '#api/http/envelope.ts'

/** How a form is answered that was refused: the same page, with what is wrong. */
export interface Refused {
  readonly faults: readonly FieldFault[]
  readonly head: { readonly status: number; readonly headers: Readonly<Record<string, string>> }
}

/** Does what a form asks for; a refusal of these codes is about the field it is listed with, any other goes on. */
export async function refusedFields<Result>(
  fields: Partial<Record<ErrorCode, string>>,
  work: () => Promise<Result>,
): Promise<{ readonly done: Result } | { readonly refused: Refused }> {
  try {
    return { done: await work() }
  } catch (thrown) {
    const field = thrown instanceof ServiceError ? fields[thrown.code] : undefined
    if (field === undefined || !(thrown instanceof ServiceError)) throw thrown
    return { refused: refusedField({ field, message: thrown.message }, errorHead(thrown).headers) }
  }
}

/** A refusal of one field. */
export function refusedField(
  fault: FieldFault,
  headers: Readonly<Record<string, string>> = {},
): Refused {
  return { faults: [fault], head: { status: 422, headers } }
}

/** What is said at a field; undefined where nothing is. */
export function errorAt(faults: readonly FieldFault[], name: string): string | undefined {
  return faults.find(({ field }) => field === name)?.message
}
