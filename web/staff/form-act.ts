import type { ComponentChild } from 'preact'
import { refuse } from '#web/errors/refusal.ts'
import type { FieldError } from '#domain/errors/errors.ts'
import { html, type PageAnswer } from '#web/http/answer.ts'
import { faultsOf, refusalOf, refusedFields } from './order.ts'
import type { RefusedAct } from './parts.tsx'

/** What a form does that is no order about money: the answer once it is done, or the same page with what was refused. */
export interface FormAct {
  /** What is wrong with the fields, as the API finds it. */
  readonly errors: readonly FieldError[]
  /** What to say of each. */
  readonly sentences: Readonly<Record<string, string>>
  readonly work: () => Promise<PageAnswer>
  readonly page: (refused: RefusedAct) => Promise<ComponentChild> | ComponentChild
}

export async function takeForm({ errors, sentences, work, page }: FormAct): Promise<PageAnswer> {
  const refusal = errors.length > 0 ? refusedFields(faultsOf(errors, sentences)) : null
  if (refusal !== null) {
    const { status, headers, ...refused } = refusal
    return html(await page(refused), { status, headers })
  }
  try {
    return await work()
  } catch (thrown) {
    const { status, headers, ...refused } = refusalOf(thrown)
    return html(await page(refused), { status, headers })
  }
}

/** A value that only a page of ours sends: one of these, or the form is none of ours. */
export function oneOf<const Value extends string>(text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === text)
  if (found === undefined) throw refuse('bad_request')
  return found
}
