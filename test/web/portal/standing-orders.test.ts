import assert from 'node:assert/strict'
import { accountOf } from '#test/use-cases/standing-orders/orders.ts'
import { given } from '#test/support/given.ts'
import {
  createPortalMerchant,
  type PortalReader,
  testModeReader,
  assertTells,
} from '#test/support/portal.ts'
import { giveBalance } from '#test/support/payouts.ts'
import { sharedService } from '#test/support/service.ts'
import { numbersOf } from '#test/use-cases/payouts/files.ts'

const list = '/portail/retraits/programmes'
const form = `${list}/nouveau`
const [phone = ''] = numbersOf(1)

describe('standing orders in the portal', function () {
  this.timeout(60_000)
  const service = given(() => sharedService())

  async function scene() {
    const merchant = await createPortalMerchant(service.database)
    await giveBalance(service.database, merchant.test, 5_000_000)
    const account = await accountOf(service, merchant.test, phone)
    const fields = {
      nom: 'Loyer',
      compte: account,
      quoi: 'fixe',
      montant: '25 000',
      quand: 'monthly-5',
      heure: '8',
    }
    return { merchant, fields, reader: await testModeReader(service, merchant) }
  }

  const versionOf = async (reader: PortalReader, page: string) => ({
    version: /name="version" value="(\d+)"/.exec((await reader.get(page)).text)?.[1] ?? '',
  })

  it('are made with the password, and say when they come and how much may go', async () => {
    const { reader, fields } = await scene()
    assert.match((await reader.get(list)).text, /Aucun retrait programmé/)
    const wrong = await reader.send(form, { ...fields, password: 'faux' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /value="25 000"/)
    const made = await reader.send(form, fields)
    assert.equal(made.status, 303, made.text)
    const page = await reader.get(made.location ?? '')
    assert.match(page.text, /Chaque mois, le 5, à 8\u00A0h/)
    assert.match(page.text, /25\u202F000\u00A0F\u00A0CFA/)
    assert.match(page.text, /Actif/)
    assert.match((await reader.get(list)).text, /Loyer/)
  })

  it('say what is wrong at each field', async () => {
    const { reader, fields } = await scene()
    const empty = await reader.send(form, {
      ...fields,
      nom: '',
      montant: '12,5',
      compte: 'x',
      quand: 'monthly-32',
    })
    assert.equal(empty.status, 422)
    assertTells(
      empty,
      'Choisissez un compte autorisé',
      'Donnez un nom',
      'sans centimes',
      'Choisissez le jour',
    )
    const small = await reader.send(form, { ...fields, montant: '1' })
    assert.equal(small.status, 422)
    assert.match(small.text, /minimum/)
  })

  it('without a bound wait for another person, who sees them as they are', async () => {
    const { merchant, reader, fields } = await scene()
    const made = await reader.send(form, { ...fields, quoi: 'tout', reste: '100000' })
    const page = made.location ?? ''
    const own = await reader.get(page)
    assert.match(own.text, /À approuver/)
    assert.match(own.text, /Tout le disponible, sauf 100\u202F000\u00A0F\u00A0CFA/)
    assert.ok(!own.text.includes(`${page}/validation`))
    const refused = await reader.send(page, await versionOf(reader, page), `${page}/validation`)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /Un second membre/)
    const second = await testModeReader(service, merchant)
    const seen = await versionOf(second, page)
    await reader.send(`${page}/modification`, { ...fields, ...seen, quoi: 'tout' })
    const stale = await second.send(page, seen, `${page}/validation`)
    assert.equal(stale.status, 422)
    const approved = await second.send(page, await versionOf(second, page), `${page}/validation`)
    assert.equal(approved.status, 303, approved.text)
    assert.match((await second.get(page)).text, /Actif/)
  })

  it('are paused, resumed and ended, and are whose right it is alone', async () => {
    const { merchant, reader, fields } = await scene()
    const { location } = await reader.send(form, fields)
    const page = location ?? ''
    const does = async (act: string) =>
      reader.send(page, await versionOf(reader, page), `${page}/${act}`)
    assert.equal((await does('pause')).status, 303)
    assert.match((await reader.get(page)).text, /En pause/)
    assert.equal((await does('reprise')).status, 303)
    const developer = await testModeReader(service, merchant, 'developer')
    assert.equal((await developer.get(page)).status, 200)
    assert.equal((await developer.get(form)).status, 403)
    assert.equal((await developer.post(`${page}/pause`)).status, 403)
    assert.equal((await does('fin')).status, 303)
    assert.match((await reader.get(page)).text, /Terminé/)
    assert.equal((await does('reprise')).status, 409)
    await reader.post('/portail/service', { vers: merchant.live.serviceEnvId })
    assert.equal((await reader.get(page)).status, 404)
    assert.equal((await (await scene()).reader.get(page)).status, 404)
  })
})
