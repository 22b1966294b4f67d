import { localDay, startOfLocalDay } from '#domain/text/local-day.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import type { Portal } from '#web/portal/portal-page.ts'

type Seller = Pick<Portal, 'place' | 'counter'>

/** The sales that somebody may see: all of the service in its mode; for a cashier, those at their point of sale. */
export function saleScope({ place, counter }: Seller) {
  return { serviceEnvId: place.id, ...(counter && { pointOfSaleId: counter.id }) }
}

/** A sale just before midnight can still be followed to its end. */
const followedMs = 3_600_000

/** False for what a cashier no longer sees: a sale of an earlier day. */
export function isShown(
  { counter }: Pick<Seller, 'counter'>,
  { createdAt }: { readonly createdAt: Date },
): boolean {
  if (counter === null) return true
  const now = new Date()
  return createdAt >= startOfToday(now) || now.getTime() - createdAt.getTime() <= followedMs
}

/** The first moment of the day that this moment is in. */
export function startOfToday(now: Date): Date {
  return startOfLocalDay(localDay(now)) ?? now
}

/** False for what a cashier did not ask a number for themselves; a QR code is paid from a number that its payer gave. */
export function isOwn(
  { counter }: Pick<Seller, 'counter'>,
  { operator, checkoutId }: Pick<TransactionRecord, 'operator' | 'checkoutId'>,
): boolean {
  if (counter === null) return true
  return operator?.id === counter.collaboratorId && checkoutId === null
}
