import { cardErrors } from './card.ts'
import { conflictErrors } from './conflicts.ts'
import { fieldErrors } from './fields.ts'
import { inputErrors } from './input.ts'
import { limitErrors } from './limits.ts'
import { notFoundErrors } from './not-found.ts'
import { peopleErrors } from './people.ts'
import { requestErrors } from './requests.ts'
import { ruleErrors } from './rules.ts'
import type { ErrorEntry } from './entry.ts'

const table = {
  ...requestErrors,
  ...notFoundErrors,
  ...inputErrors,
  ...fieldErrors,
  ...cardErrors,
  ...conflictErrors,
  ...limitErrors,
  ...ruleErrors,
  ...peopleErrors,
}

/** Every code a refusal can carry. */
export type ErrorCode = keyof typeof table

/** The one table of errors: code to status, type and French texts (docs/api.md#errors). */
export const errorTable: Readonly<Record<ErrorCode, ErrorEntry>> = table
