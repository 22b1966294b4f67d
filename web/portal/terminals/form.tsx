import {
  deviceTextLengthMax,
  terminalNameLengthMax,
  type TerminalRecord,
  type TerminalType,
  terminalTypes,
} from '#domain/terminals/terminal.ts'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form } from '#web/http/form.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm, type WriteFormProps } from '#web/portal/write-form.tsx'

/** The typed fields of a terminal. */
export interface TypedTerminal {
  readonly type: string
  readonly label: string
  readonly pointOfSale: string
  readonly serialNumber: string
  readonly deviceType: string
}

const fields = {
  type: 'type',
  label: 'libelle',
  pointOfSale: 'point_de_vente',
  serialNumber: 'serie',
  deviceType: 'modele',
} as const

export const untouched: TypedTerminal = {
  type: 'pos',
  label: '',
  pointOfSale: '',
  serialNumber: '',
  deviceType: '',
}

/** A terminal as its form shows it. */
export function typedOf(terminal: TerminalRecord): TypedTerminal {
  return {
    type: terminal.type,
    label: terminal.label,
    pointOfSale: terminal.pointOfSale?.name ?? '',
    serialNumber: terminal.serialNumber ?? '',
    deviceType: terminal.deviceType ?? '',
  }
}

export function readTyped(form: Form): TypedTerminal {
  const text = (name: keyof typeof fields): string => form.text(fields[name])
  return {
    type: text('type'),
    label: text('label'),
    pointOfSale: text('pointOfSale'),
    serialNumber: text('serialNumber'),
    deviceType: text('deviceType'),
  }
}

/** The description of a terminal, without its permanent type. Throws FieldRefusal. */
export function descriptionOf(typed: TypedTerminal) {
  const { label, pointOfSale, serialNumber, deviceType } = typed
  const faults = [
    ...tooLong(fields.label, label, terminalNameLengthMax),
    ...tooLong(fields.pointOfSale, pointOfSale, terminalNameLengthMax),
    ...tooLong(fields.serialNumber, serialNumber, deviceTextLengthMax),
    ...tooLong(fields.deviceType, deviceType, deviceTextLengthMax),
    ...(label === '' ? [{ field: fields.label, message: 'Donnez un nom à ce terminal.' }] : []),
  ]
  if (faults.length > 0) throw new FieldRefusal(faults)
  return {
    label,
    pointOfSale: orNull(pointOfSale),
    serialNumber: orNull(serialNumber),
    deviceType: orNull(deviceType),
  }
}

/** The type of a new terminal. Throws FieldRefusal. */
export function typeOf({ type }: TypedTerminal): TerminalType {
  const known = terminalTypes.find((candidate) => candidate === type)
  if (known !== undefined) return known
  throw new FieldRefusal([{ field: fields.type, message: 'Choisissez ce que c’est.' }])
}

function tooLong(field: string, text: string, lengthMax: number): FieldFault[] {
  if (text.length <= lengthMax) return []
  return [{ field, message: `Raccourcissez à ${lengthMax} caractères.` }]
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

interface TerminalFormProps extends Pick<WriteFormProps, 'portal' | 'action' | 'button'> {
  readonly typed: TypedTerminal
  readonly faults: readonly FieldFault[]
  readonly isNew: boolean
}

export function TerminalForm({ typed, faults, isNew, ...form }: TerminalFormProps) {
  const at = (name: string) => ({ name, error: errorAt(faults, name) })
  return (
    <WriteForm {...form} faults={faults}>
      {isNew && (
        <Choices
          {...at(fields.type)}
          label="Type d’appareil"
          choices={typeChoices}
          value={typed.type}
        />
      )}
      <TextField
        {...at(fields.label)}
        label="Nom"
        hint="Ce nom figure sur vos reçus."
        example="Caisse 1"
        value={typed.label}
        maxLength={terminalNameLengthMax}
      />
      <TextField
        {...at(fields.pointOfSale)}
        label="Point de vente"
        hint="Le même nom réunit les terminaux d’une boutique."
        example="Boutique de Ganhi"
        value={typed.pointOfSale}
        maxLength={terminalNameLengthMax}
        isOptional
      />
      <TextField
        {...at(fields.serialNumber)}
        label="Numéro de série"
        value={typed.serialNumber}
        maxLength={deviceTextLengthMax}
        isOptional
      />
      <TextField
        {...at(fields.deviceType)}
        label="Modèle"
        value={typed.deviceType}
        maxLength={deviceTextLengthMax}
        isOptional
      />
    </WriteForm>
  )
}

const typeChoices: readonly Choice[] = [
  { value: 'pos', label: 'Un terminal de paiement', note: 'Un appareil qui s’active par un code' },
  { value: 'shop', label: 'Une caisse', note: 'Votre logiciel de caisse, avec ses caissiers' },
]
