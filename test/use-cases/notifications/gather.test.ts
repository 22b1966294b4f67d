import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { asId, type PortalUserId } from '#domain/ids.ts'
import type { NotificationChoices } from '#domain/notifications/notification.ts'
import { notificationText } from '#domain/notifications/words.ts'
import { chooseNotifications } from '#use-cases/notifications/choose.ts'
import { gatherNotifications } from '#use-cases/notifications/gather.ts'
import { countUnread, listNotifications, markRead } from '#use-cases/notifications/read.ts'
import { createWebhookEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { sendTestEvent } from '#use-cases/webhooks/send-test-event.ts'
import { inTransaction } from '#db/sql.ts'
import { notify } from '#use-cases/notifications/notify.ts'
import type { People } from '#domain/people/person.ts'
import { givenBooks } from '#test/support/books.ts'
import { createPortalMerchant, makePayment, type PortalMerchant } from '#test/support/portal.ts'
import { setOperatorState } from '#use-cases/operators/change.ts'
import { createPortalUser, createStaffMember } from '#test/support/people.ts'

const paid = { status: 'succeeded', providerReference: 'REF-1' } as const

describe('what merchants’ people are told', function () {
  this.timeout(60_000)
  const books = givenBooks()

  async function scene(role: People['portal']['role'] = 'administrator') {
    const merchant = await createPortalMerchant(books.database)
    await gatherNotifications(books.database)
    const { merchantId } = merchant
    const member = await createPortalUser(books.database, { merchantId, role })
    return { merchant, member }
  }
  const choose = (id: PortalUserId, channels: NotificationChoices, phone: string | null = null) =>
    chooseNotifications(books.database, id, { channels, phone })
  const pay = async ({ live }: PortalMerchant, count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1)
      await makePayment(books.database, live, {
        reference: `${live.serviceEnvId}-${Math.random()}`,
        outcome: paid,
      })
  }
  const readOf = ({ live }: PortalMerchant, person: People['portal']) => ({
    serviceEnvId: live.serviceEnvId,
    person,
  })
  const titlesOf = async (merchant: PortalMerchant, person: People['portal']) =>
    (await listNotifications(books.database, readOf(merchant, person))).map(
      ({ kind, details }) => notificationText(kind, details, 'fr').title,
    )
  const sentTo = async (id: PortalUserId) =>
    (
      await books.rows<{ channel: string }>(
        `select channel from mail where person_id = $1 and kind = 'notification' order by id`,
        id,
      )
    ).map(({ channel }) => channel)

  it('a busy shop hears of the first payment at once and of the others together, an hour later', async () => {
    const { merchant, member } = await scene()
    await choose(member.id, { payments_received: ['email'] })
    await pay(merchant, 1)
    await gatherNotifications(books.database)
    assert.deepEqual(await titlesOf(merchant, member), [
      'Paiement reçu\u00A0: 12\u202F500\u00A0F\u00A0CFA',
    ])
    for (let burst = 0; burst < 4; burst += 1) {
      await pay(merchant, 5)
      await gatherNotifications(books.database)
    }
    assert.equal((await titlesOf(merchant, member)).length, 1)
    assert.deepEqual(await sentTo(member.id), ['email'])
    await books.rows(
      `update notification_digest set told_at = told_at - interval '61 minutes' where service_env_id = $1`,
      merchant.live.serviceEnvId,
    )
    await gatherNotifications(books.database)
    const [latest] = await titlesOf(merchant, member)
    assert.equal(latest, '20 paiements reçus\u00A0: 250\u202F000\u00A0F\u00A0CFA')
    assert.deepEqual(await sentTo(member.id), ['email', 'email'])
  })

  it('goes on from now where a position is of the server that the database was copied from', async () => {
    const { merchant, member } = await scene()
    await pay(merchant, 1)
    await books.rows(
      `update notification_place set recorded_in = '999999999999' where service_env_id = $1`,
      merchant.live.serviceEnvId,
    )
    await gatherNotifications(books.database)
    assert.deepEqual(await titlesOf(merchant, member), [], 'what was before was told there')
    await pay(merchant, 1)
    await gatherNotifications(books.database)
    assert.equal((await titlesOf(merchant, member)).length, 1)
  })

  it('a test of a webhook is no payment, whatever it is of', async () => {
    const { merchant, member } = await scene()
    const { serviceEnvId } = merchant.live
    const { endpoint } = await createWebhookEndpoint(books.database, serviceEnvId, {
      url: 'https://boutique.example/crochet',
      label: null,
      events: ['payment.success'],
      isEnabled: true,
    })
    const tests = ['payment.success', 'withdrawal.failed', 'withdrawal.success'] as const
    for (const type of tests)
      await sendTestEvent(books.database, books.outbox, { serviceEnvId, id: endpoint.id, type })
    await gatherNotifications(books.database)
    assert.deepEqual(await titlesOf(merchant, member), [])
    await pay(merchant, 1)
    await gatherNotifications(books.database)
    assert.deepEqual(await titlesOf(merchant, member), [
      'Paiement reçu\u00A0: 12\u202F500\u00A0F\u00A0CFA',
    ])
  })

  it('each event is counted once, by however many who look at once', async () => {
    const { merchant, member } = await scene()
    await pay(merchant, 7)
    await Promise.all(Array.from({ length: 5 }, () => gatherNotifications(books.database)))
    await gatherNotifications(books.database)
    assert.deepEqual(await titlesOf(merchant, member), [
      '7 paiements reçus\u00A0: 87\u202F500\u00A0F\u00A0CFA',
    ])
  })

  it('goes by the channels that each chose, to whose role may know it, and stays in the portal in test mode', async () => {
    const { merchant, member } = await scene()
    const { merchantId, live, test } = merchant
    const developer = await createPortalUser(books.database, { merchantId, role: 'developer' })
    const silent = await createPortalUser(books.database, { merchantId, role: 'administrator' })
    const numberless = await createPortalUser(books.database, { merchantId, role: 'administrator' })
    await choose(member.id, { standing_order_refused: ['sms', 'whatsapp'] }, '2290197000000')
    await choose(silent.id, { standing_order_refused: [] })
    await choose(numberless.id, { standing_order_refused: ['sms'] })
    const tell = (serviceEnvId: typeof live.serviceEnvId, about: string) =>
      inTransaction(books.database.pool, (tx) =>
        notify(tx, books.database, {
          readers: { serviceEnvId },
          kind: 'standing_order_refused',
          about,
          details: { id: asId(live.serviceEnvId), name: 'Loyer', code: 'insufficient_balance' },
        }),
      )
    const early = await createPortalUser(books.database, { merchantId, role: 'administrator' })
    await choose(early.id, { payouts_failed: [] })
    await tell(live.serviceEnvId, 'one')
    await tell(live.serviceEnvId, 'one')
    await tell(test.serviceEnvId, 'one')
    assert.deepEqual(await sentTo(member.id), ['sms', 'whatsapp'])
    for (const nobody of [developer, silent, numberless])
      assert.deepEqual(await sentTo(nobody.id), [])
    assert.deepEqual(await sentTo(early.id), ['email'], 'who chose before there was this kind')
    assert.deepEqual(await titlesOf(merchant, member), ['Rien n’est parti\u00A0: Loyer'])
    assert.deepEqual(await titlesOf(merchant, developer), [], 'not theirs to know')
  })

  it('counts what one has not read, for each reader alone', async () => {
    const { merchant, member } = await scene()
    const other = await createPortalUser(books.database, {
      merchantId: merchant.merchantId,
      role: 'collaborator',
    })
    await pay(merchant, 1)
    await gatherNotifications(books.database)
    const unreadOf = (person: People['portal']) =>
      countUnread(books.database, readOf(merchant, person))
    assert.equal(await unreadOf(member), 1)
    await markRead(books.database, readOf(merchant, member))
    assert.equal(await unreadOf(member), 0)
    assert.equal(await unreadOf(other), 1)
  })

  it('tells once that an operator was closed', async () => {
    const { merchant, member } = await scene()
    const supervisor = await createStaffMember(books.database, 'supervisor')
    const cause = { requestId: randomUUID(), reason: 'essai' }
    const change = { provider: 'moov-benin', mode: 'live', cause } as const
    await setOperatorState(books.database, supervisor, { ...change, isOpen: false })
    await gatherNotifications(books.database)
    await gatherNotifications(books.database)
    assert.deepEqual(await titlesOf(merchant, member), ['Moov Money est fermé pour le moment'])
    await setOperatorState(books.database, supervisor, { ...change, isOpen: true })
  })
})
