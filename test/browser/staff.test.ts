import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { enterExchangeRates } from '#use-cases/rates/enter.ts'
import { setOperatorState } from '#use-cases/operators/change.ts'
import { suspendPayouts } from '#use-cases/suspensions/desk-acts.ts'
import { tellStaff } from '#use-cases/notices/tell-staff.ts'
import { onPool } from '#db/sql.ts'
import type { StaffMember } from '#domain/people/person.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { createMerchant } from '#test/support/books.ts'
import { lateDebit, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { type ApiScene, givenCheckedScene } from '#test/support/api-scene.ts'
import { desk, looks, needBrowser, visit, type Visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { outboxTo } from '#test/support/orders.ts'
import { acceptedTransfer, authorizeBank, giveBalance } from '#test/support/payouts.ts'
import { cause, loggedIn, password } from '#test/support/people.ts'
import { submitLogIn } from '#test/support/portal-visit.ts'
import { namedMember } from '#test/support/staff-pages.ts'
import { installRate } from '#test/support/tariffs.ts'
import { createTenant, type Tenant } from '#test/support/tenant.ts'
import { arrangeBooks, handInBadFile, handInGoodFile } from './staff-books.ts'

describe('the staff desk in a browser', () => {
  before(needBrowser)
  const scene = givenCheckedScene()
  let tenant: Tenant
  let people: Record<'agent' | 'supervisor' | 'administrator', StaffMember>
  let ids: Awaited<ReturnType<typeof arrange>>
  let books: Awaited<ReturnType<typeof arrangeBooks>>
  before(async () => {
    const { service } = scene
    people = {
      agent: await namedMember(service, 'agent', 'Yao Koffi'),
      supervisor: await namedMember(service, 'supervisor', 'Kossi Agbo'),
      administrator: await namedMember(service, 'administrator', 'Akouvi Hounsou'),
    }
    tenant = await createTenant(service.database, { mode: 'live' })
    books = await arrangeBooks(service, tenant, people.supervisor)
    ids = await arrange(scene, tenant, people.supervisor)
  })

  async function enter(context: BrowserContext, member: StaffMember): Promise<void> {
    const { name, value } = sessionCookie(await loggedIn(scene.service.database, 'staff', member))
    await context.addCookies([{ name, value, url: scene.baseUrl }])
  }

  it('leads a large bank transfer from the merchant’s request to its end: taken, approved by another, confirmed with the bank’s reference', async () => {
    const reference = 'SALAIRES-11'
    const id = await acceptedTransfer(scene.service, tenant, { amount: 4_250_000, reference })
    const { page, open, check, close } = await visit(desk)
    const logIn = ({ email }: StaffMember) => submitLogIn(page, email)
    await open(`${scene.baseUrl}/staff/virements`)
    await check('equipe-connexion')
    await logIn(people.agent)
    await page.click(`text=${reference}`)
    await page.click('text=Prendre en charge')
    await check('equipe-virement-pris', 'text=En attente d’approbation')
    await page.click('text=Se déconnecter')
    await logIn(people.supervisor)
    await page.goto(`${scene.baseUrl}/staff/virements/${id}`)
    await page.fill('main [name=password]', password)
    await page.click('main button:has-text("Approuver")')
    await page.waitForSelector('text=Virement approuvé')
    await page.click('text=Afficher le numéro')
    await check('equipe-virement-numero', 'code.secret')
    await page.fill('[name=bank_reference]', 'VIR/2026/118')
    await page.fill('main [name=password]', 'pas celui-ci')
    await page.click('text=Confirmer le virement')
    await page.waitForSelector('text=Le mot de passe est incorrect')
    assert.equal(await page.inputValue('[name=bank_reference]'), 'VIR/2026/118')
    await check('equipe-virement-refuse')
    await page.fill('main [name=password]', password)
    await page.click('text=Confirmer le virement')
    await check('equipe-virement-fait', 'text=Le marchand en est averti')
    const { rows } = await scene.service.database.pool.query<{ type: string }>(
      'select type from event where transaction_id = $1 order by created_at, id',
      [id],
    )
    assert.equal(rows.at(-1)?.type, 'withdrawal.success')
    await page.keyboard.press('/')
    await page.keyboard.type(reference)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.timeline')
    await close()
  })

  for (const look of looks) {
    const lookAt = async (member: StaffMember, pages: Pages, more?: More) => {
      const { page, open, check, close } = await visit(look)
      await enter(page.context(), member)
      for (const [name, path] of pages) {
        assert.equal(await open(`${scene.baseUrl}/staff${path}`), 200, path)
        await check(`equipe-${name}`)
      }
      await more?.(page, check)
      await close()
    }

    it(`shows what waits, and all there is to know of it: ${look.name}`, () =>
      lookAt(people.supervisor, queuePages(ids)))

    it(`shows what the books say, and names the lines of a file that do not read, then follows one that does: ${look.name}`, async () => {
      await lookAt(people.supervisor, bookPages(books, look.width < 600), async (page, check) => {
        await page.goto(`${scene.baseUrl}/staff/rapprochements/nouveau`)
        await handInBadFile(page)
        await check('equipe-releve-refuse')
        await handInGoodFile(page)
      })
    })

    it(`shows the service, and what was done: ${look.name}`, () =>
      lookAt(people.supervisor, servicePages(ids)))

    it(`shows merchants and members: ${look.name}`, () =>
      lookAt(people.administrator, peoplePages(ids, people.agent)))
  }

  checksItsPages('staff')
})

type Ids = Awaited<ReturnType<typeof arrange>>

type More = (page: Page, check: Visit['check']) => Promise<void>

type Pages = readonly (readonly [name: string, path: string])[]

function queuePages(ids: Ids): Pages {
  return [
    ['accueil', ''],
    ['virements', '/virements'],
    ['virements-rejetes', '/virements?vue=rejected'],
    ['virement', `/virements/${ids.transfer}`],
    ['remboursements', '/remboursements'],
    ['remboursement', `/remboursements/${ids.refund}`],
    ['fonds', '/fonds'],
    ['fonds-plusieurs', `/fonds/a-liberer?choix=${ids.held}&choix=${ids.awaited}`],
    ['fonds-retenus', `/fonds/${ids.held}`],
    ['debits-tardifs', '/debits-tardifs'],
    ['debit-tardif', `/debits-tardifs/${ids.late}`],
  ]
}

/** On a phone those that are no list. */
function bookPages(books: Awaited<ReturnType<typeof arrangeBooks>>, isPhone: boolean): Pages {
  const single: Pages = [
    ['retrait', `/retraits/${books.payout}`],
    ['contredit', `/contredits/${books.open}`],
    ['contredit-demande', `/contredits/${books.asked}`],
    ['contredit-regle', `/contredits/${books.settled}`],
    ['transaction-contredite', `/transactions/${books.asked}`],
    ['compte-a-verifier', `/comptes/${books.account}`],
    ['suspensions', '/suspensions'],
    ['rapprochement', `/rapprochements/${books.reconciliation}`],
    ['ecart', `/ecarts/${books.difference}`],
    ['preuve', `/preuves/${books.proof}`],
    ['releve-nouveau', '/rapprochements/nouveau'],
  ]
  const lists: Pages = [
    ['retraits', '/retraits'],
    ['contredits', '/contredits'],
    ['comptes', '/comptes'],
    ['rapprochements', '/rapprochements'],
    ['ecarts', '/ecarts'],
    ['preuves', '/preuves'],
  ]
  return isPhone ? single : [...lists, ...single]
}

function servicePages(ids: Ids): Pages {
  return [
    ['recherche', '/recherche'],
    ['transaction', `/transactions/${ids.held}`],
    ['operateurs', '/operateurs'],
    ['taux', '/taux'],
    ['journal', '/journal'],
    ['roles', '/roles'],
    ['compte', '/compte'],
  ]
}

function peoplePages(ids: Ids, { id }: StaffMember): readonly (readonly [string, string])[] {
  return [
    ['marchands', '/marchands'],
    ['marchand', `/marchands/${ids.merchant}`],
    ['nouveau-marchand', '/marchands/nouveau'],
    ['membres', '/equipe'],
    ['membre', `/equipe/${id}`],
  ]
}

/** A day at the desk: something in each queue, some of it old. */
async function arrange({ service }: ApiScene, tenant: Tenant, supervisor: StaffMember) {
  const { database, temporal: client } = service
  const books = { database, outbox: outboxTo({ database, client }) }
  const sql = onPool(database.pool)
  await sql.rows(
    `update merchant set name = 'Établissements Adjavon & Fils' where id =
      (select merchant_id from service s join service_env e on e.service_id = s.id where e.id = $1)`,
    [tenant.serviceEnvId],
  )
  await giveBalance(database, tenant, 100_000_000)
  await authorizeBank(database, tenant)
  const transfers = []
  for (const [at, amount] of [250_000, 1_875_000, 40_000].entries())
    transfers.push(
      await acceptedTransfer(service, tenant, { amount, reference: `FOURNISSEUR-${at + 1}` }),
    )
  const [transfer] = transfers
  assert.ok(transfer)
  await sql.rows(
    `update bank_transfer set created_at = created_at - interval '51 hours' where transaction_id = $1`,
    [transfer],
  )
  await tellStaff(database, { transactionId: transfer, kind: 'transfer_waiting', number: 1 })
  const payee = await createMerchant(books)
  const transactionId = await paidCollection(books, payee)
  const { id: refund } = await refundOf(books, payee, {
    transactionId,
    amount: 400n,
    approvalAbove: 100n,
  })
  const held = await paidCollection(books, payee, { funds: 'held' })
  const awaited = await paidCollection(books, payee, { funds: 'pending_confirmation' })
  const late = await lateDebit(books)
  await setOperatorState(database, supervisor, {
    provider: 'moov-benin',
    mode: 'live',
    isOpen: false,
    cause: { ...cause(), reason: 'Panne annoncée par l’opérateur jusqu’à 18 h' },
  })
  await installRate(database, 'USD', '565.25')
  const rate = { currency: 'USD', xofPerUnit: '565.25', source: 'BCEAO', at: null } as const
  await enterExchangeRates(database, supervisor, { rates: [rate], password, cause: cause() })
  const all = { mode: 'sandbox', serviceEnvId: null, provider: null } as const
  await suspendPayouts(database, supervisor, { ...all, cause: cause('Contrôle en cours') })
  const { id: merchant } = await sql.one<{ id: string }>(
    `select s.merchant_id as id from service s join service_env e on e.service_id = s.id where e.id = $1`,
    [tenant.serviceEnvId],
  )
  return { transfer, refund, held, awaited, late, merchant }
}
