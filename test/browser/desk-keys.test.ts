import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { sessionCookie } from '#web/http/session-guard.ts'
import { desk, needBrowser, phone, visit } from '#test/support/browser.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { loggedIn } from '#test/support/people.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'
import { sharedService } from '#test/support/service.ts'
import { namedMember } from '#test/support/staff-pages.ts'
import { money } from '#domain/money/money.ts'
import { openBalance } from '#use-cases/balance/open.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { createMerchant } from '#test/support/books.ts'
import { silentPayout } from '#test/use-cases/closings/closings.ts'
import { refundOf } from '#test/use-cases/refunds/refunds.ts'

const queue = '/staff/remboursements'

describe('the keyboard of the desk, in a browser', () => {
  before(needBrowser)
  const service = given(() => sharedService())
  let ids: readonly string[]
  before(async function () {
    this.timeout(240_000)
    const { live } = await createPortalMerchant(service.database)
    const outbox = outboxOf(service.database)
    const refund = async () => {
      const reference = `K-${randomUUID().slice(0, 8)}`
      const payment = { reference, outcome: success }
      const transactionId = await makePayment(service.database, live, payment)
      const wish = { transactionId, amount: 1_000n }
      return (await refundOf({ database: service.database, outbox }, live, wish)).id
    }
    ids = [await refund(), await refund()]
    await outbox.drain()
  })

  const enter = async (look = desk, role: StaffRole = 'agent') => {
    const visited = await visit(look)
    const member = await namedMember(service, role, 'Yao Koffi')
    const { name, value } = sessionCookie(await loggedIn(service.database, 'staff', member))
    await visited.page.context().addCookies([{ name, value, url: service.baseUrl }])
    return visited
  }
  const focused = (page: Page) =>
    page.evaluate(() => {
      const at = document.activeElement
      return at?.getAttribute('href') ?? at?.getAttribute('name') ?? at?.textContent ?? ''
    })
  const press = async (page: Page, ...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  it('j and k lead through a list, Enter opens, a leads to what decides, and the way back leads to the same view', async () => {
    const { page, open, close } = await enter()
    // What these two are alone in: their view.
    for (const id of ids) {
      await open(`${service.baseUrl}${queue}/${id}`)
      await page.click('text=Je m’en occupe')
      await page.waitForSelector('text=C’est à vous')
    }
    await open(`${service.baseUrl}${queue}?vue=moi`)
    const [first, second] = ids.map((id) => `${queue}/${id}?vue=moi`)
    await press(page, 'j')
    assert.equal(await focused(page), first)
    await press(page, 'j')
    assert.equal(await focused(page), second)
    await press(page, 'j')
    assert.equal(await focused(page), second, 'it stays at the end')
    await press(page, 'k')
    assert.equal(await focused(page), first)
    await press(page, 'Enter')
    await page.waitForURL(`**${first}`)
    await press(page, 'a')
    assert.equal(await focused(page), 'password')
    await press(page, 'a', 'j', '?')
    assert.equal(
      await page.inputValue('main [name=password]'),
      'aj?',
      'in a field they are letters',
    )
    await page.locator('h1').click()
    await press(page, 'j')
    assert.equal(await focused(page), second, 'the case that waits next')
    await page.click('main > p > a')
    await page.waitForURL(`**${queue}?vue=moi`)
    await close()
  })

  it('a leads to the choice, where a form begins with one', async () => {
    const { page, open, close } = await enter(desk, 'supervisor')
    const merchant = await createMerchant(service)
    await openBalance(service.database, merchant, money(100_000n, 'XOF'))
    const outbox = outboxOf(service.database)
    const payout = await silentPayout({ database: service.database, outbox }, merchant)
    await open(`${service.baseUrl}/staff/retraits/${payout}`)
    await press(page, 'a')
    assert.equal(await focused(page), 'verdict')
    await press(page, 'ArrowDown')
    assert.equal(await page.locator('[name=verdict]:checked').count(), 1)
    await close()
  })

  it('x ticks the row, X all of them or none, and a leads to what is done with them', async () => {
    const { page, open, close } = await enter()
    await open(`${service.baseUrl}${queue}`)
    const ticked = () => page.locator('.pick:checked').count()
    const all = await page.locator('.pick').count()
    assert.ok(all >= ids.length)
    await press(page, 'j', 'x')
    assert.equal(await ticked(), 1)
    await press(page, 'x', 'X')
    assert.equal(await ticked(), all)
    await press(page, 'X', 'j', 'x', 'a')
    assert.equal(await ticked(), 1)
    assert.match(await focused(page), /lignes cochées/)
    await close()
  })

  it('an act leads back to the case, and on in the view that it was opened from', async () => {
    const { page, open, close } = await enter()
    for (const id of ids) {
      await open(`${service.baseUrl}${queue}/${id}`)
      await page.locator('text=/Je m’en occupe|Prendre le relais/').click()
      await page.waitForSelector('text=C’est à vous')
    }
    const [first, second] = ids.map((id) => `${queue}/${id}?vue=moi`)
    await open(`${service.baseUrl}${first}`)
    await page.fill('main [name=note]', 'Rappeler mardi')
    await page.click('text=Noter')
    await page.waitForSelector('text=Note ajoutée')
    assert.equal(page.url(), service.baseUrl + first)
    await press(page, 'j')
    assert.equal(await focused(page), second)
    await close()
  })

  it('on a phone the menu shows which of its lists is open', async () => {
    const { page, open, close } = await enter(phone)
    for (const path of ['/staff', '/staff/contredits', '/staff/operateurs']) {
      await open(`${service.baseUrl}${path}`)
      const entry = await page.locator('.rail [aria-current]').boundingBox()
      assert.ok(entry && entry.x >= 0 && entry.x + entry.width <= phone.width, path)
      assert.equal(await page.evaluate('scrollY'), 0, path)
    }
    await close()
  })

  it('? tells what the keys do, and hides it again; with Ctrl they are the browser’s', async () => {
    const { page, open, close, check } = await enter()
    await open(`${service.baseUrl}${queue}`)
    await press(page, '?')
    await check('equipe-raccourcis', '.keys[open] >> text=première action de la page')
    await press(page, '?')
    await page.waitForSelector('.keys:not([open])')
    const before = await focused(page)
    await press(page, 'Control+j', 'Alt+k')
    assert.equal(await focused(page), before)
    await close()
  })
})
