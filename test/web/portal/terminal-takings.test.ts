import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { asId, type CollaboratorId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { onPool } from '#db/sql.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { wordsOf } from '#test/support/payer.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'

describe('terminals in the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  const terminalNamed = async (label: string) => {
    const { terminal } = await createTerminal(api.database, merchant.live.serviceEnvId, {
      type: 'pos',
      label,
      pointOfSale: null,
      serialNumber: null,
      deviceType: null,
    })
    const { id, pointOfSale } = terminal
    const seller = { terminal: { id, label, pointOfSale } }
    const price = money(1_500n, 'XOF')
    return {
      id,
      sell: (sale: Pick<Parameters<typeof makePayment>[2], 'outcome'>) =>
        makePayment(api.database, merchant.live, { price, seller, ...sale }),
    }
  }

  it('are listed with what payers paid each of them today, which their own page tells too', async () => {
    const busy = await terminalNamed('Comptoir')
    for (const outcome of [success, success, failed]) await busy.sell({ outcome })
    await busy.sell({})
    const quiet = await terminalNamed('Réserve')
    const sold = await quiet.sell({ outcome: success })
    const before = `update transaction set created_at = created_at - interval '1 day' where id = $1`
    await onPool(api.database.pool).rows(before, [sold])
    const owner = await portalReader(api, merchant)
    const list = wordsOf(await owner.get('/portail/terminaux'))
    assert.match(
      list,
      /État Encaissé aujourd’hui Réserve — Terminal Jamais utilisé À activer 0\sF\sCFA Comptoir — Terminal Jamais utilisé À activer 3\s060\sF\sCFA /,
    )
    const page = wordsOf(await owner.get(`/portail/terminaux/${busy.id}`))
    assert.match(page, /Encaissé aujourd’hui 3\s060\sF\sCFA/)
  })

  it('stand in the file of payments with their point of sale and their cashier, in columns that come last', async () => {
    const shop = await createPortalMerchant(api.database)
    const { terminalId: id, serviceId } = shop.live
    const pointOfSaleId = randomUUID()
    const books = onPool(api.database.pool)
    await books.rows(
      `with place as (
         insert into point_of_sale (id, service_env_id, name) values ($1, $2, 'Ganhi') returning id
       ), cashier as (
         insert into collaborator (id, service_id, name) values ($1, $3, 'Sika Agbo')
       )
       update terminal set point_of_sale_id = place.id, label = 'Comptoir' from place
       where terminal.id = $4`,
      [pointOfSaleId, shop.live.serviceEnvId, serviceId, id],
    )
    const terminal = { id, label: 'Comptoir', pointOfSale: { id: pointOfSaleId, name: 'Ganhi' } }
    const operator = { id: asId<CollaboratorId>(pointOfSaleId), name: 'Sika Agbo' }
    await makePayment(api.database, shop.live, { outcome: success })
    await makePayment(api.database, shop.live, { outcome: success, seller: { terminal, operator } })
    const owner = await portalReader(api, shop)
    const { text } = await owner.get('/portail/transactions/export')
    const ends = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(';').slice(-4))
    assert.deepEqual(
      ends.map(([, ...seller]) => seller),
      [
        ['Terminal', 'Point de vente', 'Caissier'],
        ['Comptoir', 'Ganhi', 'Sika Agbo'],
        ['', '', ''],
      ],
    )
    assert.equal(ends[0]?.[0], 'Fin')
  })
})
