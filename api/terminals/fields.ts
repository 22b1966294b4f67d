import Type, { type TSchema } from 'typebox'
import { deviceTextLengthMax, terminalNameLengthMax } from '#domain/terminals/terminal.ts'
import { said, textField } from '#http/fields.ts'

/** Fields that make and change a terminal (docs/checkouts-and-terminals.md#terminals). */

const name = { min: 1, max: terminalNameLengthMax }
/** What people call it. */
export const labelField = said(
  textField('invalid_label', name),
  'Label of the terminal.',
  'Caisse 2',
)
/** Where it stands. */
export const pointOfSaleField = said(
  textField('invalid_field', name),
  'Name of the point of sale where it stands; a new one is made of a new name.',
  'Ganhi',
)
const deviceText = textField('invalid_field', { min: 1, max: deviceTextLengthMax })
/** What a device says of itself. */
export const deviceFields = {
  serial_number: said(deviceText, 'Serial number of the device.', 'SN-0042'),
  device_type: said(deviceText, 'Model of the device.', 'Sunmi P2'),
  app_version: said(deviceText, 'Version of its software.', '1.4.0'),
}
/** Any other text would be looked up in vain; the message is the same for all codes. */
export const activationCodeField = said(
  textField('invalid_activation_code', { min: 1, max: 40 }),
  'The code that the creation of the terminal answered.',
)

/** A field that null clears, refused with the code of its text. */
export function clearable<Field extends TSchema & { code?: unknown }>(field: Field) {
  return Type.Unsafe<string | null>({ ...field, type: ['string', 'null'] })
}
