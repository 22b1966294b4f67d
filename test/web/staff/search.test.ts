import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { money } from '#domain/money/money.ts'
import { receiptNumber } from '#domain/receipts/receipt.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createPortalUser } from '#test/support/people.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { searched } from '#test/support/typed-forms.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'

describe('the search of the desk', () => {
  const api = given(() => sharedApiAlone())
  const desk = given(() => deskBrowser(api, 'agent'))

  const partOf = async (q: string): Promise<string> =>
    (await desk.post('/staff/recherche/resultats', { q })).text

  it('finds payments of any merchant by the whole number, the receipt and the operator’s reference, payers masked', async () => {
    const { live } = await createPortalMerchant(api.database)
    const national = `0196${randomInt(100_000, 1_000_000)}`
    const providerReference = `MP${freshSigns().toUpperCase()}`
    const id = await makePayment(api.database, live, {
      reference: `R-${freshSigns()}`,
      phone: `229${national}`,
      payer: 'Rachidatou Bio Séko',
      outcome: { ...success, providerReference },
    })
    const number = receiptNumber(await readTransaction(api.database, id))
    for (const text of [national, `+229 ${national}`, number, providerReference.toLowerCase()]) {
      const part = await partOf(text)
      assert.ok(part.includes(`/staff/transactions/${id}`), text)
      assert.match(part, /Rachidatou S\..*Réussi/s)
      assert.ok(!part.includes('Bio') && !part.includes(national), 'masked')
    }
    const { location } = await searched(desk, '/staff/recherche', { q: national })
    assert.equal(location, `/staff/transactions/${id}`)
  })

  it('finds payments of any merchant by the end of the number, the payer’s name and the amount, exact references first', async () => {
    const shops = [
      await createPortalMerchant(api.database),
      await createPortalMerchant(api.database),
    ]
    const end = String(randomInt(1_000, 10_000))
    const price = money(BigInt(randomInt(1_000_000, 2_000_000)), 'XOF')
    const ids: string[] = []
    for (const { live } of shops) {
      const phone = `22901${randomInt(0, 10_000).toString().padStart(4, '0')}${end}`
      const payment = {
        reference: `R-${freshSigns()}`,
        phone,
        payer: 'Ɖossou Gbèdolo Kpadonou',
        price,
      }
      ids.push(await makePayment(api.database, live, { ...payment, outcome: success }))
    }
    for (const text of [end, 'kpadonou gbedolo', `${price.minor} F`, String(price.minor)]) {
      const part = await partOf(text)
      for (const id of ids) assert.ok(part.includes(`/staff/transactions/${id}`), text)
      assert.ok(!part.includes('Gbèdolo'), 'masked')
    }
    const shop = await createPortalMerchant(api.database)
    const exact = await makePayment(api.database, shop.live, { reference: end })
    await makePayment(api.database, shop.live, { reference: 'R', phone: `229019800${end}` })
    const first = /\/staff\/transactions\/([0-9a-f-]{36})/.exec(await partOf(end))?.[1]
    assert.equal(first, exact)
  })

  it('finds the merchant of somebody who tells their e-mail address, however it is written, whole alone', async () => {
    const merchant = await createPortalMerchant(api.database)
    const { email } = await createPortalUser(api.database, { ...merchant, role: 'collaborator' })
    const link = `/staff/marchands/${merchant.merchantId}`
    assert.ok((await partOf(` ${email.toUpperCase()}`)).includes(link))
    assert.ok(!(await partOf(email.slice(1))).includes(link))
  })

  it('finds merchants by a part of their name, and refunds', async () => {
    const { live, merchantId } = await createPortalMerchant(api.database)
    const name = `Maison ${freshSigns()}`
    await api.database.pool.query('update merchant set name = $2 where id = $1', [merchantId, name])
    assert.ok(
      (await partOf(name.slice(2).toUpperCase())).includes(`/staff/marchands/${merchantId}`),
    )
    const outbox = outboxOf(api.database)
    const transactionId = await makePayment(api.database, live, {
      reference: 'R',
      outcome: success,
    })
    const wish = { transactionId, amount: 5_000n }
    const refund = await refundOf({ database: api.database, outbox }, live, wish)
    assert.ok((await partOf(refund.id)).includes(`/staff/remboursements/${refund.id}`))
    await outbox.drain()
  })

  it('answers whatever is typed in words', async () => {
    assert.match(await partOf('x'.repeat(10_000)), /Votre recherche est trop longue/)
    assert.match(await partOf(''), /Que cherchez-vous/)
    for (const text of ['%_\\', '%%', '\u0007\u0000zz', "' or 1=1 --"])
      assert.match(await partOf(text), /Rien pour/, text)
  })
})

/** Eight signs of nobody else. */
function freshSigns(): string {
  return randomUUID().slice(0, 8)
}
