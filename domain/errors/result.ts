/**
 * The result of a check: the value, or the code of the refusal (in errors.ts), so that several refusals can be
 * collected.
 */
export type Result<Value, Code extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly code: Code }
