import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { onPool } from '#db/sql.ts'
import { asId, type CollaboratorId, type TerminalId, type TransactionId } from '#domain/ids.ts'
import { zero } from '#domain/money/money.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { openCashSession } from '#use-cases/cash-sessions/open.ts'
import { disablePerson, changePersonRole } from '#use-cases/people/manage.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { setTerminalState } from '#use-cases/terminals/set-state.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { eventually } from '#test/support/call.ts'
import { pagesOf } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { wordsOf } from '#test/support/payer.ts'
import { cause, createPortalUser, password } from '#test/support/people.ts'
import {
  type Answer,
  createPortalMerchant,
  portalReader,
  type PortalReader,
} from '#test/support/portal.ts'
import { sharedService } from '#test/support/service.ts'

const today = '/portail/ventes-du-jour'
const form = '/portail/encaisser'
const asked = '/portail/encaisser/demandes'
const shown = '/portail/encaisser/codes'

describe('a cashier in the portal', function () {
  this.timeout(240_000)
  const service = given(() => sharedService())
  const merchant = given(() => createPortalMerchant(service.database))

  interface Shop {
    readonly terminalId: TerminalId
    readonly pointOfSaleId: string
  }
  let shops = 0
  /** A point of sale of its own, in test mode, with one cash desk. */
  const openShop = async (): Promise<Shop> => {
    shops += 1
    const { terminal } = await createTerminal(service.database, merchant.test.serviceEnvId, {
      type: 'shop',
      label: `Caisse ${shops}`,
      pointOfSale: `Boutique ${shops}`,
      serialNumber: null,
      deviceType: null,
    })
    return { terminalId: terminal.id, pointOfSaleId: terminal.pointOfSale?.id ?? '' }
  }
  const cashierOf = ({ pointOfSaleId }: Pick<Shop, 'pointOfSaleId'>) =>
    portalReader(service, { merchantId: merchant.merchantId, pointOfSaleId }, 'cashier')
  const sell = async (
    by: PortalReader,
    action: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Answer> => by.post(action, { ...(await by.formOf(form)), ...fields })
  const idIn = ({ location, text }: Answer): TransactionId => {
    assert.ok(location, text)
    return asId<TransactionId>(location.slice(-36))
  }
  let numbers = 0
  const numberOf = (ending: string): string => {
    numbers += 1
    return `01 97 ${String(50 + numbers)} ${ending.slice(0, 2)} ${ending.slice(2)}`
  }
  const paidSale = async (by: PortalReader, montant: string): Promise<TransactionId> => {
    const sent = await sell(by, asked, { montant, numero: numberOf('0099'), nom: 'Awa Dossou' })
    const id = idIn(sent)
    await eventually(async () => /Payé/.test(wordsOf(await by.get(`${asked}/${id}`))))
    return id
  }
  const ownerOf = async () =>
    createPortalUser(service.database, {
      merchantId: merchant.merchantId,
      role: 'administrator',
    })

  it('begins at the sales of today, with two pages and no search', async () => {
    const cashier = await cashierOf(await openShop())
    const { status, location } = await cashier.get('/portail')
    assert.deepEqual([status, location], [303, today])
    const { text, ...answer } = await cashier.get(today)
    assert.equal(answer.status, 200)
    const menu = /<nav class="menu"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? ''
    const links = [...menu.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
    assert.deepEqual(links, [today, form])
    assert.doesNotMatch(text, /\/portail\/(recherche|soldes|transactions|retraits|reglages|equipe)/)
    assert.match(wordsOf({ text }), /Boutique \d+.*Aucune vente aujourd’hui/s)
  })

  it('asks a number and shows a code: the sale is of their point of sale and theirs', async () => {
    const shop = await openShop()
    const cashier = await cashierOf(shop)
    const id = await paidSale(cashier, '2 500')
    const made = await readTransaction(service.database, id)
    assert.deepEqual(
      [made.mode, made.channel, made.terminal?.id, made.operator?.id],
      ['sandbox', 'shop', shop.terminalId, cashier.user.collaboratorId],
    )
    const code = await sell(cashier, shown, { montant: '700' })
    assert.match(wordsOf(await cashier.get(code.location ?? '')), /scanne ce code/)
    await cashier.post(`${code.location}/annuler`, await cashier.formOf(code.location ?? ''))
    await eventually(async () =>
      /Code annulé/.test(wordsOf(await cashier.get(code.location ?? ''))),
    )
    const [line] = await listActivity(service.database, merchant.merchantId, { limit: 1 })
    assert.deepEqual([line?.act, line?.outcome], ['checkout.cancel', 'done'])
  })

  it('sees what was sold there today, newest first, with masked payers, sums by operator, and a receipt', async () => {
    const shop = await openShop()
    const cashier = await cashierOf(shop)
    const first = await paidSale(cashier, '2 500')
    const second = await paidSale(cashier, '1 000')
    const page = await cashier.get(today)
    const order = [...page.text.matchAll(/demandes\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
    assert.deepEqual(order, [second, first])
    const words = wordsOf(page)
    assert.match(words, /Encaissé aujourd’hui.*2 ventes.*MTN MoMo|Encaissé aujourd’hui.*2 ventes/s)
    assert.match(words, /Awa D\./)
    assert.doesNotMatch(page.text, /Dossou|97 \d\d 00 99|0197\d\d0099/)
    const sale = await cashier.get(`${asked}/${first}`)
    assert.match(wordsOf(sale), /Voir le reçu/)
    assert.doesNotMatch(sale.text, /Dossou|97 \d\d 00 99|0197\d\d0099|Voir le détail/)
  })

  it('sees nothing of another point of sale, nor of a colleague’s payer in full', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const [cashier, colleague, stranger] = [
      await cashierOf(shop),
      await cashierOf(shop),
      await cashierOf(other),
    ]
    const sent = await sell(cashier, asked, {
      montant: '900',
      numero: numberOf('0005'),
      nom: 'Awa Dossou',
    })
    const code = await sell(cashier, shown, { montant: '700' })
    const path = sent.location ?? ''
    assert.match(wordsOf(await cashier.get(path)), /Awa Dossou/)
    const seen = wordsOf(await colleague.get(path))
    assert.match(seen, /Awa D\./)
    assert.doesNotMatch(seen, /Dossou/)
    const again = await colleague.get(`${form}?encore=${idIn(sent)}`)
    assert.doesNotMatch(again.text, /Dossou|0197|value="900"/)
    for (const hidden of [path, `${path}/suite`, code.location ?? '', `${code.location}/suite`])
      assert.equal((await stranger.get(hidden)).status, 404, hidden)
    const cancelled = await stranger.post(`${code.location}/annuler`, await stranger.formOf(form))
    assert.equal(cancelled.status, 404)
    assert.doesNotMatch((await stranger.get(`${form}?encore=${idIn(sent)}`)).text, /Dossou|0197/)
    assert.doesNotMatch((await stranger.get(today)).text, new RegExp(idIn(sent)))
  })

  it('sees no earlier day', async () => {
    const shop = await openShop()
    const cashier = await cashierOf(shop)
    const id = await paidSale(cashier, '1 000')
    await onPool(service.database.pool).rows(
      `update transaction set created_at = created_at - interval '2 days' where id = $1`,
      [id],
    )
    assert.equal((await cashier.get(`${asked}/${id}`)).status, 404)
    assert.match(wordsOf(await cashier.get(today)), /Aucune vente aujourd’hui/)
    assert.doesNotMatch((await cashier.get(`${form}?encore=${id}`)).text, /Dossou|0197/)
  })

  it('is let into no other page and sends no other form', async () => {
    const cashier = await cashierOf(await openShop())
    const own = await cashier.formOf(form)
    const let_in: string[] = []
    for (const { method, path } of [...pagesOf('GET'), ...pagesOf('POST')]) {
      if (!path.startsWith('/portail/') || path.endsWith('/deconnexion')) continue
      const address = path.replaceAll(/:\w+/g, randomUUID())
      const sent = { ...own, form_id: randomUUID(), password }
      const { status } =
        method === 'GET' ? await cashier.get(address) : await cashier.post(address, sent)
      if (status !== 403) let_in.push(path)
    }
    const common =
      /^\/portail\/(compte|connexion|mot-de-passe-oublie|inscription|invitation|notifications|service|encaisser|ventes-du-jour)/
    assert.deepEqual(
      let_in.filter((path) => !common.test(path)),
      [],
    )
  })

  it('cannot leave for another service or mode', async () => {
    const cashier = await cashierOf(await openShop())
    const { status } = await cashier.post('/portail/service', { vers: merchant.live.serviceEnvId })
    assert.equal(status, 400)
    cashier.cookies.set('portal_place', merchant.live.serviceEnvId)
    assert.match((await cashier.get(today)).text, /Mode test/)
    assert.doesNotMatch((await cashier.get(today)).text, /Passer en réel/)
  })

  it('sells in the cash session that is open for them', async () => {
    const shop = await openShop()
    const cashier = await cashierOf(shop)
    const { id } = await openCashSession(
      service.database,
      { serviceEnvId: merchant.test.serviceEnvId, id: shop.terminalId },
      {
        cashier: { id: asId<CollaboratorId>(cashier.user.collaboratorId ?? '') },
        seconds: 3600,
        openingFloat: zero('XOF'),
        note: null,
      },
    )
    const sale = await paidSale(cashier, '1 000')
    const { of } = await onPool(service.database.pool).one<{ of: string }>(
      'select cash_session_id as of from transaction where id = $1',
      [sale],
    )
    assert.equal(of, id)
  })

  it('sells nothing while the point of sale is closed, and still sees the day', async () => {
    const shop = await openShop()
    const cashier = await cashierOf(shop)
    const id = await paidSale(cashier, '1 000')
    const sent = { ...(await cashier.formOf(form)), montant: '500', numero: numberOf('0099') }
    const place = { serviceEnvId: merchant.test.serviceEnvId, id: shop.terminalId }
    await setTerminalState(service.database, place, false)
    const { text } = await cashier.get(form)
    assert.match(text, /Ce point de vente est fermé/)
    assert.doesNotMatch(text, /name="montant"/)
    for (const action of [asked, shown]) {
      const refused = await cashier.post(action, { ...sent, form_id: randomUUID() })
      assert.equal(refused.status, 422)
      assert.match(refused.text, /Ce point de vente est fermé/)
    }
    const day = await cashier.get(today)
    assert.match(day.text, new RegExp(id))
    assert.match(day.text, /Ce point de vente est fermé/)
    await setTerminalState(service.database, place, true)
    await paidSale(cashier, '1 000')
  })

  it('is moved, promoted and shut out from the next page on, in the session that is open', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    const cashier = await cashierOf(shop)
    const id = await paidSale(cashier, '1 000')
    const page = await cashier.get(today)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    const manager = await ownerOf()
    const managed = { realm: 'portal', manager, id: cashier.user.id, cause: cause() } as const
    const { pointOfSaleId } = other
    await changePersonRole(service.database, managed, { role: 'cashier', pointOfSaleId })
    assert.equal((await cashier.get(`${asked}/${id}`)).status, 404)
    assert.doesNotMatch((await cashier.get(today)).text, new RegExp(id))
    const moved = await readTransaction(service.database, await paidSale(cashier, '700'))
    assert.deepEqual(
      [moved.terminal?.id, moved.operator?.id],
      [other.terminalId, cashier.user.collaboratorId],
    )
    await changePersonRole(service.database, managed, { role: 'developer' })
    assert.equal((await cashier.get('/portail/soldes')).status, 200)
    await changePersonRole(service.database, managed, { role: 'cashier', pointOfSaleId })
    assert.equal((await cashier.get('/portail/soldes')).status, 403)
    await disablePerson(service.database, managed)
    assert.equal((await cashier.get(today)).status, 303)
  })
})
