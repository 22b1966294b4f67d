import type { ComponentChildren } from 'preact'
import { banks, detectOperator } from '#domain/operators/operators.ts'
import { PhoneField, SelectField, TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { countryCode, internationalPhone } from '#web/payer/typed.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { readAccountNumber } from '#domain/authorized-accounts/bank-account.ts'
import { messageIn } from '#domain/errors/errors.ts'
import type { Language } from '#domain/text/language.ts'
import { isVisible } from '#domain/text/visible.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import type { NewAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import type { Form } from '#web/http/form.ts'
import { OwnNameField, ownNameField, typedName } from './own-name.tsx'
import { type AccountWords, accountWords, useAccountWords } from './words.tsx'

interface NewAccountProps {
  /** What was typed; a bank account number must be typed again. */
  readonly typed: (name: string) => string
  readonly faults?: readonly FieldFault[]
}

/** Form for a Mobile Money number to pay to. */
export function NewPhoneAccount({ typed, faults = [] }: NewAccountProps) {
  const { list, add: words } = useAccountWords()
  return (
    <NewAccount title={list.addPhone}>
      <WriteForm action={paths.newPhoneAccount} faults={faults} button={words.phoneButton}>
        <PhoneField
          name={fields.phone}
          label={words.phone}
          countryCode={countryCode}
          value={typed(fields.phone)}
          error={errorAt(faults, fields.phone)}
          example="01 97 00 00 00"
        />
        <HolderField typed={typed} faults={faults} />
        <OwnNameField value={typed(ownNameField)} faults={faults} />
      </WriteForm>
    </NewAccount>
  )
}

/** Form for a bank account to pay to. */
export function NewBankAccount({ typed, faults = [] }: NewAccountProps) {
  const portal = usePortal()
  const { list, add: words } = useAccountWords()
  return (
    <NewAccount title={list.addBank}>
      {portal.place.mode === 'sandbox' ? (
        <Notice tone="info" title={words.banksInLive}>
          {words.phoneInTest(<a href={paths.newPhoneAccount}>{words.phoneInTestLink}</a>)}
        </Notice>
      ) : (
        <WriteForm action={paths.newBankAccount} faults={faults} button={words.bankButton}>
          <SelectField
            name={fields.bank}
            label={words.bank}
            value={typed(fields.bank)}
            options={[
              ['', words.chooseBank],
              ...banks.map(({ code, name }) => [code, name] as const),
            ]}
            error={errorAt(faults, fields.bank)}
          />
          <TextField
            name={fields.account}
            label={words.number}
            hint={words.numberHint}
            autocomplete="off"
            error={errorAt(faults, fields.account)}
            maxLength={64}
          />
          <HolderField typed={typed} faults={faults} />
          <OwnNameField value={typed(ownNameField)} faults={faults} />
        </WriteForm>
      )}
    </NewAccount>
  )
}

function HolderField({ typed, faults = [] }: Pick<NewAccountProps, 'typed' | 'faults'>) {
  const { add: words } = useAccountWords()
  return (
    <TextField
      name={fields.holder}
      label={words.holder}
      hint={words.holderHint}
      value={typed(fields.holder)}
      error={errorAt(faults, fields.holder)}
      maxLength={100}
    />
  )
}

function NewAccount({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}) {
  const { list } = useAccountWords()
  return (
    <PortalFrame title={title}>
      <p>
        <a href={paths.accounts}>{list.title}</a>
      </p>
      <h1>{title}</h1>
      <div class="card stack narrow">{children}</div>
    </PortalFrame>
  )
}

/** Names of the fields. */
export const fields = {
  holder: 'titulaire',
  phone: 'numero',
  bank: 'banque',
  account: 'numero_compte',
} as const

const holderLengthMax = 100

/** Reads a Mobile Money number; its operator follows from its range. Throws FieldRefusal. */
export function readPhoneAccount(form: Form, language: Language): NewAuthorizedAccount {
  const { faults: words } = accountWords[language]
  const holderName = form.text(fields.holder)
  const phone = parsePhone(internationalPhone(form.text(fields.phone)))
  const operator = phone.ok ? detectOperator(phone.value) : undefined
  const { ownName, faults: nameFaults } = typedName(form, words)
  const faults = [...holderFaults(holderName, words), ...nameFaults]
  if (!phone.ok) faults.push({ field: fields.phone, message: messageIn(language, phone.code) })
  else if (operator === undefined) faults.push({ field: fields.phone, message: words.operator })
  if (faults.length > 0 || !phone.ok || operator === undefined) throw new FieldRefusal(faults)
  return { type: 'mobile_money', provider: operator.code, phone: phone.value, holderName, ownName }
}

/** Reads an account at a supported bank. Throws FieldRefusal. */
export function readBankAccount(form: Form, language: Language): NewAuthorizedAccount {
  const { faults: words } = accountWords[language]
  const holderName = form.text(fields.holder)
  const bank = banks.find(({ code }) => code === form.text(fields.bank))
  const accountNumber = readAccountNumber(form.text(fields.account))
  const { ownName, faults: nameFaults } = typedName(form, words)
  const faults = [...holderFaults(holderName, words), ...nameFaults]
  if (bank === undefined) faults.push({ field: fields.bank, message: words.bank })
  if (accountNumber === undefined) faults.push({ field: fields.account, message: words.number })
  if (faults.length > 0 || bank === undefined || accountNumber === undefined) {
    throw new FieldRefusal(faults)
  }
  return { type: 'bank', provider: bank.code, accountNumber, holderName, ownName }
}

function holderFaults(name: string, words: AccountWords['faults']): FieldFault[] {
  if (isVisible(name) && name.length <= holderLengthMax) return []
  const message = !isVisible(name) ? words.holder : words.holderLong(`${holderLengthMax}`)
  return [{ field: fields.holder, message }]
}
