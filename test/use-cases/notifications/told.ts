import { notificationText } from '#domain/notifications/words.ts'
import type { People } from '#domain/people/person.ts'
import { listNotifications } from '#use-cases/notifications/read.ts'
import type { Books } from '#test/support/books.ts'
import { createPortalUser } from '#test/support/people.ts'
import type { PortalMerchant } from '#test/support/portal.ts'

/** Merchants' people on these books, and what they are told in French of one kind. */
export function peopleOf(books: Books) {
  const member = (merchant: PortalMerchant, role: People['portal']['role']) =>
    createPortalUser(books.database, { merchantId: merchant.merchantId, role })
  const told = async ({ live }: PortalMerchant, person: People['portal'], kind: string) => {
    const at = { serviceEnvId: live.serviceEnvId, person }
    const all = await listNotifications(books.database, at)
    return all
      .filter((one) => one.kind === kind)
      .map((one) => notificationText(one.kind, one.details, 'fr'))
  }
  /** The channels besides the portal by which somebody was told. */
  const sentTo = async ({ id }: People['portal']) => {
    const sent = await books.rows<{ channel: string }>(
      `select channel from mail where person_id = $1 and kind = 'notification'`,
      id,
    )
    return sent.map(({ channel }) => channel)
  }
  return { member, told, sentTo }
}
