import { asId, isUuid, type TransactionId } from '#domain/ids.ts'
import { parseAmount, toNumber } from '#domain/money/money.ts'
import { operators } from '#domain/operators/operators.ts'
import { parsePhone, type Phone } from '#domain/phone/phone.ts'
import type { Language } from '#domain/text/language.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { tillOfCashier } from '#use-cases/collections/cashier-till.ts'
import { listOpenTills, type PortalSale, type Till } from '#use-cases/collections/till.ts'
import { findTransaction } from '#use-cases/transactions/find.ts'
import type { WebContext } from '#web/context.ts'
import type { FieldFault } from '#web/design/form.tsx'
import type { Cookie } from '#web/http/cookies.ts'
import { FieldRefusal } from '#web/http/refused.ts'
import { amountTextOf, internationalPhone } from '#web/payer/typed.ts'
import { payerWords } from '#web/payer/words.ts'
import type { Portal, PortalInput } from '#web/portal/portal-page.ts'
import { formIdField } from '#web/portal/write-form.tsx'
import { isOwn, isShown, saleScope } from './at-counter.ts'
import { collectWords } from './words.tsx'

export const fields = {
  amount: 'montant',
  phone: 'numero',
  provider: 'operateur',
  name: 'nom',
  description: 'objet',
  till: 'caisse',
} as const

/** The typed fields of a sale, as the form shows them again. */
export type TypedSale = Readonly<Record<keyof typeof fields, string>>

/** The form as it was sent. */
export function typedSale({ form }: Pick<PortalInput, 'form'>): TypedSale {
  const text = (name: keyof typeof fields): string => form.text(fields[name])
  return {
    amount: text('amount'),
    phone: text('phone'),
    provider: text('provider'),
    name: text('name'),
    description: text('description'),
    till: text('till'),
  }
}

/** An untouched form, with the remembered till and, when a sale is made again, that sale's data. */
export async function untouchedSale(
  { database }: WebContext,
  input: PortalInput,
): Promise<TypedSale> {
  const { session, query } = input
  const nothing = { amount: '', phone: '', provider: '', name: '', description: '' }
  const till = input.cookie(tillCookie) ?? ''
  const before = await madeBefore({ database }, session, query.get(againField) ?? '')
  if (before === undefined) return { ...nothing, till }
  const { price, customer, description } = before
  return {
    ...nothing,
    till,
    amount: String(toNumber(price)),
    phone: `+${customer.phone ?? ''}`,
    name: customer.name ?? '',
    description: description ?? '',
  }
}

/** The sale to make again; undefined if it is not there, or not for this person to make again. */
async function madeBefore(
  { database }: Pick<WebContext, 'database'>,
  session: Portal,
  id: string,
): Promise<TransactionRecord | undefined> {
  if (!isUuid(id)) return undefined
  const before = await findTransaction(database, saleScope(session), asId<TransactionId>(id))
  return before && isOwn(session, before) && isShown(session, before) ? before : undefined
}

/** Query field of the form: the id of the sale to make again. */
export const againField = 'encore'

const tillCookie = 'portal_till'
/** A shift at a till is no longer than this. */
const tillSeconds = 28_800

/** Remembers the till somebody sells at; it only counts while it is one of their service's open tills. */
export function rememberTill(till: Till | null): Cookie {
  return { name: tillCookie, value: till?.id ?? '', maxAgeSeconds: till?.id ? tillSeconds : 0 }
}

/** Reads the sale. Throws FieldRefusal. */
export async function readSale(context: WebContext, input: PortalInput): Promise<PortalSale> {
  return orRefused(await parseSale(context, input))
}

/** Reads the sale and the number to ask. Throws FieldRefusal. */
export async function readAskedNumber(context: WebContext, input: PortalInput) {
  const typed = typedSale(input)
  const { sale, faults } = await parseSale(context, input)
  const phone = readPhone(typed.phone, input.language)
  const provider = operators.find(({ code }) => code === typed.provider)?.code ?? 'auto'
  const phoneFaults = typeof phone === 'string' ? [{ field: fields.phone, message: phone }] : []
  const all = [...faults, ...phoneFaults]
  if (all.length > 0 || typeof phone === 'string') throw new FieldRefusal(all)
  return { ...sale, phone, provider, customerName: typed.name || null }
}

interface ParsedSale {
  readonly sale: PortalSale
  readonly faults: readonly FieldFault[]
}

function orRefused({ sale, faults }: ParsedSale): PortalSale {
  if (faults.length > 0) throw new FieldRefusal(faults)
  return sale
}

const textLengthMax = 255

async function parseSale({ database }: WebContext, input: PortalInput): Promise<ParsedSale> {
  const { session, form, requestId, language } = input
  const words = collectWords[language].faults
  const { place, person } = session
  const typed = typedSale(input)
  const sourceText = amountTextOf(typed.amount, place.currency)
  const till = await tillOf({ database }, input)
  const faults = [
    parseAmount(sourceText ?? '', place.currency).ok
      ? null
      : { field: fields.amount, message: words.amount },
    till === undefined ? tillFault(session, language) : null,
    ...(['name', 'description'] as const).map((name) =>
      typed[name].length > textLengthMax
        ? { field: fields[name], message: words.tooLong(String(textLengthMax)) }
        : null,
    ),
  ]
  const sale = {
    place,
    personId: person.id,
    till: till ?? null,
    amount: { sourceText, currency: place.currency },
    description: typed.description || null,
    key: form.text(formIdField),
    requestId,
  }
  return { sale, faults: faults.filter((fault) => fault !== null) }
}

/** What is wrong with the till of a sale. A cashier chooses none: their point of sale is closed. */
export function tillFault({ counter }: Pick<Portal, 'counter'>, language: Language): FieldFault {
  const { form, faults } = collectWords[language]
  return counter === null
    ? { field: fields.till, message: faults.till }
    : { field: null, message: form.closed }
}

/** Null if none was chosen; undefined if the chosen one is not open. A cashier's is that of their point of sale. */
async function tillOf(
  { database }: Pick<WebContext, 'database'>,
  { session, form }: PortalInput,
): Promise<Till | null | undefined> {
  if (session.counter !== null) return (await tillOfCashier(database, session.counter)) ?? undefined
  const id = form.text(fields.till)
  if (id === '') return null
  const open = await listOpenTills(database, session.place.id)
  return open.find((till) => till.id === id)
}

/** The number, or what is wrong with it. */
function readPhone(typed: string, language: Language): Phone | string {
  if (typed === '') return collectWords[language].faults.phone
  const phone = parsePhone(internationalPhone(typed))
  return phone.ok ? phone.value : payerWords[language].faults.phone
}
