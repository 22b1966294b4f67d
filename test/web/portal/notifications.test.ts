import assert from 'node:assert/strict'
import { inTransaction, onPool } from '#db/sql.ts'
import type { MailId } from '#domain/ids.ts'
import type { NotificationDetails, NotificationKind } from '#domain/notifications/notification.ts'
import { readMail } from '#use-cases/mail/send.ts'
import { notify } from '#use-cases/notifications/notify.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import {
  assertTells,
  createPortalMerchant,
  type PortalMerchant,
  portalReader,
} from '#test/support/portal.ts'

describe('a notification of the portal', () => {
  const api = given(() => sharedApiAlone())

  async function tell(
    { live }: PortalMerchant,
    kind: NotificationKind,
    details: NotificationDetails,
  ): Promise<void> {
    const { serviceEnvId } = live
    const told = { readers: { serviceEnvId }, kind, about: kind, details }
    await inTransaction(api.database.pool, (tx) => notify(tx, api.database, told))
  }

  /** The address in the last mail to somebody, below that of the service. */
  async function addressMailedTo(personId: string): Promise<string> {
    const { id } = await onPool(api.database.pool).one<{ id: MailId }>(
      'select id from mail where person_id = $1 order by created_at desc limit 1',
      [personId],
    )
    const mail = await readMail(api.database, id, api.baseUrl)
    assert.ok('outgoing' in mail)
    const address = mail.outgoing.text.split('\n').find((line) => line.startsWith(api.baseUrl))
    return (address ?? assert.fail(mail.outgoing.text)).slice(api.baseUrl.length)
  }

  it('is reached from its mail by somebody who works in test mode meanwhile', async () => {
    const merchant = await createPortalMerchant(api.database)
    const reader = await portalReader(api, merchant, 'owner')
    await tell(merchant, 'payouts_failed', { count: 1, amount: '40000' })
    const address = await addressMailedTo(reader.user.id)
    const here = await reader.get(address)
    assertTells(here, 'Retrait échoué')
    assert.doesNotMatch(here.text, /Ce message est ailleurs/)
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
    const elsewhere = await reader.get(address)
    assertTells(elsewhere, 'Ce message est ailleurs', 'Tissus', 'mode réel')
    const [, vers = ''] = /name="vers" value="([^"]+)"[^]*?name="page"/.exec(elsewhere.text) ?? []
    const passed = await reader.post('/portail/service', { vers, page: 'notifications' })
    assert.equal(passed.location, '/portail/notifications')
    assertTells(await reader.get('/portail/notifications'), 'Retrait échoué')
  })

  it('says nothing of a service of somebody else, whatever its address names', async () => {
    const [merchant, other] = [
      await createPortalMerchant(api.database),
      await createPortalMerchant(api.database),
    ]
    const reader = await portalReader(api, merchant, 'owner')
    for (const named of [other.live.serviceEnvId, 'rien', ''])
      assertTells(await reader.get(`/portail/notifications?de=${named}`), 'Rien à signaler')
    for (const named of [other.live.serviceEnvId, 'rien', '']) {
      const { text } = await reader.get(`/portail/notifications?de=${named}`)
      assert.doesNotMatch(text, /Ce message est ailleurs/, named)
    }
  })

  it('of a month leads to the payments of that month, whose totals it says', async () => {
    const merchant = await createPortalMerchant(api.database)
    const reader = await portalReader(api, merchant, 'owner')
    await tell(merchant, 'monthly_statement', { when: '2026-02', count: 3, amount: '7500' })
    const { text } = await reader.get('/portail/notifications')
    assert.match(
      text,
      /<a href="\/portail\/transactions\?du=2026-02-01&amp;au=2026-02-28">Votre mois de février 2026/,
    )
  })
})
