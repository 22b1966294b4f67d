import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { asId, type CollaboratorId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { wordsOf } from '#test/support/payer.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'

const sales = '/portail/ventes-du-jour'

describe('what each cashier took', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const dayMs = 86_400_000
  before(async () => {
    const { database } = api
    const { terminal } = await createTerminal(database, merchant.live.serviceEnvId, {
      type: 'shop',
      label: 'Caisse 1',
      pointOfSale: 'Ganhi',
      serialNumber: null,
      deviceType: null,
    })
    const books = onPool(database.pool)
    for (const [name, price, daysAgo] of [
      ['Sika Agbo', 1000n, 0],
      ['Jean Kouton', 2000n, 1],
      ['Reine Hounsou', 4000n, 3],
      ['Awa Zinsou', 8000n, 8],
    ] as const) {
      const id = asId<CollaboratorId>(randomUUID())
      const text = 'insert into collaborator (id, service_id, name) values ($1, $2, $3)'
      await books.rows(text, [id, merchant.live.serviceId, name])
      const seller = { terminal, operator: { id, name } }
      const sale = { price: money(price, 'XOF'), outcome: success, seller }
      const paid = await makePayment(database, merchant.live, sale)
      const at = new Date(Date.now() - daysAgo * dayMs)
      await books.rows('update transaction set created_at = $2 where id = $1', [paid, at])
    }
  })

  it('is told of today, of yesterday and of seven days, with what the customers paid', async () => {
    const owner = await portalReader(api, merchant)
    const of = async (days: string) => wordsOf(await owner.get(`${sales}${days}`))
    const who = (text: string) => text.match(/(Sika|Jean|Reine|Awa) \w+ Ganhi/g)
    const now = await of('')
    assert.deepEqual(who(now), ['Sika Agbo Ganhi'])
    assert.match(now, /Payé par vos clients aujourd’hui 1 020 F CFA 1 vente · frais compris/)
    const before = await of('?periode=hier')
    assert.deepEqual(who(before), ['Jean Kouton Ganhi'])
    assert.match(before, /Payé par vos clients hier 2 040 F CFA 1 vente/)
    const week = await of('?periode=7')
    assert.deepEqual(who(week), ['Jean Kouton Ganhi', 'Reine Hounsou Ganhi', 'Sika Agbo Ganhi'])
    assert.match(week, /Payé par vos clients en 7 jours 7 140 F CFA 3 ventes/)
    assert.deepEqual(who(await of('?periode=mois')), ['Sika Agbo Ganhi'], 'no other days')
  })
})
