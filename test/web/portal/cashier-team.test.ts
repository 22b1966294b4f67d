import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { asId, type CollaboratorId } from '#domain/ids.ts'
import { add, type Money, money } from '#domain/money/money.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { moneyText } from '#web/design/money.tsx'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createPortalUser, withEmail } from '#test/support/people.ts'
import {
  createPortalMerchant,
  makePayment,
  portalReader,
  testModeReader,
} from '#test/support/portal.ts'
import { wordsOf } from '#test/support/payer.ts'

const team = '/portail/equipe'
const today = '/portail/ventes-du-jour'

describe('cashiers of a team', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const owner = given(() => portalReader(api, merchant, 'owner'))

  const placeOf = async (name: string, mode: 'live' | 'test' = 'live') => {
    const device = { serialNumber: null, deviceType: null }
    const { terminal } = await createTerminal(api.database, merchant[mode].serviceEnvId, {
      type: 'shop',
      label: name,
      pointOfSale: name,
      ...device,
    })
    return { id: terminal.pointOfSale?.id ?? '', terminalId: terminal.id }
  }
  const seatOf = (id: string) =>
    onPool(api.database.pool).one<{ place: string | null; cashier: string | null; name: string }>(
      `select p.point_of_sale_id as place, p.collaborator_id as cashier, c.name from person p
         left join collaborator c on c.id = p.collaborator_id where p.id = $1`,
      [id],
    )
  let invitations = 0
  const invite = async (fields: Readonly<Record<string, string>>) => {
    invitations += 1
    const email = `caissier${invitations}.${merchant.merchantId}@example.com`
    const answer = await owner.send(`${team}/inviter`, {
      nom: 'Kossi Agbo',
      role: 'cashier',
      email,
      ...fields,
    })
    return { answer, email }
  }

  it('are invited to one point of sale, and are the cashier whom its cash desks know by that name', async () => {
    const place = await placeOf('Dantokpa')
    assert.match((await owner.get(`${team}/inviter`)).text, /Dantokpa/)
    const { answer, email } = await invite({ point_de_vente: place.id })
    const person = await withEmail(api.database, email)
    assert.equal(answer.location, `${team}/${person.id}`)
    const seat = await seatOf(person.id)
    const known = await onPool(api.database.pool).rows<{ id: string }>(
      `select id from collaborator where service_id = $1 and name = 'Kossi Agbo' order by created_at, id`,
      [merchant.live.serviceId],
    )
    assert.deepEqual([seat.place, seat.cashier], [place.id, known[0]?.id])
    assert.match(wordsOf(await owner.get(answer.location)), /Point de vente Dantokpa/)
    const [line] = await listActivity(api.database, merchant.merchantId, { limit: 1 })
    assert.deepEqual(
      [line?.act, line?.outcome, line?.details],
      ['person.invite', 'done', { role: 'cashier', pointOfSaleId: place.id }],
    )
    const namesake = await invite({ point_de_vente: place.id })
    const second = await seatOf((await withEmail(api.database, namesake.email)).id)
    assert.notEqual(second.cashier, seat.cashier)
    assert.equal(second.name, 'Kossi Agbo')
  })

  it('are refused without a point of sale, or with one of another merchant', async () => {
    const nowhere = await invite({})
    assert.equal(nowhere.answer.status, 422)
    assert.match(nowhere.answer.text, /Choisissez le point de vente de ce caissier/)
    const elsewhere = await createPortalMerchant(api.database)
    const { id } = await onPool(api.database.pool).one<{ id: string }>(
      'select id from point_of_sale where service_env_id = $1',
      [elsewhere.live.serviceEnvId],
    )
    for (const point_de_vente of [id, 'ailleurs']) {
      const { answer, email } = await invite({ point_de_vente })
      assert.equal(answer.status, 422)
      assert.match(answer.text, /Ce point de vente est introuvable/)
      await assert.rejects(withEmail(api.database, email))
    }
    const [line] = await listActivity(api.database, merchant.merchantId, { limit: 1 })
    assert.deepEqual([line?.act, line?.outcome], ['person.invite', 'point_of_sale_not_found'])
  })

  it('cannot sell for another merchant, even if the code forgets to check', async () => {
    const elsewhere = await createPortalMerchant(api.database)
    const stranger = await createPortalUser(api.database, { ...elsewhere, role: 'cashier' })
    const own = await createPortalUser(api.database, { ...merchant, role: 'cashier' })
    await assert.rejects(
      onPool(api.database.pool).rows(
        'update person set point_of_sale_id = $2, collaborator_id = $3 where id = $1',
        [own.id, stranger.pointOfSaleId, stranger.collaboratorId],
      ),
      /person_sells_for_own_merchant/,
    )
    for (const sets of [`role = 'collaborator'`, `point_of_sale_id = null, collaborator_id = null`])
      await assert.rejects(
        onPool(api.database.pool).rows(`update person set ${sets} where id = $1`, [own.id]),
        /person_sells_somewhere/,
      )
  })

  it('are two cashiers if two of one name are invited at once', async () => {
    const place = await placeOf('Zongo')
    const fields = { nom: 'Codjo Zinsou', point_de_vente: place.id }
    const both = await Promise.all([invite(fields), invite(fields), invite(fields)])
    const seats = await Promise.all(
      both.map(async ({ email }) => seatOf((await withEmail(api.database, email)).id)),
    )
    assert.equal(new Set(seats.map(({ cashier }) => cashier)).size, 3)
  })

  it('read no further in the list of another point of sale, from where its own cashier is', async () => {
    const [here, there] = [await placeOf('Tokpa'), await placeOf('Fidjrossè')]
    const terminal = { id: here.terminalId, label: 'Tokpa', pointOfSale: null }
    for (let at = 0; at < 27; at += 1)
      await makePayment(api.database, merchant.live, { seller: { terminal } })
    const at = (pointOfSaleId: string) =>
      portalReader(api, { merchantId: merchant.merchantId, pointOfSaleId }, 'cashier')
    const own = await at(here.id)
    const [, older = ''] = /href="([^"]*suite=[^"]*)"/.exec((await own.get(today)).text) ?? []
    const next = await own.get(older)
    assert.equal(next.status, 200)
    assert.equal(next.text.match(/demandes\//g)?.length, 2)
    const stranger = await at(there.id)
    const refused = await stranger.get(older)
    assert.ok(refused.status >= 400 && refused.status < 500, `${refused.status}`)
    assert.doesNotMatch(refused.text, /demandes\//)
  })

  it('are moved in the form of their role, stay the same cashier, and leave their desk with the role', async () => {
    const [first, second] = [await placeOf('Cadjèhoun'), await placeOf('Akpakpa')]
    const { email } = await invite({ nom: 'Sena Hounsou', point_de_vente: first.id })
    const { id } = await withEmail(api.database, email)
    const before = await seatOf(id)
    const page = await owner.get(`${team}/${id}/role`)
    assert.match(page.text, new RegExp(`value="${first.id}" selected`))
    await owner.send(`${team}/${id}/role`, { role: 'cashier', point_de_vente: second.id })
    assert.deepEqual(await seatOf(id), { ...before, place: second.id })
    const unsaid = await owner.send(`${team}/${id}/role`, { role: 'cashier' })
    assert.equal(unsaid.status, 422)
    await owner.send(`${team}/${id}/role`, { role: 'collaborator', point_de_vente: second.id })
    assert.deepEqual(await seatOf(id), { place: null, cashier: null, name: null })
  })

  it('show the owner who took how much where today, in the mode that is open', async () => {
    const reader = await testModeReader(api, merchant)
    assert.match(wordsOf(await reader.get(today)), /Aucune vente aujourd’hui/)
    const { id: pointOfSaleId, terminalId } = await placeOf('Ganvié', 'test')
    const cashier = await createPortalUser(api.database, {
      ...merchant,
      role: 'cashier',
      pointOfSaleId,
    })
    const terminal = { id: terminalId, label: 'Ganvié', pointOfSale: null }
    const id = asId<CollaboratorId>(cashier.collaboratorId ?? '')
    const operator = { id, name: cashier.name }
    const sell = async (minor: bigint, seller: object, isPaid = true) => {
      const outcome = isPaid && ({ status: 'succeeded', providerReference: `${minor}` } as const)
      const price = money(minor, 'XOF')
      const sale = { price, seller: { terminal, ...seller }, ...(outcome && { outcome }) }
      const made = await makePayment(api.database, merchant.test, sale)
      return (await readTransaction(api.database, made)).amountCharged
    }
    const first = await sell(2500n, { operator })
    const second = await sell(1000n, { operator })
    const alone = await sell(400n, {})
    await sell(700n, { operator }, false)
    const elsewhere = { terminal: null, operator: null }
    await sell(5000n, elsewhere)
    const words = wordsOf(await reader.get(today))
    const text = (...amounts: readonly Money[]) =>
      moneyText(amounts.reduce(add), 'fr').replaceAll(/\s+/g, ' ')
    assert.ok(words.includes(`${text(first, second, alone)} 3 ventes · 1 en attente`), words)
    assert.ok(
      words.includes(`Afi Mensah Ganvié 2 ventes · 1 en attente ${text(first, second)}`),
      words,
    )
    assert.ok(words.includes(`Sans caissier Ganvié 1 vente ${text(alone)}`), words)
    assert.doesNotMatch((await owner.get(today)).text, /Ganvié/)
  })
})
