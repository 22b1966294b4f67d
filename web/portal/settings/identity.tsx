import type { LegalIdentity } from '#domain/openings/opening.ts'
import { More } from '#web/design/ask.tsx'
import { groupedPhone, parsePhone } from '#domain/phone/phone.ts'
import type { MerchantIdentity } from '#use-cases/settings/read.ts'
import { type FieldProps, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import type { Language } from '#domain/text/language.ts'
import { internationalPhone } from '#web/payer/typed.ts'
import { payerWords } from '#web/payer/words.ts'
import { settingsWords, useSettingsWords } from './words.ts'

/** Names of the fields. */
const names = {
  address: 'adresse',
  phone: 'telephone',
  email: 'email',
  taxNumber: 'ifu',
  tradeRegister: 'rccm',
} as const satisfies Readonly<Record<keyof MerchantIdentity, string>>

/** As it was typed. */
export type TypedIdentity = Readonly<Record<keyof MerchantIdentity, string>>

const lengths = { address: 200, email: 254, tradeRegister: 60 } as const

/** The form's fields. */
export function typedIdentity(form: Form): TypedIdentity {
  return {
    address: form.text(names.address),
    phone: form.text(names.phone),
    email: form.text(names.email),
    taxNumber: form.text(names.taxNumber),
    tradeRegister: form.text(names.tradeRegister),
  }
}

/** The stored values, as they would be typed. */
export function shownIdentity(kept: MerchantIdentity): TypedIdentity {
  return {
    address: kept.address ?? '',
    phone: kept.phone === null ? '' : `+${groupedPhone(kept.phone).replace(/^\+/, '')}`,
    email: kept.email ?? '',
    taxNumber: kept.taxNumber ?? '',
    tradeRegister: kept.tradeRegister ?? '',
  }
}

/** The values to store, and what is wrong with them. All are optional. */
export function readIdentity(
  form: Form,
  language: Language,
): {
  readonly identity: MerchantIdentity
  readonly faults: readonly FieldFault[]
} {
  const typed = typedIdentity(form)
  const identity = {
    address: typed.address || null,
    phone: phoneOf(typed.phone),
    email: typed.email || null,
    taxNumber: typed.taxNumber.replaceAll(/[\s.]/g, '') || null,
    tradeRegister: typed.tradeRegister || null,
  }
  const faults = partsOf(identity).flatMap(([name, value]) => {
    if (value === null || rules[name](value)) return []
    return [{ field: names[name], message: faultText(name, language) }]
  })
  return { identity, faults }
}

const legalParts = ['taxNumber', 'tradeRegister', 'address'] as const

/** The merchant's legal identity, complete; null, with the faults, if something is missing or wrong. */
export function readLegal(
  form: Form,
  language: Language,
): {
  readonly identity: LegalIdentity | null
  readonly faults: readonly FieldFault[]
} {
  const { identity, faults } = readIdentity(form, language)
  const required = settingsWords[language].identity.missing
  const { taxNumber, tradeRegister, address } = identity
  const missing = legalParts.filter((part) => identity[part] === null)
  const wrong = faults.filter(({ field }) => legalParts.some((part) => names[part] === field))
  if (wrong.length > 0 || !taxNumber || !tradeRegister || !address)
    return {
      identity: null,
      faults: [
        ...missing.map((part) => ({ field: names[part], message: required[part] })),
        ...wrong,
      ],
    }
  return { identity: { taxNumber, tradeRegister, address }, faults: [] }
}

/** An invalid number stays as typed, to be refused. */
function phoneOf(typed: string): string | null {
  const parsed = parsePhone(internationalPhone(typed))
  return parsed.ok ? parsed.value.phone : typed || null
}

function partsOf(identity: MerchantIdentity) {
  return Object.entries(identity) as [keyof MerchantIdentity, string | null][]
}

const isShort = (most: number) => (value: string) => value.length <= most

const emailShape = /^[^\s@]{1,64}@[^\s@]+\.[^\s@.]{2,}$/

/** The check of each field. */
const rules: Readonly<Record<keyof MerchantIdentity, (value: string) => boolean>> = {
  address: isShort(lengths.address),
  phone: (value) => parsePhone(internationalPhone(`+${value}`)).ok,
  email: (value) => value.length <= lengths.email && emailShape.test(value),
  taxNumber: (value) => /^\d{13}$/.test(value),
  tradeRegister: isShort(lengths.tradeRegister),
}

/** What is said where that fails. */
function faultText(name: keyof MerchantIdentity, language: Language): string {
  const words = settingsWords[language].identity.wrong
  if (name === 'phone') return payerWords[language].faults.phone
  if (name === 'address' || name === 'tradeRegister') return words[name](String(lengths[name]))
  return words[name]
}

/** A form as somebody filled it in, and what was wrong with it. */
interface Filled {
  readonly typed: TypedIdentity
  readonly faults: readonly FieldFault[]
}

function fieldOf({ typed, faults }: Filled, name: keyof MerchantIdentity) {
  return { name: names[name], value: typed[name], error: errorAt(faults, names[name]) }
}

/** The merchant's address and identity, as receipts show them. */
export function IdentityFields({ typed, faults }: Filled) {
  const field = (name: keyof MerchantIdentity) => ({
    ...fieldOf({ typed, faults }, name),
    isOptional: true,
  })
  const words = useSettingsWords().identity
  const isWrong = faults.some(({ field: name }) => Object.values(names).some((own) => own === name))
  return (
    <More title={words.legend} isOpen={isWrong}>
      <div class="stack">
        <TextField {...field('address')} label={words.address} maxLength={lengths.address} />
        <TextField {...field('phone')} label={words.phone} maxLength={24} inputMode="text" />
        <TextField {...field('email')} label={words.email} type="email" maxLength={lengths.email} />
        <Registers field={field} />
      </div>
    </More>
  )
}

/** What the law knows the merchant by: all of it is needed. */
export function LegalFields(filled: Filled) {
  const field = (name: keyof MerchantIdentity) => fieldOf(filled, name)
  const words = useSettingsWords().identity
  return (
    <>
      <Registers field={field} />
      <TextField {...field('address')} label={words.legalAddress} maxLength={lengths.address} />
    </>
  )
}

/** The numbers under which it is registered. */
function Registers({
  field,
}: {
  readonly field: (name: keyof MerchantIdentity) => Pick<FieldProps, 'name'>
}) {
  const words = useSettingsWords().identity
  return (
    <>
      <TextField
        {...field('taxNumber')}
        label={words.taxNumber}
        inputMode="numeric"
        maxLength={20}
      />
      <TextField
        {...field('tradeRegister')}
        label={words.tradeRegister}
        example="RB/COT/20 B 26543"
        maxLength={lengths.tradeRegister}
      />
    </>
  )
}
