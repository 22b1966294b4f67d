import {
  deviceTextLengthMax,
  terminalNameLengthMax,
  type TerminalRecord,
  type TerminalType,
  terminalTypes,
} from '#domain/terminals/terminal.ts'
import type { Language } from '#domain/text/language.ts'
import { type Choice, Choices } from '#web/design/choice.tsx'
import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form } from '#web/http/form.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm, type WriteFormProps } from '#web/portal/write-form.tsx'
import { type TerminalWords, terminalWords, useTerminalWords } from './words.tsx'

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
export function descriptionOf(typed: TypedTerminal, language: Language) {
  const words = terminalWords[language].faults
  const tooLong = (field: string, text: string, lengthMax: number): FieldFault[] =>
    text.length <= lengthMax ? [] : [{ field, message: words.tooLong(String(lengthMax)) }]
  const { label, pointOfSale, serialNumber, deviceType } = typed
  const faults = [
    ...tooLong(fields.label, label, terminalNameLengthMax),
    ...tooLong(fields.pointOfSale, pointOfSale, terminalNameLengthMax),
    ...tooLong(fields.serialNumber, serialNumber, deviceTextLengthMax),
    ...tooLong(fields.deviceType, deviceType, deviceTextLengthMax),
    ...(label === '' ? [{ field: fields.label, message: words.name }] : []),
  ]
  if (faults.length > 0) throw new FieldRefusal(faults)
  return {
    label,
    pointOfSale: pointOfSale || null,
    serialNumber: serialNumber || null,
    deviceType: deviceType || null,
  }
}

/** The type of a new terminal. Throws FieldRefusal. */
export function typeOf({ type }: TypedTerminal, language: Language): TerminalType {
  const known = terminalTypes.find((candidate) => candidate === type)
  if (known !== undefined) return known
  throw new FieldRefusal([{ field: fields.type, message: terminalWords[language].faults.type }])
}

interface TerminalFormProps extends Pick<WriteFormProps, 'action' | 'button' | 'seen'> {
  readonly typed: TypedTerminal
  readonly faults: readonly FieldFault[]
  readonly isNew: boolean
}

export function TerminalForm({ typed, faults, isNew, ...form }: TerminalFormProps) {
  const { form: words, known } = useTerminalWords()
  const at = (name: string) => ({ name, error: errorAt(faults, name) })
  return (
    <WriteForm {...form} faults={faults}>
      {isNew && (
        <Choices
          {...at(fields.type)}
          label={words.type}
          choices={typesOf(words)}
          value={typed.type}
        />
      )}
      <TextField
        {...at(fields.label)}
        label={known.name}
        hint={words.nameHint}
        example={words.nameExample}
        value={typed.label}
        maxLength={terminalNameLengthMax}
      />
      <TextField
        {...at(fields.pointOfSale)}
        label={known.pointOfSale}
        hint={words.pointOfSaleHint}
        example={words.pointOfSaleExample}
        value={typed.pointOfSale}
        maxLength={terminalNameLengthMax}
        isOptional
      />
      <TextField
        {...at(fields.serialNumber)}
        label={known.serialNumber}
        value={typed.serialNumber}
        maxLength={deviceTextLengthMax}
        isOptional
      />
      <TextField
        {...at(fields.deviceType)}
        label={known.deviceType}
        value={typed.deviceType}
        maxLength={deviceTextLengthMax}
        isOptional
      />
    </WriteForm>
  )
}

function typesOf(words: TerminalWords['form']): readonly Choice[] {
  return [
    { value: 'pos', label: words.pos, note: words.posNote },
    { value: 'shop', label: words.shop, note: words.shopNote },
  ]
}
