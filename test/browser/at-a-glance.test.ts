import assert from 'node:assert/strict'
import { openBalance } from '#use-cases/balance/open.ts'
import { money } from '#domain/money/money.ts'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { desk, type Look, needBrowser, phone, visit, type Visit } from '#test/support/browser.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'
import { enterPortal } from '#test/support/portal-visit.ts'
import type { Locator } from 'playwright-core'

const dayMs = 86_400_000

describe('what a merchant sees at a glance, in a browser', () => {
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const waits = given(() => createPortalMerchant(api.database))
  before(async () => {
    await openBalance(api.database, merchant.live, money(1_250_000n, 'XOF'))
    for (let at = 0; at < 12; at += 1) {
      const paid = { reference: `G-${at}`, outcome: at % 4 === 3 ? failed : success }
      const price = money(BigInt(1000 * (at + 1)), 'XOF')
      const id = await makePayment(api.database, merchant.live, { ...paid, price })
      const text = 'update transaction set created_at = $2 where id = $1'
      await onPool(api.database.pool).rows(text, [id, new Date(Date.now() - (at % 7) * dayMs)])
    }
  })

  async function at(look: Look, path: string): Promise<Visit> {
    const seen = await visit(look)
    await enterPortal(seen, api, { merchant })
    assert.equal(await seen.open(`${api.baseUrl}/portail${path}`), 200)
    return seen
  }
  const boxOf = async (part: Locator) => {
    const box = await part.boundingBox()
    assert.ok(box)
    return { ...box, right: box.x + box.width, bottom: box.y + box.height }
  }

  it('a phone’s first screen has today’s takings and the balance above its bar; operators only in trouble', async () => {
    const { page, close } = await at(phone, '')
    const bar = await boxOf(page.locator('.bar'))
    const today = await boxOf(page.locator('#resume'))
    const balance = await boxOf(page.locator('main .card:has(> p > a[href="/portail/soldes"])'))
    assert.ok(today.bottom <= balance.y && balance.bottom <= bar.y, `${balance.bottom} of ${bar.y}`)
    assert.doesNotMatch(await page.locator('main').innerText(), /Opérateurs/)
    await close()
  })

  it('a phone’s first screen has the whole card of the balance, with what is not available yet, under a name of two lines', async () => {
    const { serviceEnvId } = waits.live
    await openBalance(api.database, waits.live, money(1_250_000n, 'XOF'))
    const text = `update service_env set availability_delay = '2 days' where id = $1`
    await onPool(api.database.pool).rows(text, [serviceEnvId])
    const price = money(150_000n, 'XOF')
    await makePayment(api.database, waits.live, { reference: 'W-1', price, outcome: success })
    for (const language of ['fr', 'en'] as const) {
      const seen = await visit(phone)
      await enterPortal(seen, api, { merchant: waits, language })
      await seen.open(`${api.baseUrl}/portail`)
      const card = await boxOf(seen.page.locator('#solde'))
      const bar = await boxOf(seen.page.locator('.bar'))
      assert.ok((await boxOf(seen.page.locator('.who b'))).height > 35, 'a name of two lines')
      assert.match(
        await seen.page.locator('#solde').innerText(),
        /150\s000\sF\sCFA en attente|150,000\sF\sCFA pending/,
      )
      assert.ok(card.bottom <= bar.y, `${language}: ${card.bottom} of ${bar.y}`)
      await seen.close()
    }
  })

  it('a balance of twelve digits stands on one line of the first screen, and within its card in the list of balances', async () => {
    const rich = await createPortalMerchant(api.database)
    await openBalance(api.database, rich.live, money(999_999_999_999n, 'XOF'))
    const delayed = `update service_env set availability_delay = '2 days' where id = $1`
    await onPool(api.database.pool).rows(delayed, [rich.live.serviceEnvId])
    const price = money(1_500_000n, 'XOF')
    await makePayment(api.database, rich.live, { reference: 'R-1', price, outcome: success })
    for (const language of ['fr', 'en'] as const) {
      const seen = await visit(phone)
      await enterPortal(seen, api, { merchant: rich, language })
      await seen.open(`${api.baseUrl}/portail`)
      const card = await boxOf(seen.page.locator('#solde'))
      const bar = await boxOf(seen.page.locator('.bar'))
      assert.ok(card.bottom <= bar.y, `${language}: ${card.bottom} of ${bar.y}`)
      for (const width of [320, phone.width, 900, 960, desk.width]) {
        await seen.page.setViewportSize({ width, height: phone.height })
        await seen.open(`${api.baseUrl}/portail/soldes`)
        for (const stat of await seen.page.locator('.stat:has(.figure)').all()) {
          const [outer, figure] = [await boxOf(stat), await boxOf(stat.locator('.amount'))]
          assert.ok(figure.right <= outer.right - 10, `${width}: ${figure.right} of ${outer.right}`)
        }
      }
      await seen.page.setViewportSize(phone)
      await seen.close()
    }
  })

  it('movements of long names and references, under twelve digits, fit a laptop', async () => {
    const rich = await createPortalMerchant(api.database)
    await openBalance(api.database, rich.live, money(999_999_999_999n, 'XOF'))
    await makePayment(api.database, rich.live, {
      reference: 'COMMANDE-2026-72c7c80e-1f7b-4e2c-aa7f-9d63b18c1958',
      payer: 'Ọlájùmọ̀kẹ́ Adéṣínà-Ṣóyínká Àrẹ̀mú de la Grâce Divine et Filles',
      outcome: success,
    })
    const seen = await visit(desk)
    await enterPortal(seen, api, { merchant: rich })
    for (const width of [1100, desk.width]) {
      await seen.page.setViewportSize({ width, height: desk.height })
      for (const path of ['/soldes/mouvements', '/transactions']) {
        await seen.open(`${api.baseUrl}/portail${path}`)
        const wide = await seen.page.evaluate<number>('document.documentElement.scrollWidth')
        assert.ok(wide <= width, `${path}: ${wide} of ${width}`)
      }
    }
    await seen.page.setViewportSize(desk)
    await seen.close()
  })

  it('the period that is chosen is in sight on a phone, as the last of them too', async () => {
    const { page, close } = await at(phone, '?periode=mois-dernier')
    const chosen = await boxOf(page.locator('.chip[aria-current]').first())
    assert.ok(chosen.x >= 0 && chosen.right <= phone.width, `${chosen.x} to ${chosen.right}`)
    assert.equal(await page.evaluate('scrollY'), 0, 'the page itself stays at its top')
    await close()
    const first = await at(phone, '')
    const { x } = await boxOf(first.page.locator('.chip[aria-current]').first())
    assert.equal(x, (await boxOf(first.page.locator('h1'))).x, 'the first one stays where it was')
    await first.close()
  })

  it('a phone has four pages and “Plus” under the thumb; the account and the log-out are at the top', async () => {
    const { page, close } = await at(phone, '')
    const entries = page.locator('.bar > nav > a, .bar > .fold > summary')
    assert.deepEqual(
      (await entries.allInnerTexts()).map((text) => text.trim()),
      ['Accueil', 'Encaisser', 'Paiements', 'Soldes', 'Plus'],
    )
    for (const entry of await entries.all()) {
      const { width, height, bottom } = await boxOf(entry)
      assert.ok(Math.min(width, height) >= 44 && bottom > phone.height - 60, `${width}x${height}`)
    }
    await entries.last().click()
    await page.locator('.bar .menu >> text=Remboursements').waitFor()
    const developers = page.locator('.bar .menu .group')
    assert.equal(await developers.locator('summary').innerText(), 'Développeurs')
    assert.equal(await developers.getAttribute('open'), null, 'what few need is folded')
    const account = page.locator('.account summary')
    assert.ok((await boxOf(account)).bottom < 100)
    await account.click()
    const { y: barTop } = await boxOf(page.locator('.bar'))
    assert.ok((await boxOf(page.getByText('Se déconnecter'))).bottom < barTop)
    await close()
  })

  it('a chart says the value of the bar that is tapped, or reached by the keyboard', async () => {
    const { page, close } = await at(phone, '?periode=7')
    const chart = page.locator('[data-chart]').first()
    const reading = chart.locator('output')
    await chart.locator('svg').first().scrollIntoViewIfNeeded()
    const { x, y, width } = await boxOf(chart.locator('svg').first())
    const texts = await chart
      .locator('[data-text]')
      .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('data-text')))
    assert.equal(texts.length, 7)
    for (const bar of [0, 3, 6]) {
      await page.touchscreen.tap(x + (width / 7) * (bar + 0.5), y + 60)
      assert.equal(await reading.innerText(), texts[bar])
    }
    assert.match(await reading.innerText(), /F\sCFA · .*F\sCFA/, 'and what it is held against')
    await chart.locator('input[type=range]').focus()
    await page.keyboard.press('ArrowLeft')
    assert.equal(await reading.innerText(), texts[5])
    assert.equal(await chart.locator('input').getAttribute('aria-valuetext'), texts[5])
    await close()
  })

  it('an amount stands at the right edge of its row, on a phone, a tablet and a desk', async () => {
    const { page, open, close } = await at(desk, '')
    for (const path of ['/transactions', '/soldes/mouvements'])
      for (const width of [phone.width, 768, 900, desk.width]) {
        await page.setViewportSize({ width, height: desk.height })
        await open(`${api.baseUrl}/portail${path}`)
        const row = page.locator('.dense tbody tr').first()
        const amount = row.locator(width < 960 ? 'td.num:not(.later)' : 'td.num:last-child')
        const gap = (await boxOf(row)).right - (await boxOf(amount)).right
        assert.ok(gap < 16, `${path} ${width}: ${gap}`)
      }
    await page.setViewportSize(desk)
    await close()
  })

  it('a list of payments has rows of 40 px at a desk; on a phone the whole row is tapped', async () => {
    const wide = await at(desk, '/transactions')
    const rows = await wide.page.locator('.dense tbody tr').all()
    assert.equal(rows.length, 12)
    for (const row of rows) {
      const { height } = await boxOf(row)
      assert.ok(height >= 40 && height < 42, `${height} px`)
    }
    await wide.close()
    const { page, close } = await at(phone, '/transactions')
    const { right, bottom } = await boxOf(page.locator('.dense tbody tr').first())
    await page.touchscreen.tap(right - 12, bottom - 12)
    await page.waitForURL(/\/transactions\/[0-9a-f-]{36}$/)
    await close()
  })

  it('on a phone the acts of a page stand side by side, and a form begins where its card does', async () => {
    const home = await at(phone, '')
    await actsOf(home, ['Encaisser', 'Nouveau retrait'])
    await home.page.click('.dense tr:has(.badge.ok) a')
    await home.page.waitForURL(/\/transactions\/[0-9a-f-]{36}$/)
    await actsOf(home, ['Rembourser', 'Voir le reçu'])
    await home.close()
    const { page, close } = await at(phone, '/liens/nouveau')
    const card = await boxOf(page.locator('main .card').first())
    const field = await boxOf(page.locator('main .card .field').first())
    assert.ok(field.y - card.y < 24, `${field.y - card.y} px`)
    await close()
  })

  async function actsOf({ page }: Visit, names: readonly string[]): Promise<void> {
    const acts = page.locator('.acts > .button')
    assert.deepEqual(
      (await acts.allInnerTexts()).map((text) => text.trim()),
      names,
    )
    const tops = await Promise.all((await acts.all()).map(async (act) => (await boxOf(act)).y))
    assert.equal(new Set(tops).size, 1, tops.join(' '))
  }

  it('at a desk takings and their chart stand side by side, and no figure of an operator wraps', async () => {
    const home = await at(desk, '')
    const today = await boxOf(home.page.locator('#resume'))
    const chart = await boxOf(home.page.locator('[data-chart]').first())
    assert.ok(chart.x > today.right && chart.bottom < desk.height, `${chart.x}, ${chart.bottom}`)
    await home.close()
    const { page, close } = await at(desk, '/operateurs')
    const figures = await page.locator('.facts dd').all()
    assert.ok(figures.length > 3)
    for (const figure of figures) assert.ok((await boxOf(figure)).height < 30)
    await close()
  })

  it('at a desk the name of an operator stands on one line, however many shares there are', async () => {
    const { page, close } = await at(desk, '?periode=7')
    for (const count of [3, 4, 5]) {
      await page.evaluate(`(() => {
        const shares = document.querySelector('.strip')
        const card = shares.firstElementChild
        shares.replaceChildren(...Array.from({ length: ${count} }, () => card.cloneNode(true)))
      })()`)
      const names = await page.locator('.strip .who').all()
      assert.ok(names.length >= count)
      for (const name of names) assert.ok((await boxOf(name)).height < 40, `${count} shares`)
    }
    await close()
  })

  it('no balance stands alone on its row at a desk, and the form of a link has its preview beside it', async () => {
    const balances = await at(desk, '/soldes')
    const places = async (count: number) => {
      await balances.page.evaluate(`(() => {
        const figures = document.querySelector('.figures')
        const card = figures.firstElementChild
        figures.replaceChildren(...Array.from({ length: ${count} }, () => card.cloneNode(true)))
      })()`)
      const cards = await balances.page.locator('.figures > *').all()
      return Promise.all(cards.map(async (card) => Math.round((await boxOf(card)).y)))
    }
    for (const count of [3, 4, 5, 6]) {
      const tops = await places(count)
      const alone = tops.filter((top) => tops.filter((other) => other === top).length === 1)
      assert.deepEqual([tops.length, alone], [count, []])
    }
    await balances.close()
    const { page, check, close } = await at(desk, '/liens/nouveau')
    const preview = page.locator('#apercu')
    const form = await boxOf(page.locator('main form').first())
    assert.ok((await boxOf(preview)).x > form.right)
    await page.fill('[name=titre]', 'Panier découverte')
    await page.fill('[name=montant]', '12 500')
    await preview.getByText('Panier découverte').waitFor()
    await preview.getByText(/12\s500\sF\sCFA/).waitFor()
    assert.equal(await page.inputValue('[name=titre]'), 'Panier découverte')
    await check('lien-nouveau-apercu')
    await close()
  })
})
