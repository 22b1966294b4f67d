import assert from 'node:assert/strict'
import { inTransaction, onPool } from '#db/sql.ts'
import type { TransactionId } from '#domain/ids.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { disableAccount } from '#use-cases/people/change-managed.ts'
import { changePersonRole } from '#use-cases/people/manage.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { eventually } from '#test/support/call.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { cause, createPortalUser } from '#test/support/people.ts'
import {
  createPortalMerchant,
  makePayment,
  portalReader,
  type PortalReader,
} from '#test/support/portal.ts'

describe('the progress of a sale in the portal, as it comes', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  /** All that the stream of a sale says when it is paid after this happened. */
  const saidAfter = async (
    happens: (reader: PortalReader) => Promise<unknown>,
    role: 'administrator' | 'cashier' = 'administrator',
  ) => {
    const reader = await portalReader(api, merchant, role)
    reader.cookies.set('portal_place', merchant.live.serviceEnvId)
    const id = await makePayment(api.database, merchant.live, {
      payer: 'Sènami Adjavon',
      // The merchant's only point of sale is where a cashier sells.
      seller: { terminal: { id: merchant.live.terminalId, label: '', pointOfSale: null } },
    })
    const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(
      `${api.baseUrl}/portail/encaisser/demandes/${id}/suite?vu=${id}~pending`,
      {
        headers: { Accept: 'text/event-stream', Cookie: cookie },
      },
    )
    assert.equal(response.headers.get('Content-Type'), 'text/event-stream')
    const text = response.text()
    await armed(id)
    await happens(reader)
    const outbox = outboxOf(api.database)
    await settleTransaction(api.database, outbox, { transactionId: id, outcome: success })
    return text
  }
  const armed = (id: TransactionId) =>
    eventually(async () => {
      const found = await onPool(api.database.pool).rows(
        'select from waiting where subject_id = $1 limit 1',
        [id],
      )
      return found.length > 0
    })

  it('tells its reader who paid', async () => {
    assert.match(await saidAfter(async () => undefined), /Sènami Adjavon/)
  })

  it('tells nobody who has logged out, and ends', async () => {
    const said = await saidAfter(async (reader) => {
      assert.equal((await reader.post('/portail/deconnexion')).status, 303)
    })
    assert.doesNotMatch(said, /Sènami|data:/)
  })

  it('tells a cashier of a sale at their point of sale, with its payer masked', async () => {
    const said = await saidAfter(async () => undefined, 'cashier')
    assert.match(said, /Sènami A\./)
    assert.doesNotMatch(said, /Adjavon/)
  })

  it('tells no cashier who was moved to another point of sale, nor with another role, and ends', async () => {
    const { pointOfSale: other } = (
      await createTerminal(api.database, merchant.live.serviceEnvId, {
        type: 'shop',
        label: 'Autre',
        pointOfSale: 'Autre boutique',
        serialNumber: null,
        deviceType: null,
      })
    ).terminal
    const manager = await createPortalUser(api.database, { ...merchant, role: 'owner' })
    for (const role of [
      { role: 'cashier', pointOfSaleId: other?.id ?? '' },
      { role: 'collaborator' },
    ] as const) {
      const said = await saidAfter(
        ({ user: { id } }) =>
          changePersonRole(api.database, { realm: 'portal', manager, id, cause: cause() }, role),
        'cashier',
      )
      assert.doesNotMatch(said, /Sènami|data:/)
    }
  })

  it('tells nobody who was removed, and ends', async () => {
    const said = await saidAfter((reader) =>
      inTransaction(api.database.pool, (tx) => disableAccount(tx, reader.user.id)),
    )
    assert.doesNotMatch(said, /Sènami|data:/)
  })
})
