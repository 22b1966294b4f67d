import assert from 'node:assert/strict'
import { listActivity } from '#use-cases/audit/list.ts'
import { acceptCollection } from '#use-cases/collections/accept.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { MerchantId, TransactionId } from '#domain/ids.ts'
import { type Money, money } from '#domain/money/money.ts'
import type { People } from '#domain/people/person.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { fetcherWith, type PageAnswer } from './cookie-fetch.ts'
import { given } from './given.ts'
import { acceptanceOf, createMerchant, type Merchant } from './books.ts'
import { outboxOf } from './paid.ts'
import { createPortalUser, loggedIn, password } from './people.ts'
import { createTenant, type Tenant } from './tenant.ts'

/** A merchant and its owner, for the surrounding tests. */
export function givenMerchant(api: { readonly database: Database }) {
  const merchant = given(() => createPortalMerchant(api.database))
  const user = given(() => createPortalUser(api.database, merchant))
  return { merchant, user }
}

/** A merchant with one service in both modes, and its portal users. */
export interface PortalMerchant {
  readonly merchantId: MerchantId
  /** With a key of each kind, as the other mode. */
  readonly live: Merchant & Pick<Tenant, 'keys'>
  readonly test: Merchant & Pick<Tenant, 'keys'>
}

export async function createPortalMerchant(database: Database): Promise<PortalMerchant> {
  const live = await createMerchant({ database }, { mode: 'live' })
  const tenant = await createTenant(database, { mode: 'sandbox', serviceId: live.serviceId })
  const key = await onPool(database.pool).one<{ id: Merchant['apiKeyId'] }>(
    `select id from api_key where service_env_id = $1 and kind = 'secret'`,
    [tenant.serviceEnvId],
  )
  const { merchantId } = await onPool(database.pool).one<{ merchantId: MerchantId }>(
    `update service set public_name = 'Tissus Ọlájùmọ̀kẹ́ & Filles' where id = $1
     returning merchant_id as "merchantId"`,
    [live.serviceId],
  )
  const test = { ...live, ...tenant, apiKeyId: key.id, terminalId: live.terminalId }
  return { merchantId, live, test }
}

export interface NewPayment {
  /** The merchant's; the payment's id if it gave none. */
  readonly reference?: string
  readonly price?: Money
  readonly payer?: string
  readonly phone?: string
  readonly outcome?: Outcome
  /** Terminal and cashier; without them it is not sold in person. */
  readonly seller?: Partial<Pick<TransactionRecord, 'terminal' | 'operator'>>
}

/** A payment of this service and mode, ended if an outcome is given; without operator or workflow. */
export async function makePayment(
  database: Database,
  place: Merchant,
  { reference, price = money(12_500n, 'XOF'), payer = 'Éléonore Adjavon', ...more }: NewPayment,
): Promise<TransactionId> {
  const { phone = '2290196000042', outcome, seller } = more
  const outbox = outboxOf(database)
  const { draft, ...rest } = acceptanceOf(place, { terms: { price }, phone })
  const customer = { ...draft.record.customer, name: payer }
  const record = { ...draft.record, reference: reference ?? draft.record.id, customer, ...seller }
  await acceptCollection(database, outbox, { ...rest, draft: { ...draft, record } })
  if (outcome) await settleTransaction(database, outbox, { transactionId: record.id, outcome })
  await outbox.drain()
  return record.id
}

/** The last acts of a merchant's people with their outcomes, newest first. */
export async function lastActs(
  database: Database,
  { merchantId }: { readonly merchantId: MerchantId },
  limit: number,
): Promise<[act: string, outcome: string | null][]> {
  const lines = await listActivity(database, merchantId, { limit })
  return lines.map(({ act, outcome }) => [act, outcome])
}

/** The browser of a merchant's user: keeps cookies, and fills in the forms that pages show. */
export interface PortalReader {
  readonly user: People['portal']
  readonly cookies: Map<string, string>
  get(path: string): Promise<Answer>
  /** Posts fields to a path, with the pages' CSRF token. */
  post(path: string, fields?: Readonly<Record<string, string>>): Promise<Answer>
  /** The hidden fields of a write's form on the page. */
  formOf(page: string): Promise<Readonly<Record<string, string>>>
  /** Opens a page with a form and submits it with these fields, to the page's path unless `action` is given. */
  send(page: string, fields: Readonly<Record<string, string>>, action?: string): Promise<Answer>
}

/** Fails unless the page has each of these sentences. */
export function assertTells({ text }: Pick<Answer, 'text'>, ...sentences: readonly string[]): void {
  for (const sentence of sentences) assert.ok(text.includes(sentence), sentence)
}

export type Answer = PageAnswer

/** A logged-in user with this role; a cashier at this point of sale. */
export async function portalReader(
  service: { readonly baseUrl: string; readonly database: Database },
  {
    merchantId,
    pointOfSaleId,
  }: { readonly merchantId: MerchantId; readonly pointOfSaleId?: string },
  role: People['portal']['role'] = 'administrator',
): Promise<PortalReader> {
  const at = pointOfSaleId !== undefined && { pointOfSaleId }
  const user = await createPortalUser(service.database, { merchantId, role, ...at })
  const { name, value } = sessionCookie(await loggedIn(service.database, 'portal', user))
  return readerOf(service, user, new Map([[name, value]]))
}

/** The same, in test mode. */
export async function testModeReader(
  service: Parameters<typeof portalReader>[0],
  merchant: PortalMerchant,
  role?: People['portal']['role'],
): Promise<PortalReader> {
  const reader = await portalReader(service, merchant, role)
  await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
  return reader
}

/** A browser with these cookies. */
export function readerOf(
  { baseUrl }: { readonly baseUrl: string },
  user: People['portal'],
  cookies: Map<string, string> = new Map(),
): PortalReader {
  const send = fetcherWith(baseUrl, cookies)
  const token = async (): Promise<string> => {
    const { text } = await send('/portail/compte')
    return /name="csrf_token" value="([^"]+)"/.exec(text)?.[1] ?? ''
  }
  const post: PortalReader['post'] = async (path, fields = {}) => {
    const csrf = { csrf_token: await token() }
    return send(path, { method: 'POST', body: new URLSearchParams({ ...csrf, ...fields }) })
  }
  const formOf: PortalReader['formOf'] = async (page) => {
    const { text } = await send(page)
    const valueOf = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1] ?? ''
    return { place: valueOf('place'), form_id: valueOf('form_id') }
  }
  return {
    user,
    cookies,
    get: (path) => send(path),
    post,
    formOf,
    send: async (page, fields, action = page) =>
      post(action, { password, ...(await formOf(page)), ...fields }),
  }
}
