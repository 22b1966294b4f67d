import { groupedPhone, parsePhone } from '#domain/phone/phone.ts'
import type { MerchantIdentity } from '#use-cases/settings/read.ts'
import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form } from '#web/http/form.ts'
import { errorAt } from '#web/http/refused.ts'
import { internationalPhone } from '#web/payer/typed.ts'

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

/** What the form has. */
export function typedIdentity(form: Form): TypedIdentity {
  return {
    address: form.text(names.address),
    phone: form.text(names.phone),
    email: form.text(names.email),
    taxNumber: form.text(names.taxNumber),
    tradeRegister: form.text(names.tradeRegister),
  }
}

/** What is kept, as it is typed. */
export function shownIdentity(kept: MerchantIdentity): TypedIdentity {
  return {
    address: kept.address ?? '',
    phone: kept.phone === null ? '' : `+${groupedPhone(kept.phone).replace(/^\+/, '')}`,
    email: kept.email ?? '',
    taxNumber: kept.taxNumber ?? '',
    tradeRegister: kept.tradeRegister ?? '',
  }
}

/** What to keep, and what is wrong with it. All of it may be left out. */
export function readIdentity(form: Form): {
  readonly identity: MerchantIdentity
  readonly faults: readonly FieldFault[]
} {
  const { address, phone, email, taxNumber, tradeRegister } = typedIdentity(form)
  const parsed = parsePhone(internationalPhone(phone))
  const ifu = taxNumber.replaceAll(/[\s.]/g, '')
  const wrong: readonly (readonly [keyof MerchantIdentity, boolean, string])[] = [
    ['address', address.length > lengths.address, `L’adresse a ${lengths.address} signes au plus.`],
    [
      'phone',
      phone !== '' && !parsed.ok,
      'Ce numéro n’est pas valable. Écrivez-le ainsi\u00A0: 01 97 00 00 00.',
    ],
    [
      'email',
      email !== '' && !emailShape.test(email),
      'Indiquez une adresse e-mail valable, comme contact@exemple.bj.',
    ],
    ['taxNumber', ifu !== '' && !/^\d{13}$/.test(ifu), 'L’IFU a 13 chiffres.'],
    [
      'tradeRegister',
      tradeRegister.length > lengths.tradeRegister,
      `Le RCCM a ${lengths.tradeRegister} signes au plus.`,
    ],
  ]
  return {
    identity: {
      address: address || null,
      phone: parsed.ok ? parsed.value.phone : null,
      email: email || null,
      taxNumber: ifu || null,
      tradeRegister: tradeRegister || null,
    },
    faults: wrong.flatMap(([name, isWrong, message]) =>
      isWrong ? [{ field: names[name], message }] : [],
    ),
  }
}

const emailShape = /^[^\s@]{1,64}@[^\s@]{1,189}\.[^\s@.]{2,}$/

/** Where the merchant is found and who they are, as their receipts say it. */
export function IdentityFields({
  typed,
  faults,
}: {
  readonly typed: TypedIdentity
  readonly faults: readonly FieldFault[]
}) {
  const field = (name: keyof MerchantIdentity) => ({
    name: names[name],
    value: typed[name],
    error: errorAt(faults, names[name]),
    isOptional: true,
  })
  return (
    <fieldset class="stack">
      <legend>Sur vos reçus</legend>
      <TextField {...field('address')} label="Adresse" maxLength={lengths.address} />
      <TextField {...field('phone')} label="Téléphone" maxLength={24} inputMode="text" />
      <TextField
        {...field('email')}
        label="Adresse e-mail"
        type="email"
        maxLength={lengths.email}
      />
      <TextField {...field('taxNumber')} label="IFU" inputMode="numeric" maxLength={20} />
      <TextField
        {...field('tradeRegister')}
        label="RCCM"
        example="RB/COT/20 B 26543"
        maxLength={lengths.tradeRegister}
      />
    </fieldset>
  )
}
