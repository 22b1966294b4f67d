import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { onPool } from '#db/sql.ts'
import { money } from '#domain/money/money.ts'
import { desk, needBrowser, phone, visit } from '#test/support/browser.ts'
import { given } from '#test/support/given.ts'
import { hasSheetOf, sheetsOf, sizesOnPaper } from '#test/support/paper.ts'
import { createLink } from '#test/support/payment-links.ts'
import { sharedService } from '#test/support/service.ts'
import { addRate, setExchangeTerms } from '#test/support/tariffs.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

const shop =
  'Groupement des transformatrices de karité et de néré de Natitingou-Tanguiéta et environs'
const payer = 'Rachidatou Éléonore Mahougnon Bio Séko Adjavon épouse Kpadonou-Hounsou'

/** The roll of 80 mm without its margins. */
const rollInsideMm = 72

describe('a receipt on paper, in a browser', () => {
  before(needBrowser)
  const service = given(() => sharedService())
  before(async () => {
    await addRate(service.database, 'USD', {
      xofPerUnit: '562.5',
      at: new Date('2024-05-05T05:05:05Z'),
    })
  })

  /** A payment by link of everything that a receipt can say: converted, with fees, refunded in part, under long names. */
  async function paid(page: Page): Promise<string> {
    const { database } = service
    const tenant = await createTenant(database, { currency: 'USD' })
    const percent = { percent: '1.5', payer: 'customer' } as const
    await setExchangeTerms(database, tenant, { fee: percent, margin: percent })
    await onPool(database.pool).rows(
      `update service set public_name = $2, phone = '2290121300000', email = $3, address = $4,
         tax_number = '3201910123456', trade_register = 'RB/NAT/19 B 24518' where id = $1`,
      [
        tenant.serviceId,
        shop,
        'comptabilite.et.commandes@transformatrices-karite-natitingou.example',
        'Quartier Kantaborifa, derrière le marché central, bâtiment C, porte 14, Natitingou, Atacora, Bénin',
      ],
    )
    const { id } = await createLink(database, tenant, {
      title: 'Abracadabrantesquement'.repeat(4).slice(0, 80),
      price: money(12_345n, 'USD'),
      currency: 'USD',
      successMessage: 'Merci\u00A0! Votre commande part ce soir avec le car de Parakou. '.repeat(4),
    })
    await page.goto(`${service.baseUrl}/sandbox/pay/${id}`)
    await page.getByLabel('Votre numéro Mobile Money').pressSequentially(freshPhone().slice(3))
    await page.getByLabel('Votre nom').fill(payer)
    await page.getByLabel('Votre adresse e-mail').fill('rachidatou@example.com')
    await page.getByRole('button', { name: 'Payer ' }).click()
    await page.getByRole('heading', { name: 'Payé (test)' }).waitFor()
    await onPool(database.pool).rows(
      'update transaction set refunded_amount = 10000 where payment_link_id = $1',
      [id],
    )
    await page.reload()
    return id
  }

  for (const look of [phone, desk]) {
    it(`is one sheet of A4, however much it says, and so is its verification; or a roll of 80 mm: ${look.name}`, async () => {
      const { page, close } = await visit(look)
      await paid(page)
      const text = (await page.locator('main').textContent()) ?? ''
      for (const said of ['$ US', 'F CFA', 'IFU 3201910123456', payer, 'remboursé'])
        assert.ok(text.replaceAll('\u00A0', ' ').includes(said), said)
      if (process.env['PICTURES'])
        await page.pdf({ path: `test-results/recu-${look.name}.pdf`, format: 'A4' })
      assert.equal(await sheetsOf(page, { isA4: true }), 1)
      assert.ok(!(await hasSheetOf(page, 80)))
      await page.getByRole('link', { name: 'Format ticket, 80 mm' }).click()
      await page.locator('.ticket').waitFor()
      assert.ok(await hasSheetOf(page, 80), 'a roll is 80 mm wide')
      const sheets = await sheetsOf(page)
      assert.ok(sheets <= 2, `${sheets} lengths of 297 mm`)
      const [main] = await sizesOnPaper(page, rollInsideMm, ['main'])
      assert.ok((main?.width ?? Infinity) < rollInsideMm + 1, `${main?.width} mm wide`)
      await page.getByRole('link', { name: 'Format A4' }).click()
      await page.locator('.slip:not(.ticket)').waitFor()
      await page.getByRole('link', { name: 'Vérifier' }).click()
      await page.getByRole('heading', { name: 'Paiement de test' }).waitFor()
      assert.equal(await sheetsOf(page, { isA4: true }), 1)
      await close()
    })
  }
})
