import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { expired } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { password } from '#test/support/people.ts'
import { deskBrowser } from '#test/support/staff-pages.ts'
import {
  freshReference,
  importOne,
  matchAll,
  namesOf,
  statementOf,
} from '#test/support/statements.ts'
import { listDifferences } from '#use-cases/reconciliation/list-differences.ts'

describe('a line that our books deny, by the page of its difference', () => {
  const api = given(() => startApiAlone())

  it('is confirmed by two supervisors, not by who imported it; the page says who did, and that it is booked', async () => {
    const [agent, importer, one, two] = [
      await deskBrowser(api, 'agent'),
      await deskBrowser(api, 'supervisor'),
      await deskBrowser(api, 'supervisor', 'Ama Sossou'),
      await deskBrowser(api, 'supervisor', 'Luc Hounsa'),
    ]
    const books = { database: api.database, outbox: outboxOf(api.database) }
    const payment = await acceptOne(books, await createMerchant(books, { mode: 'live' }))
    const end = { transactionId: payment, outcome: expired }
    await settleTransaction(api.database, books.outbox, end)
    const { reference } = await namesOf(api.database, payment)
    const theirs = freshReference()
    const other = await acceptOne(books, await createMerchant(books, { mode: 'live' }))
    const paid = { status: 'succeeded', providerReference: theirs } as const
    await settleTransaction(api.database, books.outbox, { transactionId: other, outcome: paid })
    const csv = statementOf([{ reference, operator_reference: theirs }])
    const reconciliationId = await importOne(books, csv, { member: importer.member })
    await matchAll(api.database, reconciliationId)
    const [found] = await listDifferences(api.database, { reconciliationId, limit: 1 })
    const page = `/staff/ecarts/${found?.id}`
    const act = `${page}/confirmer`
    assert.doesNotMatch((await agent.get(page)).text, /Confirmer la ligne/)
    const own = await importer.get(page)
    assert.match(own.text, /Vous avez importé ce relevé/)
    assert.doesNotMatch(own.text, /\/confirmer"/)
    const stale = await two.get(page)
    const bare = await one.send(page, act, { password })
    assert.match(bare.text, /href="#champ-confirm_reason">Écrivez/)
    const wrong = await one.send(page, act, { confirm_reason: 'dit au téléphone', password: 'x' })
    assert.match(wrong.text, /href="#champ-password"/)
    const unseen = { confirm_reason: 'dit au téléphone', password }
    const used = await one.send(page, act, unseen)
    assert.match(used.text, /Une autre opération a déjà cette référence/)
    assert.match(used.text, new RegExp(`href="/staff/transactions/${other}"`))
    const given = { ...unseen, same_reference: 'confirmed' }
    assert.equal((await one.send(page, act, given)).location, page)
    const after = await one.get(page)
    assert.match(after.text, /Votre confirmation est enregistrée/)
    assert.match(after.text, /Vous avez déjà confirmé/)
    const late = await two.sendShown(stale.text, act, given)
    assert.match(late.text, /La situation a changé/)
    assert.match(late.text, /Ama Sossou/)
    assert.equal((await two.send(page, act, given)).location, page)
    const booked = await agent.get(page)
    assert.match(booked.text, /Luc Hounsa\u00A0: la ligne est comptée/)
    assert.match(booked.text, /Clôture/)
    const shown = (await agent.get(`/staff/transactions/${payment}`)).text
    assert.match(shown, /Un relevé a contredit nos livres/)
    assert.match(shown, new RegExp(`href="${page}"`))
    assert.match((await agent.get('/staff/debits-tardifs')).text, new RegExp(payment))
  })
})
