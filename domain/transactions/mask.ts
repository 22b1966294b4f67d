import { splitPhone } from '#domain/phone/phone.ts'
import { isVisible } from '#domain/text/visible.ts'

/** A payer as stored, in full; an unknown part is null. `phone` is international, digits only. */
export interface Customer {
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

const BULLETS = '••••'
const EMAIL_BULLETS = '•••'
/** For accounts of ten characters and more: most of them stay hidden. */
const ACCOUNT_START = 2
const ACCOUNT_END = 4
const PHONE_START_DIGITS = 2
const PHONE_END_DIGITS = 4
/** Short national numbers show less, so that this many digits stay hidden. */
const PHONE_HIDDEN_DIGITS_MIN = 2

/** A payer as shown to any key other than the secret one (docs/payments.md#who-sees-what). */
export function maskCustomer({ name, email, phone }: Customer): Customer {
  return {
    name: name === null ? null : maskName(name),
    email: email === null ? null : maskEmail(email),
    phone: phone === null ? null : maskPhone(phone),
  }
}

/** `Awa Rosine Dossou` as `Awa D.`; a single name keeps only its initial (`A.`), or nothing would be hidden. */
export function maskName(name: string): string {
  const words = name.split(/\s+/u).filter(isVisible)
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return ''
  return words.length === 1 ? `${initialOf(first)}.` : `${first} ${initialOf(last)}.`
}

/** `kossi@example.bj` as `k•••@example.bj`; text without an @ shows nothing. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 0) return EMAIL_BULLETS
  return `${initialOf(email.slice(0, at))}${EMAIL_BULLETS}${email.slice(at)}`
}

/**
 * `2290197000001` as `22901••••0001`: country code and 2 digits at the start, 4 at the end (docs/api.md#phone-numbers).
 */
export function maskPhone(phone: string): string {
  const { head, start, end } = visiblePartsOf(phone)
  return `${head}${start}${BULLETS}${end}`
}

/** `BJ0660100100012345678901` as `BJ••••8901`: a bank account as merchants, webhooks and staff lists show it. */
export function maskAccount(account: string): string {
  return `${account.slice(0, ACCOUNT_START)}${BULLETS}${account.slice(-ACCOUNT_END)}`
}

/** The masked number in groups, for receipts: `+229 01 •••• 0001`. */
export function groupedMaskedPhone(phone: string): string {
  const { head, start, end } = visiblePartsOf(phone)
  return `+${[head, start, BULLETS, end].filter((part) => part !== '').join(' ')}`
}

/** What somebody is known by, masked; null for what is unknown. */
export interface MaskedParty {
  readonly name: string | null
  readonly number: string | null
}

/** A payer as staff recognise them in a list. */
export function maskedParty({ name, phone }: Pick<Customer, 'name' | 'phone'>): MaskedParty {
  return {
    name: name === null ? null : maskName(name),
    number: phone === null ? null : groupedMaskedPhone(phone),
  }
}

function visiblePartsOf(phone: string): { head: string; start: string; end: string } {
  const parts = splitPhone(phone)
  const national = parts?.national ?? phone
  const visible = Math.max(0, national.length - PHONE_HIDDEN_DIGITS_MIN)
  const endDigits = Math.min(PHONE_END_DIGITS, visible)
  const startDigits = parts ? Math.min(PHONE_START_DIGITS, visible - endDigits) : 0
  return {
    head: parts?.callingCode ?? '',
    start: national.slice(0, startDigits),
    end: national.slice(national.length - endDigits),
  }
}

/** The first complete character, since a name may begin outside the basic plane. */
function initialOf(text: string): string {
  return Array.from(text.slice(0, 2))[0] ?? ''
}
