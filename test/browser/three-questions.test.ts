import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { onPool } from '#db/sql.ts'
import { type MtnEmulator, startMtnEmulator } from '#dev/emulators/mtn.ts'
import { money } from '#domain/money/money.ts'
import { setOperatorAccount } from '#use-cases/operators/set-account.ts'
import { needBrowser, phone, visit, type Visit } from '#test/support/browser.ts'
import { success } from '#test/support/ends.ts'
import { createPortalMerchant, makePayment, type PortalMerchant } from '#test/support/portal.ts'
import { enterPortal } from '#test/support/portal-visit.ts'
import { sharedService, type TestService } from '#test/support/service.ts'

/** Where the pictures of each step are left, numbered, to be looked at. */
const film = join(import.meta.dirname, '../../test-results/trois-questions')

/**
 * What a shop’s owner asks each day in live mode, from the first page of a phone of 360 px, as a finger does it. Taps and
 * seconds are counted, printed and asserted; the seconds leave room for a busy machine.
 */
describe('the three questions of a shop’s owner', () => {
  before(needBrowser)
  let service: TestService
  let merchant: PortalMerchant
  let mtn: MtnEmulator
  before(async () => {
    mkdirSync(film, { recursive: true })
    service = await sharedService()
    merchant = await createPortalMerchant(service.database)
    mtn = await startMtnEmulator({ delayMs: 200, float: 1_000_000 })
    const callbackUrl = `${service.baseUrl}/operators/mtn/callbacks`
    const account = { ...mtn.account, callbackUrl }
    await setOperatorAccount(
      service.database,
      { serviceEnvId: merchant.live.serviceEnvId },
      account,
    )
    await sell('A-1', { payer: 'Rachidatou Bio Séko', phone: '2290197125680', minor: 2500n })
    await sell('A-2', { payer: 'Awa Zinsou', phone: '2290197330412', minor: 9000n })
    await sell('A-3', { payer: 'Koffi Agossou', phone: '2290197000007', minor: 5000n, agoMs })
  })
  after(async () => {
    await service?.stop()
    await mtn?.close()
  })

  const agoMs = 86_401_000
  async function sell(reference: string, { minor, agoMs: ago = 0, ...who }: Sale): Promise<void> {
    const price = money(minor, 'XOF')
    const paid = { reference, price, outcome: success, ...who }
    const id = await makePayment(service.database, merchant.live, paid)
    const text = 'update transaction set created_at = $2 where id = $1'
    await onPool(service.database.pool).rows(text, [id, new Date(Date.now() - ago)])
  }

  async function atHome(): Promise<Visit> {
    const seen = await visit(phone)
    await enterPortal(seen, service, { merchant })
    await seen.open(`${service.baseUrl}/portail`)
    return seen
  }

  it('“has this number paid?”: one tap and its last four digits', async () => {
    const { page, close } = await atHome()
    const finger = new Finger(page, 'numero')
    await finger.frame()
    await finger.tap('.find [type=search]')
    await finger.type('5680')
    await page.waitForSelector('.found .hits')
    const answer = await page.locator('.found').innerText()
    await finger.frame()
    assert.match(answer, /Rachidatou Bio Séko[^]*2.500/)
    finger.report('Has this number paid?', 1)
    await close()
  })

  it('“how is today against yesterday?”: no tap, it stands on the first screen', async () => {
    const { page, close } = await atHome()
    const finger = new Finger(page, 'hier')
    const summary = page.locator('#resume')
    const { y = 0, height = 0 } = (await summary.boundingBox()) ?? {}
    await finger.frame()
    const bar = (await page.locator('.bar').boundingBox())?.y ?? 0
    assert.ok(y + height <= bar, `it ends ${y + height} px down, where the bar begins at ${bar}`)
    assert.match(await summary.innerText(), /11.500[^]*6.500.F.CFA de plus qu’hier à la même heure/)
    finger.report('How is today against yesterday?', 0)
    await close()
  })

  it('“ask this number for money”: three taps, and it rings', async function () {
    this.timeout(240_000)
    const { page, close } = await atHome()
    const finger = new Finger(page, 'demander')
    await finger.tap('nav a:visible:has-text("Encaisser")')
    await page.waitForSelector('[name=montant]:focus')
    await finger.type('2500')
    await finger.tap('[name=numero]')
    await finger.type('0197311234')
    await finger.frame()
    await finger.tap('text=Demander au client')
    await page.waitForURL(/encaisser\/demandes\//)
    finger.report('Ask this number for money.', 3)
    await finger.frame()
    await page.waitForSelector('[data-end=paid]')
    await finger.frame()
    await close()
  })
})

/** Without the time of typing; five on a machine that does nothing else. */
const secondsMax = 20

interface Sale {
  readonly payer: string
  readonly phone: string
  readonly minor: bigint
  readonly agoMs?: number
}

/** A finger that is counted, with a picture after what it does. */
class Finger {
  readonly #page: Page
  readonly #name: string
  readonly #began = performance.now()
  #taps = 0
  #frames = 0

  constructor(page: Page, name: string) {
    this.#page = page
    this.#name = name
  }

  async tap(selector: string): Promise<void> {
    this.#taps += 1
    await this.#page.locator(selector).first().tap()
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  async frame(): Promise<void> {
    this.#frames += 1
    await this.#page.screenshot({ path: join(film, `${this.#name}-${this.#frames}.png`) })
  }

  report(question: string, tapsMax: number): void {
    const seconds = ((performance.now() - this.#began) / 1000).toFixed(1)
    console.log(`      ${question} ${this.#taps} taps, ${seconds} s without the time of typing`)
    assert.ok(this.#taps <= tapsMax, `${this.#taps} taps`)
    assert.ok(Number(seconds) < secondsMax, `${seconds} s`)
  }
}
