import assert from 'node:assert/strict'
import { acceptPayoutOne } from '#test/use-cases/payouts/payouts.ts'
import { failed, success } from '#test/support/ends.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { given, givenEach } from '#test/support/given.ts'
import { booksHoldAfterEach } from '#test/support/invariants.ts'
import { outboxOf } from '#test/support/paid.ts'
import { giveBalance } from '#test/support/payouts.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'
import { onPool } from '#db/sql.ts'
import { money } from '#domain/money/money.ts'
import { dayMs, localDay } from '#domain/text/local-day.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { dayText } from '#web/design/time-text.ts'

const path = '/portail/soldes'
const movements = `${path}/mouvements`

describe('the balance in the portal', () => {
  const api = given(() => startApiAlone())
  const merchant = givenEach(() => createPortalMerchant(api.database))
  booksHoldAfterEach(() => api.database)

  const books = () => ({ database: api.database, outbox: outboxOf(api.database) })
  const plain = (text: string) =>
    text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/[\s\u202F\u00A0]+/g, ' ')

  it('shows where all money stands, whom it waits for, and the same movements as the books', async () => {
    const { live } = merchant
    await giveBalance(api.database, live, 100_000)
    const transactionId = await paidCollection(books(), live)
    await paidCollection(books(), live, { funds: 'pending_confirmation' })
    await paidCollection(books(), live, { funds: 'held' })
    await refundOf(books(), live, { transactionId, amount: 300n })
    const payout = await acceptPayoutOne(books(), live, { amount: 5000n })
    const reader = await portalReader(api, merchant, 'collaborator')
    const page = await reader.get(path)
    const text = plain(page.text)
    assert.match(text, /Disponible 95 605 F CFA/)
    assert.match(text, /À confirmer 1 000 F CFA/)
    assert.match(text, /Retenu 1 000 F CFA/)
    assert.match(text, /Réservé 5 395 F CFA/)
    assert.match(text, /1 paiement attend la confirmation de réception des fonds\./)
    assert.match(
      text,
      /Retrait demandé \d\d:\d\d [\p{L} ]+ −5 095 F CFA 95 605 F CFA Remboursement demandé .*−300 F CFA 100 700 F CFA Paiement encaissé .*\+1 000 F CFA 101 000 F CFA Solde d’ouverture .*\+100 000 F CFA 100 000 F CFA/u,
    )
    await settleTransaction(api.database, books().outbox, {
      transactionId: payout,
      outcome: failed,
    })
    const reserved = plain((await reader.get(`${movements}?compte=reserved`)).text)
    assert.match(reserved, /montant rendu .*−5 095 F CFA 300 F CFA/)
  })

  it('says of each movement whose money it is', async () => {
    const { live } = merchant
    const payment = { payer: 'Rachidatou Sanni', outcome: success }
    await makePayment(api.database, live, { ...payment, price: money(1000n, 'XOF') })
    const reader = await portalReader(api, merchant)
    for (const shown of [path, movements])
      assert.match(
        plain((await reader.get(shown)).text),
        /Paiement encaissé .*Rachidatou Sanni .*\+1 000/,
      )
  })

  it('lists page after page, each line once with what the account held then', async () => {
    const price = money(1000n, 'XOF')
    for (let made = 0; made < 23; made += 1)
      await makePayment(api.database, merchant.live, {
        reference: `S-${made}`,
        price,
        outcome: success,
      })
    const reader = await portalReader(api, merchant)
    const last = (await reader.get(path)).text.match(/>S-\d+</g)
    assert.deepEqual(last, ['>S-22<', '>S-21<', '>S-20<', '>S-19<', '>S-18<'])
    const first = await reader.get(movements)
    const next = /href="([^"]*suite=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const second = await reader.get(next)
    assert.match(plain(first.text), /S-22 .*\+1 000 F CFA 23 000 F CFA/)
    assert.match(
      plain(second.text),
      /S-1 .*\+1 000 F CFA 2 000 F CFA .*S-0 .*\+1 000 F CFA 1 000 F CFA/,
    )
    const seen = [first, second].flatMap(({ text }) => text.match(/>S-\d+</g) ?? [])
    assert.deepEqual([seen.length, new Set(seen).size], [23, 23])
    const stranger = await portalReader(api, await createPortalMerchant(api.database))
    assert.equal((await stranger.get(next)).status, 422)
    assert.equal((await reader.get(next.replace('?', '?compte=reserved&'))).status, 422)
  })

  it('says which day pending funds become available, and adds up to what is pending', async () => {
    const { live } = merchant
    const dayOf: (days: number) => RegExp = (days) => {
      const at = new Date(Date.now() + days * dayMs)
      return new RegExp(`${plain(dayText(localDay(at), new Date(), 'fr'))} `)
    }
    const payments = []
    for (const delay of ['1 day', '1 day', '2 days', '3 days', '4 days', '5 days', '6 days']) {
      await onPool(api.database.pool).rows(
        'update service_env set availability_delay = $2::interval where id = $1',
        [live.serviceEnvId, delay],
      )
      payments.push(await paidCollection(books(), live))
    }
    const [refunded] = payments
    assert.ok(refunded)
    await refundOf(books(), live, { transactionId: refunded, amount: 300n })
    const reader = await portalReader(api, merchant)
    const text = plain((await reader.get(path)).text)
    const pending = /En attente ([\d ]+) F CFA/.exec(text)?.[1]?.replace(' ', '')
    const coming = /Bientôt disponible (.*) Derniers mouvements/.exec(text)?.[1] ?? ''
    const amounts = [...coming.matchAll(/\+([\d ]+) F CFA/g)].map(([, digits = '']) =>
      Number(digits.replace(' ', '')),
    )
    assert.equal(amounts.length, 5, coming)
    assert.equal(
      amounts.reduce((sum, amount) => sum + amount, 0),
      Number(pending),
    )
    assert.match(coming, /Ensuite \+2 000 F CFA/)
    for (const days of [1, 2, 3, 4]) assert.match(coming, dayOf(days))
    await onPool(api.database.pool).rows(
      'update service_env set availability_delay = null where id = $1',
      [live.serviceEnvId],
    )
    const other = await createPortalMerchant(api.database)
    const nothing = await (await portalReader(api, other)).get(path)
    assert.doesNotMatch(nothing.text, /Bientôt disponible/)
  })

  it('gives the movements of an account as a table, and says where there are none', async () => {
    const reader = await portalReader(api, merchant)
    for (const page of [path, movements])
      assert.match((await reader.get(page)).text, /Aucun mouvement/)
    await makePayment(api.database, merchant.live, { reference: 'CSV-1', outcome: success })
    const { text, headers } = await reader.get(`${path}/export`)
    assert.match(headers.get('Content-Disposition') ?? '', /mouvements-disponible-reel\.csv/)
    assert.match(text, /Paiement encaissé;CSV-1;[0-9a-f-]{36};;12500;;12500;XOF/)
    const vers = merchant.test.serviceEnvId
    await reader.post('/portail/service', { vers })
    assert.match((await reader.get(path)).text, /Aucun mouvement/)
  })
})
