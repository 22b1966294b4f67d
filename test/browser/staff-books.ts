import type { Page } from 'playwright-core'
import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { orderProof } from '#use-cases/ledger-proofs/order.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import type { ReconciliationId } from '#domain/ids.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { outboxTo } from '#test/support/orders.ts'
import { cause } from '#test/support/people.ts'
import type { TestService } from '#test/support/service.ts'
import { silentPayoutRun } from '#test/support/silence.ts'
import {
  endedAt,
  freshReference,
  importOne,
  matchAll,
  namesOf,
  statementOf,
  today,
  type ToldLine,
} from '#test/support/statements.ts'
import { namedMember } from '#test/support/staff-pages.ts'
import type { Tenant } from '#test/support/tenant.ts'
import {
  contradictedPayout,
  settledPayout,
  settlingAt,
} from '#test/use-cases/contradictions/contradictions.ts'

/**
 * What the desk has of money out and of the books: a silent payout, contradictions of which one waits for a second person,
 * an account, a statement that differs, a proof.
 */
export async function arrangeBooks(service: TestService, tenant: Tenant, member: StaffMember) {
  const { database, temporal: client } = service
  const outbox = outboxTo({ database, client })
  const payout = await silentPayoutRun(service, 2_000_000)
  const contradictions = await arrangeContradictions({ database, outbox })
  const account = await addAuthorizedAccount(database, tenant.serviceEnvId, {
    type: 'bank',
    provider: 'uba-benin',
    holderName: 'Établissements Adjavon & Fils',
    accountNumber: 'BJ0660000000004242',
  })
  const merchant = await createMerchant({ database }, { mode: 'live' })
  const lines = []
  for (const amount of [1020, 1020, 900, 102_000]) {
    const transactionId = await acceptOne({ database, outbox }, merchant)
    const outcome = { status: 'succeeded', providerReference: freshReference() } as const
    await settleTransaction(database, outbox, { transactionId, outcome })
    await endedAt(database, [transactionId])
    lines.push({ ...(await namesOf(database, transactionId)), amount })
  }
  const unknown = { operator_reference: '7421180233', amount: 45_000 }
  const csv = statementOf([...lines, unknown, { ...unknown }])
  const reconciliation = await importOne({ database, outbox }, csv, { member })
  await matchAll(database, reconciliation)
  const difference = await firstOf(service, reconciliation)
  const { id: proof } = await orderProof(database, outbox, { member, cause: cause() })
  return { payout, ...contradictions, account, reconciliation, difference, proof }
}

async function arrangeContradictions(books: Parameters<typeof contradictedPayout>[0]) {
  const { database } = books
  const payee = await createMerchant({ database })
  await openBalance(database, payee, money(100_000n, 'XOF'))
  const open = await contradictedPayout(books, payee, 'paid')
  const asked = await contradictedPayout(books, payee)
  await settlingAt(books).ask(await namedMember(books, 'supervisor', 'Sènami Dossou'), asked)
  return { open, asked, settled: await settledPayout(books, payee) }
}

async function firstOf({ database }: TestService, reconciliationId: ReconciliationId) {
  const [first] = await listDifferences(database, { reconciliationId, limit: 1 })
  if (first === undefined) throw new Error('nothing differs')
  return first.id
}

/** Hands in a file by the form’s script; its first lines do not read. */
export async function handInBadFile(page: Page): Promise<void> {
  await handIn(page, [
    { operator_reference: '7421180233', amount: '12.5' },
    { operator_reference: '7421180234', kind: 'don' },
  ])
  await page.waitForSelector('text=Rien n’est importé')
}

/** One that reads: what differs comes to its page by itself. */
export async function handInGoodFile(page: Page): Promise<void> {
  for (const day of ['from', 'to']) await page.fill(`[name=${day}]`, today)
  await handIn(page, [{ operator_reference: freshReference() }])
  await page.waitForSelector('#ecarts >> text=Inconnu chez nous')
  await page.waitForSelector('#etat >> text=Toutes lues')
}

async function handIn(page: Page, lines: readonly ToldLine[]): Promise<void> {
  const buffer = Buffer.from(statementOf(lines))
  await page.setInputFiles('[type=file]', { name: 'releve.csv', mimeType: 'text/csv', buffer })
  await page.locator('[type=file]:valid').waitFor()
  await page.click('text=Importer et rapprocher')
}
