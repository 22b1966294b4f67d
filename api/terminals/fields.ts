import Type, { type TSchema } from 'typebox'
import { asId, type TerminalId } from '#domain/ids.ts'
import { findTerminal } from '#use-cases/terminals/find.ts'
import { fail } from '#domain/errors/errors.ts'
import type { ApiContext } from '#http/context.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import { idParameter, textField } from '#http/fields.ts'

export const labelField = textField('invalid_label', { min: 1, max: 255 })
export const pointOfSaleField = textField('invalid_field', { min: 1, max: 255 })
/** What a device says of itself. */
export const deviceField = textField('invalid_field', { min: 1, max: 64 })
/** Any other text would be looked up in vain; the message is the same for all codes. */
export const activationCodeField = textField('invalid_activation_code', { min: 1, max: 40 })

export const terminalParams = Type.Object({ id: idParameter('terminal_not_found') })

/** A field that null clears, refused with the code of its text. */
export function clearable<Field extends TSchema & { code?: unknown }>(field: Field) {
  return Type.Unsafe<string | null>({ ...field, type: ['string', 'null'] })
}

/** Which terminal a call is about. */
export function placeOf(caller: Caller, params: { readonly id: string }) {
  return { serviceEnvId: caller.serviceEnvId, id: asId<TerminalId>(params.id) }
}

/** The terminal, which for a terminal key is its own alone. Refusal: terminal_not_found. */
export async function visibleTerminal(
  context: ApiContext,
  caller: Caller,
  params: { readonly id: string },
) {
  if (caller.kind === 'terminal' && caller.terminalId !== params.id)
    throw fail('terminal_not_found')
  const { serviceEnvId, id } = placeOf(caller, params)
  return findTerminal(context.database, serviceEnvId, id)
}
