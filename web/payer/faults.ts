import {
  type ErrorCode,
  errorMessage,
  type FieldError,
  type ServiceError,
} from '#domain/errors/errors.ts'
import type { FieldFault } from '#web/design/form.tsx'
import { cardFields } from './card.tsx'
import { fields, questionField } from './typed.ts'

/** What is wrong with a form, as its payer is told: each at its field, in the order of the form. */
export function faultsOf(errors: readonly Pick<FieldError, 'field' | 'code'>[]): FieldFault[] {
  const faults = errors.map(({ field, code }) => faultOf(field, code))
  return order(faults.filter((fault, at) => faults.findIndex(isOf(fault.field)) === at))
}

/** The fields that a refusal names, where the form has them. */
export function refusedFields({ code, details }: ServiceError): FieldFault[] {
  const listed = details['fields']
  const one = { field: details['field'], code }
  const errors = Array.isArray(listed) ? (listed as unknown[]) : [one]
  return faultsOf(errors.filter(isFieldError).filter(({ field }) => isOfForm(field)))
}

function isOf(name: string | null): (fault: FieldFault) => boolean {
  return ({ field }) => field === name
}

function isFieldError(value: unknown): value is { field: string; code: ErrorCode } {
  if (typeof value !== 'object' || value === null) return false
  return 'field' in value && typeof value.field === 'string' && 'code' in value
}

const questionPrefix = 'custom_fields.'
const formFields: Readonly<Record<string, string>> = {
  amount: fields.amount,
  provider: fields.provider,
  phone: fields.phone,
  country: fields.phone,
  'customer.name': fields.name,
  'customer.email': fields.email,
  card: cardFields.number,
  'card.number': cardFields.number,
  'card.exp_month': cardFields.expiry,
  'card.exp_year': cardFields.expiry,
  'card.cvc': cardFields.cvc,
}

function isOfForm(field: string): boolean {
  return field in formFields || field.startsWith(questionPrefix)
}

/** What to do, where the table of errors speaks to programs. */
const sentences: Readonly<Record<string, string>> = {
  [fields.provider]: 'Choisissez votre opérateur\u00A0: ce numéro ne nous le dit pas.',
  [fields.phone]: 'Ce numéro n’est pas valable. Écrivez-le ainsi\u00A0: 01 97 00 00 00.',
  [fields.name]: 'Indiquez votre nom.',
  [cardFields.expiry]: 'Écrivez la date d’expiration ainsi\u00A0: 09/28.',
  [cardFields.cvc]: 'Écrivez les trois ou quatre chiffres du code de sécurité.',
  [fields.email]: 'Indiquez une adresse e-mail valable, comme awa@exemple.bj.',
}
/** Of a card these say more than the field they stand at. */
const cardSentences: Partial<Record<ErrorCode, string>> = {
  invalid_card_number: 'Ce numéro de carte n’est pas juste. Vérifiez chaque chiffre.',
  unsupported_card_network: 'Nous prenons Visa, Mastercard et American Express.',
  expired_card: 'Cette carte a expiré. Utilisez-en une autre.',
  missing_field: 'Écrivez le numéro de la carte.',
}
const missingPhone = 'Indiquez le numéro Mobile Money qui paie.'
const missingAnswer = 'Répondez à cette question.'
const unreadableAnswer = 'Cette réponse n’a pas la forme demandée.'

function faultOf(field: string, code: ErrorCode): FieldFault {
  if (field.startsWith(questionPrefix)) {
    const key = field.slice(questionPrefix.length)
    const message = code === 'missing_field' ? missingAnswer : unreadableAnswer
    return { field: questionField({ key }), message }
  }
  const name = formFields[field] ?? field
  if (isOfCard(name)) return { field: name, message: cardSentence(name, code) }
  if (name === fields.phone && code === 'missing_field')
    return { field: name, message: missingPhone }
  return { field: name, message: sentences[name] ?? errorMessage(code) }
}

function isOfCard(name: string): boolean {
  return Object.values<string>(cardFields).includes(name)
}

function cardSentence(name: string, code: ErrorCode): string {
  return cardSentences[code] ?? sentences[name] ?? errorMessage(code)
}

const places: readonly string[] = [...Object.values(fields), ...Object.values(cardFields)]

/** Questions come after all else. */
function order(faults: readonly FieldFault[]): FieldFault[] {
  const placeOf = ({ field }: FieldFault): number =>
    field !== null && places.includes(field) ? places.indexOf(field) : places.length
  return faults.toSorted((a, b) => placeOf(a) - placeOf(b))
}
