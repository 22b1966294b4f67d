import type { Page } from 'playwright-core'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { listDifferences } from '#use-cases/reconciliation/list-differences.ts'
import { money } from '#domain/money/money.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { askingRun } from '#test/support/asking-run.ts'
import { acceptOne, createMerchant } from '#test/support/books.ts'
import { desk, type Look, needBrowser, phone, visit, type Visit } from '#test/support/browser.ts'
import { expired } from '#test/support/ends.ts'
import { outboxTo } from '#test/support/orders.ts'
import { loggedIn, password } from '#test/support/people.ts'
import { silentPayoutRun } from '#test/support/silence.ts'
import { namedMember } from '#test/support/staff-pages.ts'
import {
  freshReference,
  importOne,
  matchAll,
  namesOf,
  statementOf,
} from '#test/support/statements.ts'
import { contradictedPayout } from '#test/use-cases/contradictions/contradictions.ts'

describe('what two supervisors decide, in a browser', () => {
  before(needBrowser)
  const scene = givenCheckedScene()
  const books = () => {
    const { database, temporal: client } = scene.service
    return { database, outbox: outboxTo({ database, client }) }
  }

  async function at(look: Look, name: string): Promise<Visit & { readonly member: StaffMember }> {
    const seen = await visit(look)
    const member = await namedMember(scene.service, 'supervisor', name)
    const { name: cookie, value } = sessionCookie(
      await loggedIn(scene.service.database, 'staff', member),
    )
    await seen.page.context().addCookies([{ name: cookie, value, url: scene.baseUrl }])
    return { ...seen, member }
  }

  async function both(look: Look) {
    return [await at(look, 'Ama Sossou'), await at(look, 'Luc Hounsa')] as const
  }

  for (const look of [phone, desk]) {
    const named = (name: string) => `equipe-${name}`

    it(`a silent payout of a large amount is closed by the second who types the same: ${look.name}`, async () => {
      const path = `${scene.baseUrl}/staff/retraits/${await silentPayoutRun(scene.service, 2_000_000)}`
      const [one, two] = await both(look)
      const word = async ({ page }: Visit, reference: string) => {
        await page.check('[name=verdict][value=paid]')
        await page.fill('[name=operator_reference]', reference)
        await page.fill('[name=reason]', 'Dit par le support de l’opérateur, ticket 12')
        await page.fill('main [name=password]', password)
        await page.click('main button:has(span:text-is("Clore"))')
      }
      await one.open(path)
      const [first, other] = [`TICKET-77-${look.name}`, `TICKET-78-${look.name}`]
      await word(one, first)
      await one.check(named('retrait-premier-avis'), '.notice')
      await two.open(path)
      await word(two, other)
      await two.check(named('retrait-autre-avis'), 'text=Ama Sossou a répondu autre chose')
      await one.open(path)
      await word(one, other)
      await one.check(named('retrait-clos'), '.badge.ok')
      await closeAll([one, two])
    })

    it(`a line of a statement is confirmed by two: ${look.name}`, async () => {
      const importer = await namedMember(scene.service, 'supervisor', 'Kossi Agbo')
      const { database, outbox } = books()
      const payment = await acceptOne(books(), await createMerchant(books(), { mode: 'live' }))
      await settleTransaction(database, outbox, { transactionId: payment, outcome: expired })
      const { reference } = await namesOf(database, payment)
      const csv = statementOf([{ reference, operator_reference: freshReference() }])
      const reconciliationId = await importOne({ database, outbox }, csv, { member: importer })
      await matchAll(database, reconciliationId)
      const [found] = await listDifferences(database, { reconciliationId, limit: 1 })
      const path = `${scene.baseUrl}/staff/ecarts/${found?.id}`
      const [one, two] = await both(look)
      for (const [at, person] of [one, two].entries()) {
        await person.open(path)
        await person.page.fill('[name=confirm_reason]', 'Dit au téléphone par l’opérateur')
        await person.page.fill('main [name=password]', password)
        await person.page.click('main button:has(span:text-is("Confirmer"))')
        await person.check(named(`ecart-confirme-${at + 1}`), 'text=Votre confirmation')
      }
      await closeAll([one, two])
    })

    it(`a contradiction is settled by one who asks and another who approves: ${look.name}`, async () => {
      const payee = await createMerchant(books())
      await openBalance(books().database, payee, money(100_000n, 'XOF'))
      const path = `${scene.baseUrl}/staff/contredits/${await contradictedPayout(books(), payee)}`
      const [one, two] = await both(look)
      await one.open(path)
      await one.check(named('contredit-ouvert'))
      await fillAsked(one.page)
      await one.check(named('contredit-demande-faite'), '.notice')
      await two.open(path)
      await two.page.fill('main [name=password]', password)
      await two.check(named('contredit-a-approuver'))
      await two.page.click('main button:has(span:text-is("Approuver"))')
      await two.check(named('contredit-approuve'), '.notice')
      await closeAll([one, two])
    })

    it(`a run that asks for attention is told to look again: ${look.name}`, async () => {
      await askingRun(scene.service.database)
      const one = await at(look, 'Ama Sossou')
      await one.open(`${scene.baseUrl}/staff`)
      await one.check(named('exécution-bloquée'), 'text=attend une réparation')
      await one.page.locator('form[action$="/reprendre"] button').first().click()
      await one.check(named('exécution-reprise'), 'main')
      await closeAll([one])
    })
  }
})

async function fillAsked(page: Page): Promise<void> {
  await page.fill('main [name=reason]', 'Le marchand reconnaît avoir reçu l’argent')
  await page.fill('main [name=password]', password)
  await page.click('main button:has(span:text-is("Demander le règlement"))')
}

async function closeAll(visits: readonly Visit[]): Promise<void> {
  for (const { close } of visits) await close()
}
