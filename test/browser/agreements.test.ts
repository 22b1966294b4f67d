import { randomUUID } from 'node:crypto'
import { askTermsAct } from '#use-cases/pricing/change-terms.ts'
import type { UseCaseContext } from '#use-cases/context.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { looks, needBrowser, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { createPortalUser, createStaffMember, loggedIn, password } from '#test/support/people.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'
import { termsSheet } from '#test/support/terms.ts'

const sheet = { ...termsSheet, reason: 'Contrat du 3 novembre' } as const

describe('terms and rules on funds, in a browser', () => {
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const shop = given(() => createPortalMerchant(api.database))

  for (const look of looks) {
    it(`are asked for, decided on and held: ${look.name}`, async function () {
      this.timeout(240_000)
      const { database } = api
      const merchant = await createPortalMerchant(database)
      const asker = await createStaffMember(database, 'supervisor')
      const context = { database } as UseCaseContext
      const id = merchant.live.serviceEnvId
      const order = { person: asker, requestId: randomUUID(), id, body: sheet }
      const change = await askTermsAct.work(context, order)
      const paid = await makePayment(database, merchant.live, {
        reference: 'B-1',
        outcome: success,
      })
      const { page, open, check, close } = await visit(look)
      const member = await createStaffMember(database, 'supervisor')
      const { name, value } = sessionCookie(await loggedIn(database, 'staff', member))
      await page.context().addCookies([{ name, value, url: api.baseUrl }])
      await open(`${api.baseUrl}/staff/regles-fonds?marchand=${merchant.merchantId}`)
      await page.selectOption('[name=kind]', 'amount')
      await page.fill('[name=amount]', '5 000 000')
      await page.fill('[name=reason]', 'Montants inhabituels')
      await page.fill('[name=password]', password)
      await page.click('text=Établir la règle')
      await check('equipe-regles-fonds', 'text=Règle établie')
      await open(`${api.baseUrl}/staff/conditions`)
      await check('equipe-conditions')
      await open(`${api.baseUrl}/staff/conditions/${change.id}`)
      await check('equipe-conditions-demande')
      await open(`${api.baseUrl}/staff/conditions/service/${id}`)
      await check('equipe-conditions-service')
      await open(`${api.baseUrl}/staff/fonds/${paid}`)
      await check('equipe-fonds-retenir')
      await close()
    })

    it(`are read by the merchant: ${look.name}`, async function () {
      this.timeout(240_000)
      const user = await createPortalUser(api.database, { ...shop, role: 'administrator' })
      const { name, value } = sessionCookie(await loggedIn(api.database, 'portal', user))
      const { page, open, check, close } = await visit(look)
      await page.context().addCookies([{ name, value, url: api.baseUrl }])
      await open(`${api.baseUrl}/portail/reglages`)
      await check('portail-reglages-conditions')
      await close()
    })
  }

  checksItsPages('agreements')
})
