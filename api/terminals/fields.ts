import Type, { type TSchema } from 'typebox'
import { deviceTextLengthMax, terminalNameLengthMax } from '#domain/terminals/terminal.ts'
import { said, textField } from '#http/fields.ts'

/** Fields of the requests that create and change a terminal (docs/checkouts-and-terminals.md#terminals). */

const name = { min: 1, max: terminalNameLengthMax, format: 'shown_text' } as const
/** The terminal's label. */
export const labelField = said(
  textField('invalid_label', name),
  'Label of the terminal.',
  'Caisse 2',
)
/** The point of sale where it stands. */
export const pointOfSaleField = said(
  textField('invalid_field', name),
  'Name of the point of sale where it is; an unknown name creates a new one.',
  'Ganhi',
)
const deviceText = textField('invalid_field', { min: 1, max: deviceTextLengthMax })
/** Details of the device. */
export const deviceFields = {
  serial_number: said(deviceText, 'Serial number of the device.', 'SN-0042'),
  device_type: said(deviceText, 'Model of the device.', 'Sunmi P2'),
  app_version: said(deviceText, 'Version of its software.', '1.4.0'),
}
/** A longer text cannot be a code, so it is not looked up; the message is the same for every wrong code. */
export const activationCodeField = said(
  textField('invalid_activation_code', { min: 1, max: 40 }),
  'The code returned when the terminal was created.',
  'K7QM-2XPD-0FWA',
)

/** A field that null clears, refused with the code of its text. */
export function clearable<Field extends TSchema & { code?: unknown }>(field: Field) {
  return Type.Unsafe<string | null>({ ...field, type: ['string', 'null'] })
}
