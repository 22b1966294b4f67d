import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { onPool } from '#db/sql.ts'
import { setServiceLogo } from '#use-cases/settings/set-logo.ts'
import { money } from '#domain/money/money.ts'
import { desk, looks, needBrowser, phone, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { pngOf } from '#test/support/pictures.ts'
import { createLink, freePrice } from '#test/support/payment-links.ts'
import { sharedService } from '#test/support/service.ts'
import { createTenant, freshPhone, type Tenant } from '#test/support/tenant.ts'

describe('the payment page in a browser', () => {
  before(needBrowser)
  const service = given(() => sharedService())
  const tenant = given(() => merchantNamed('Tissus Ọlájùmọ̀kẹ́ & Filles'))
  before(async () => {
    await setServiceLogo(service.database, tenant.serviceId, pngOf())
  })

  async function merchantNamed(name: string, currency = 'XOF'): Promise<Tenant> {
    const made = await createTenant(service.database, { currency })
    await onPool(service.database.pool).rows(
      `update service set public_name = $2, phone = '2290121300000',
         address = 'Marché Dantokpa, allée 4, Cotonou', email = 'contact@tissus.example'
       where id = $1`,
      [made.serviceId, name],
    )
    return made
  }
  const pageOf = async (changes: Parameters<typeof createLink>[2] = {}, owner = tenant) => {
    const { id } = await createLink(service.database, owner, changes)
    return { id, url: `${service.baseUrl}/sandbox/pay/${id}` }
  }
  const fill = async (page: Page, ending?: string): Promise<void> => {
    const national = freshPhone(ending).slice(3)
    await page.getByLabel('Votre numéro Mobile Money').pressSequentially(national)
    await page.getByLabel('Votre nom').fill('Éléonore Adjavon')
    await page.getByLabel('Votre adresse e-mail').fill('eleonore@example.com')
  }
  const press = (page: Page) => page.getByRole('button', { name: 'Payer ' }).click()
  const seen = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor()
  const countOf = async (id: string): Promise<number> => {
    const { count } = await onPool(service.database.pool).one<{ count: number }>(
      'select count(*)::int from transaction where payment_link_id = $1',
      [id],
    )
    return count
  }

  for (const look of looks) {
    it(`is light, and takes a payer from the link to the receipt: ${look.name}`, async () => {
      const { url } = await pageOf({
        title: 'Pagne wax «\u00A0Fête\u00A0», 6 yards',
        description: 'Retrait en boutique ou livraison à Cotonou.',
        price: money(12_500n, 'XOF'),
        redirectUrl: 'https://tissus.example/merci?c=1',
        successMessage: 'Merci\u00A0! Votre commande part ce soir.',
      })
      const { page, open, check, load, close } = await visit(look)
      assert.equal(await open(url), 200)
      const { requests, bytes } = await load()
      console.log(`      first load: ${requests} requests, ${bytes} bytes`)
      assert.ok(requests <= 6, `${requests} requests`)
      assert.ok(bytes < 20_000, `${bytes} bytes`)
      await check('payer')
      await fill(page)
      assert.equal(await page.getByRole('radio', { name: 'MTN' }).isChecked(), true)
      await press(page)
      await seen(page, 'Payé (test)')
      await check('payer-recu')
      await close()
    })

    it(`says the total for the amount that is typed, and waits with the payer: ${look.name}`, async () => {
      const { url } = await pageOf(freePrice)
      const { page, open, check, close } = await visit(look)
      await open(url)
      await page.getByLabel('Montant à payer').pressSequentially('5 000')
      await fill(page, '0005')
      await page.getByRole('button', { name: 'Payer 5' }).waitFor()
      await check('payer-montant-libre')
      await press(page)
      await seen(page, 'Validez sur votre téléphone')
      await check('payer-attente')
      const away = page.getByText('n’a plus de réseau')
      await page.context().setOffline(true)
      await away.waitFor()
      await page.context().setOffline(false)
      await away.waitFor({ state: 'hidden' })
      await close()
    })

    it(`says why it failed and where it is closed, under long names: ${look.name}`, async () => {
      const long = await merchantNamed(
        'Groupement des transformatrices de karité et de néré de Natitingou-Tanguiéta et environs',
      )
      const { url } = await pageOf({ title: 'Abracadabrantesquement'.repeat(4).slice(0, 80) }, long)
      const { page, open, check, close } = await visit(look)
      await open(url)
      await fill(page, '0001')
      await check('payer-noms-longs')
      await press(page)
      await seen(page, 'Solde insuffisant')
      await check('payer-echec')
      await page.getByRole('link', { name: 'Réessayer' }).click()
      await page.getByLabel('Votre numéro Mobile Money').waitFor()
      const expired = await pageOf()
      await onPool(service.database.pool).rows(
        'update payment_link set expires_at = now() where id = $1',
        [expired.id],
      )
      assert.equal(await open(expired.url), 410)
      await check('payer-expire')
      assert.equal(await open(`${expired.url.slice(0, -1)}_`), 404)
      await check('payer-introuvable')
      await close()
    })
  }

  it('is paid with the keyboard alone', async () => {
    const { url } = await pageOf()
    const { page, open, close } = await visit(desk)
    await open(url)
    const tab = () => page.keyboard.press('Tab')
    await tab()
    await tab()
    await page.keyboard.type(`+229 ${freshPhone().slice(3)}`)
    await tab()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await tab()
    await page.keyboard.type('Awa Dossou')
    await tab()
    await page.keyboard.type('awa@example.com')
    await page.keyboard.press('Enter')
    await seen(page, 'Payé (test)')
    await close()
  })

  it('is paid without a script, the total first', async () => {
    const { url } = await pageOf(freePrice)
    const { page, open, close } = await visit(phone, { hasScript: false })
    await open(url)
    await page.getByLabel('Montant à payer').fill('2500')
    await fill(page)
    await page.getByRole('button', { name: 'Continuer' }).click()
    await seen(page, 'Tout est juste')
    await page.getByRole('button', { name: 'Payer 2 550' }).click()
    await seen(page, 'Payé (test)')
    await close()
  })

  it('shows all the digits of a number on the narrowest phones, also of one to be corrected', async () => {
    const { url } = await pageOf()
    const narrow = { name: '320', width: 320, height: 600 }
    const { page, open, close } = await visit(narrow, { hasScript: false })
    await open(url)
    const field = page.getByLabel('Votre numéro Mobile Money')
    await field.fill('01 97 12 34')
    await page.getByLabel('Votre nom').fill('Awa Dossou')
    await page.getByLabel('Votre adresse e-mail').fill('awa@example.com')
    await press(page)
    const said = page.locator('.wrong .error')
    assert.match(await said.innerText(), /01(?:\u00A0\d\d){4}/)
    await field.fill('01 97 12 34 56')
    const [wide, room] = await field.evaluate<[number, number], HTMLInputElement>((input) => [
      input.scrollWidth,
      input.clientWidth,
    ])
    assert.ok(wide <= room, `${wide} px of text in ${room}`)
    await close()
  })

  it('looks by itself where it cannot be told', async () => {
    const { url } = await pageOf()
    const { page, open, close } = await visit(phone, { script: 'delete window.EventSource' })
    await open(url)
    await fill(page)
    await press(page)
    await seen(page, 'Payé (test)')
    await close()
  })

  it('makes one payment of a double click, and is safe to go back to and to load again', async () => {
    const { id, url } = await pageOf()
    const { page, open, check, close } = await visit(phone)
    await open(url)
    await fill(page, '0005')
    await page.getByRole('button', { name: 'Payer' }).dblclick()
    await seen(page, 'Validez sur votre téléphone')
    await page.reload()
    await seen(page, 'Validez sur votre téléphone')
    const address = page.url()
    await page.goBack()
    await page.reload()
    await page.getByText('Un paiement est en cours').waitFor()
    await check('payer-deja-en-cours')
    await page.getByRole('link', { name: 'Suivre ce paiement' }).click()
    await seen(page, 'Validez sur votre téléphone')
    assert.equal(page.url(), address)
    assert.equal(await countOf(id), 1)
    await close()
  })

  it('stays as it is where there is no network, and says that nothing was sent', async () => {
    const { id, url } = await pageOf()
    const { page, open, close } = await visit(phone)
    await open(url)
    await fill(page)
    await page.context().setOffline(true)
    await press(page)
    const away = page.getByText('Pas de réseau\u00A0: rien n’est parti, rien n’est débité.')
    await away.waitFor()
    assert.equal(page.url(), url)
    assert.equal(await countOf(id), 0)
    await page.context().setOffline(false)
    await press(page)
    await seen(page, 'Payé (test)')
    assert.equal(await countOf(id), 1)
    await close()
  })

  it('tells the second of two phones that the first is paying', async () => {
    const { url } = await pageOf({ maxPayments: 1 })
    const [one, two] = [await visit(phone), await visit(desk)]
    await one.open(url)
    await two.open(url)
    await fill(one.page, '0005')
    await fill(two.page)
    await press(one.page)
    await seen(one.page, 'Validez sur votre téléphone')
    await press(two.page)
    await seen(two.page, 'Paiement en cours')
    await two.check('payer-ailleurs')
    await one.close()
    await two.close()
  })

  it('keeps the operator that the payer chose, whatever the number says', async () => {
    const { url } = await pageOf()
    const { page, open, close } = await visit(phone)
    await open(url)
    await page.getByRole('radio', { name: 'Moov' }).check()
    await fill(page)
    assert.equal(await page.getByRole('radio', { name: 'Moov' }).isChecked(), true)
    assert.match(await page.getByLabel('Votre numéro Mobile Money').inputValue(), /^01 \d\d /)
    await close()
  })

  for (const look of [phone, desk]) {
    it(`takes a card: ${look.name}`, async () => {
      const { url } = await pageOf()
      const { page, open, check, close } = await visit(look)
      await open(url)
      await page.getByRole('link', { name: 'Payer par carte' }).click()
      await page.getByLabel('Numéro de la carte').fill('4242 4242 4242 4242')
      await page.getByLabel('Expiration').fill('07/31')
      await page.getByLabel('Cryptogramme').fill('123')
      await page.getByLabel('Votre nom').fill('Éléonore Adjavon')
      await page.getByLabel('Votre adresse e-mail').fill('eleonore@example.com')
      await check('payer-carte')
      await press(page)
      await seen(page, 'Payé (test)')
      await close()
    })
  }

  it('shows a price in euros with what is debited in francs', async () => {
    const euros = await merchantNamed('Café de la Gare', 'EUR')
    const { url } = await pageOf({ price: money(1250n, 'EUR'), currency: 'EUR' }, euros)
    const { page, open, check, close } = await visit(phone)
    await open(url)
    await page.getByText('Débité sur votre compte').waitFor()
    await check('payer-euros')
    await close()
  })

  checksItsPages('payer')
})
