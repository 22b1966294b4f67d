import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'
import type { Database } from '#db/connect.ts'
import { onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import type { Outcome } from '#domain/transactions/transaction.ts'
import { gatherNotifications } from '#use-cases/notifications/gather.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { expired, failed, success } from '#test/support/ends.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createLink } from '#test/support/payment-links.ts'
import { authorizeBank, authorizePhone, giveBalance } from '#test/support/payouts.ts'
import { createPortalUser } from '#test/support/people.ts'
import { createPortalMerchant, makePayment, type PortalMerchant } from '#test/support/portal.ts'

const names = ['Rachidatou Bio Séko', 'Awa Zinsou', 'Koffi Houngbédji', 'Éléonore Adjavon']
const hourMs = 3_600_000

/** A shop that has sold for some days, in live mode: lists are full, and money is in each place where it usually is. */
export async function createOrdinaryMerchant(database: Database): Promise<PortalMerchant> {
  const merchant = await createPortalMerchant(database)
  const { live } = merchant
  await createWebhookEndpoint(database, live.serviceEnvId, {
    url: 'https://boutique.example/hooks',
    label: null,
    events: ['*'],
    isEnabled: true,
  })
  await sellForDays(database, merchant)
  await sendMoneyOut(database, merchant)
  for (const title of ['Panier découverte', 'Pagne wax « Fête », 6 yards', 'Don libre'])
    await createLink(database, live, { title, price: money(12_500n, 'XOF') })
  for (const label of ['Comptoir', 'Marché Dantokpa'])
    await createTerminal(database, live.serviceEnvId, {
      type: 'pos',
      label,
      pointOfSale: 'Cotonou',
      serialNumber: null,
      deviceType: null,
    })
  for (const role of ['developer', 'collaborator'] as const)
    await createPortalUser(database, { ...merchant, role })
  await gatherNotifications(database)
  await onPool(database.pool).rows(
    'update service set first_steps_put_away_at = now() where id = $1',
    [live.serviceId],
  )
  return merchant
}

/** More payments than a page of a list has; the latest are not available yet, and one has not ended. */
async function sellForDays(database: Database, merchant: PortalMerchant): Promise<void> {
  for (let at = 0; at < 26; at += 1) await sell(database, merchant, { at, outcome: outcomeOf(at) })
  await onPool(database.pool).rows(
    `update service_env set availability_delay = '2 days' where id = $1`,
    [merchant.live.serviceEnvId],
  )
  for (let at = 26; at < 30; at += 1) await sell(database, merchant, { at, outcome: success })
  await sell(database, merchant, { at: 0 })
}

function outcomeOf(at: number): Outcome {
  if (at % 7 === 3) return failed
  return at % 11 === 5 ? expired : success
}

/** A payout that arrived and one under way, and refunds that wait for approval. */
async function sendMoneyOut(database: Database, merchant: PortalMerchant): Promise<void> {
  const { live } = merchant
  const books = { database, outbox: outboxOf(database) }
  await giveBalance(database, live, 1_250_000)
  const transactionId = await sell(database, merchant, { at: 0, outcome: success })
  for (const amount of [500n, 1000n]) await refundOf(books, live, { transactionId, amount })
  await authorizePhone(database, live)
  await authorizeBank(database, live)
  const arrived = await acceptPayoutOne(books, live, { amount: 150_000n })
  await settleTransaction(database, books.outbox, { transactionId: arrived, outcome: success })
  await acceptPayoutOne(books, live, { amount: 40_000n })
}

async function sell(
  database: Database,
  { live }: PortalMerchant,
  { at, outcome }: { readonly at: number; readonly outcome?: Outcome },
): Promise<TransactionId> {
  const id = await makePayment(database, live, {
    reference: `CMD-${1000 + sales}`,
    price: money(BigInt(500 * ((at * 7) % 50) + 1500), 'XOF'),
    payer: names[at % names.length] ?? '',
    phone: `22901970000${String(10 + (at % 80))}`,
    ...(outcome && { outcome }),
  })
  sales += 1
  await onPool(database.pool).rows('update transaction set created_at = $2 where id = $1', [
    id,
    new Date(Date.now() - at * 5 * hourMs),
  ])
  return id
}

let sales = 0
