import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { cancelCheckout, createdCheckout, untilCheckout } from '#test/support/checkouts.ts'
import { goodPayer, PayerBrowser, wordsOf } from '#test/support/payer.ts'

describe('paying the QR code of a cash desk on its page', () => {
  const scene = givenCheckedScene()

  const make = async (changes: Readonly<Record<string, unknown>> = {}) => {
    const id = await createdCheckout(scene, scene.tenant.keys.terminal, changes)
    return { id, path: `/sandbox/pay/${id}` }
  }
  const until = (id: string, status: string) =>
    untilCheckout(scene, { key: scene.tenant.keys.terminal, id }, status)
  const browser = () => new PayerBrowser(scene)

  it('asks for a number alone, and leads to the receipt that the desk may print too', async () => {
    const { id, path } = await make({ description: 'Table 4' })
    const payer = browser()
    const page = await payer.get(path)
    assert.match(wordsOf(page), /Payer Boutique Essai Table 4 1 000 F CFA/)
    assert.doesNotMatch(page.text, /name="email"/)
    const { numero, operateur } = goodPayer()
    const sent = await payer.post(path, { ...page.form, numero, operateur })
    assert.equal(sent.status, 303)
    assert.match(wordsOf(await payer.untilEnded(sent.location)), /Payé \(test\)/)
    await until(id, 'succeeded')
    assert.equal((await payer.get(path)).location, sent.location)
    assert.match(wordsOf(await browser().get(path)), /Déjà payé/)
  })

  it('takes the same form sent twice at once for one payment', async () => {
    const { id, path } = await make()
    const payer = browser()
    const { form } = await payer.get(path)
    const sent = { ...form, ...goodPayer() }
    const answers = await Promise.all([1, 2, 3].map(() => payer.post(path, sent)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303])
    assert.equal(new Set(answers.map(({ location }) => location)).size, 1)
    const rows = await onPool(scene.service.database.pool).rows(
      'select from transaction where checkout_id = $1',
      [id],
    )
    assert.equal(rows.length, 1)
  })

  it('tells a second phone that the first is paying', async () => {
    const { path } = await make()
    const [one, two] = [browser(), browser()]
    const { form } = await two.get(path)
    const sent = await one.pay(path, goodPayer('0005'))
    assert.equal(sent.status, 303)
    const late = await two.post(path, { ...form, ...goodPayer() })
    assert.deepEqual([late.status, late.location], [303, path])
    assert.match(wordsOf(await two.get(path)), /depuis un autre téléphone/)
    assert.equal((await one.get(path)).location, sent.location)
  })

  it('is open again once a payment has failed, and says so', async () => {
    const { id, path } = await make()
    const payer = browser()
    const { location } = await payer.pay(path, goodPayer('0002'))
    assert.match(wordsOf(await payer.untilEnded(location)), /Paiement refusé.*Réessayer/)
    await until(id, 'open')
    const again = await payer.pay(path)
    assert.notEqual(again.location, location)
    await until(id, 'succeeded')
  })

  it('says that a code is cancelled', async () => {
    const { id, path } = await make()
    await cancelCheckout(scene, scene.tenant.keys.terminal, id)
    const page = await browser().get(path)
    assert.equal(page.status, 410)
    assert.match(wordsOf(page), /Paiement annulé/)
  })
})
