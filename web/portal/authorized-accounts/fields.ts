import { readAccountNumber } from '#domain/authorized-accounts/bank-account.ts'
import { errorMessage } from '#domain/errors/errors.ts'
import { banks, detectOperator } from '#domain/operators/operators.ts'
import { parsePhone } from '#domain/phone/phone.ts'
import type { NewAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import type { FieldFault } from '#web/design/form.tsx'
import type { Form } from '#web/http/form.ts'
import { internationalPhone } from '#web/payer/typed.ts'
import { FieldRefusal } from '#web/http/refused.ts'

/** Names of the fields. */
export const fields = {
  holder: 'titulaire',
  phone: 'numero',
  bank: 'banque',
  account: 'numero_compte',
} as const

const holderLengthMax = 100

/** A Mobile Money number; its operator is known by its range. Throws FieldRefusal. */
export function readPhoneAccount(form: Form): NewAuthorizedAccount {
  const holderName = form.text(fields.holder)
  const phone = parsePhone(internationalPhone(form.text(fields.phone)))
  const operator = phone.ok ? detectOperator(phone.value) : undefined
  const faults = holderFaults(holderName)
  if (!phone.ok) faults.push({ field: fields.phone, message: errorMessage(phone.code) })
  else if (operator === undefined) {
    const message =
      'Ce numéro n’est d’aucun opérateur que nous servons\u00A0: MTN ou Moov au Bénin.'
    faults.push({ field: fields.phone, message })
  }
  if (faults.length > 0 || !phone.ok || operator === undefined) throw new FieldRefusal(faults)
  return { type: 'mobile_money', provider: operator.code, phone: phone.value, holderName }
}

/** An account at a bank of ours. Throws FieldRefusal. */
export function readBankAccount(form: Form): NewAuthorizedAccount {
  const holderName = form.text(fields.holder)
  const bank = banks.find(({ code }) => code === form.text(fields.bank))
  const accountNumber = readAccountNumber(form.text(fields.account))
  const faults = holderFaults(holderName)
  if (bank === undefined) faults.push({ field: fields.bank, message: 'Choisissez la banque.' })
  if (accountNumber === undefined) {
    const message =
      'Recopiez le numéro du RIB ou l’IBAN en entier\u00A0: 10 à 34 lettres et chiffres.'
    faults.push({ field: fields.account, message })
  }
  if (faults.length > 0 || bank === undefined || accountNumber === undefined) {
    throw new FieldRefusal(faults)
  }
  return { type: 'bank', provider: bank.code, accountNumber, holderName }
}

function holderFaults(name: string): FieldFault[] {
  if (name !== '' && name.length <= holderLengthMax) return []
  const message =
    name === '' ? 'Écrivez le nom du titulaire.' : `Le nom a ${holderLengthMax} signes au plus.`
  return [{ field: fields.holder, message }]
}
