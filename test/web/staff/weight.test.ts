import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'

/** With all that it loads, as every browser test measures of the pages that it opens. */
const pageBytesMax = 80_000
/** More than a page of a list has. */
const many = 60

describe('a full list of the desk', () => {
  const api = given(() => sharedApiAlone())
  const desk = given(() => deskBrowser(api, 'supervisor'))
  before(async function () {
    this.timeout(60_000)
    const { database } = api
    const outbox = outboxOf(database)
    const named = async () => {
      const made = await createPortalMerchant(database)
      await onPool(database.pool).rows('update merchant set name = $2 where id = $1', [
        made.merchantId,
        'Groupement des transformatrices de karité de Natitingou',
      ])
      return made
    }
    const { live } = await named()
    for (let made = 0; made < many; made += 1) {
      const reference = `COMMANDE-${randomUUID()}`
      const payment = { reference, outcome: { ...success, funds: 'held' as const } }
      const transactionId = await makePayment(database, live, payment)
      await refundOf({ database, outbox }, live, { transactionId, amount: 1_000n })
      const other = await named()
      const elsewhere = await makePayment(database, other.live, { reference, outcome: success })
      await refundOf({ database, outbox }, other.live, { transactionId: elsewhere, amount: 1_000n })
      await desk.post(`/staff/fonds/${transactionId}/note`, { note: 'Vu', note_id: randomUUID() })
    }
    await outbox.drain()
  })

  for (const path of ['fonds', 'remboursements', 'marchands', 'journal'])
    it(`is as light as any other page: ${path}`, async () => {
      const { text } = await desk.get(`/staff/${path}`)
      assert.match(text, /Suite de la liste/)
      const bytes = Buffer.byteLength(text) + (await assetBytes(text))
      assert.ok(bytes <= pageBytesMax, `${bytes} bytes`)
    })

  /** Of the files that a page loads, as they are transferred. */
  async function assetBytes(text: string): Promise<number> {
    const paths = new Set(
      [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:css|js|svg))"/g)].map(
        ([, path = '']) => path,
      ),
    )
    const font = /url\(['"]?([^'")]+\.woff2)/
    let bytes = 0
    for (const path of paths) {
      const answer = await fetch(`${api.baseUrl}${path}`, { headers: { 'Accept-Encoding': 'br' } })
      const content = await answer.text()
      bytes += Number(answer.headers.get('Content-Length') ?? content.length)
      const letters = font.exec(content)?.[1]
      if (letters) {
        const file = await fetch(new URL(letters, `${api.baseUrl}${path}`))
        bytes += (await file.arrayBuffer()).byteLength
      }
    }
    assert.ok(bytes > 24_000, 'the letters are among them')
    return bytes
  }
})
