import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { money } from '#domain/money/money.ts'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { createLink, freePrice } from '#test/support/payment-links.ts'
import { goodPayer, PayerBrowser, wordsOf } from '#test/support/payer.ts'
import { addTariff } from '#test/support/tariffs.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

const followed = /^\/sandbox\/pay\/[0-9a-f-]{36}\/[\w-]{40}$/

describe('paying on the page of a link, without a script', () => {
  const scene = givenCheckedScene()

  const linkOf = async (changes: Parameters<typeof createLink>[2] = {}) => {
    const link = await createLink(scene.service.database, scene.tenant, changes)
    return { link, path: `/sandbox/pay/${link.id}` }
  }
  const browser = () => new PayerBrowser(scene)
  const paymentsOf = (id: string) =>
    onPool(scene.service.database.pool).rows<{ phone: string; charged: string }>(
      `select phone, amount_charged::text as charged from transaction where payment_link_id = $1`,
      [id],
    )
  /** What the log must not hold besides. */
  const keep = (payer: Record<string, string>) => {
    for (const secret of [payer['numero'], payer['email'], `229${payer['numero']}`]) {
      if (secret) scene.keepSecret(secret)
    }
    return payer
  }

  it('leads from the form to the receipt, which the browser that paid has in full', async () => {
    const { path } = await linkOf({ successMessage: 'À samedi\u00A0!' })
    const payer = browser()
    const typed = keep(goodPayer())
    const sent = await payer.pay(path, typed)
    assert.equal(sent.status, 303)
    assert.match(sent.location, followed)
    const waiting = await payer.get(sent.location)
    assert.match(waiting.text, /<noscript><meta http-equiv="refresh" content="5"/)
    const paid = await payer.untilEnded(sent.location)
    assert.doesNotMatch(paid.text, /http-equiv/)
    const words = wordsOf(paid)
    for (const part of ['Payé (test)', '1 020 F CFA', 'Awa Dossou', 'À samedi', 'Reçu en PDF']) {
      assert.ok(words.includes(part), `${part}: ${words}`)
    }
    const others = wordsOf(await browser().get(sent.location))
    assert.ok(others.includes('Awa D.') && others.includes('•••• 1234'))
    assert.ok(!others.includes('Dossou') && !others.includes('Reçu en PDF'))
  })

  it('writes neither number, token nor e-mail into an address', async () => {
    const { path } = await linkOf()
    const payer = browser()
    const typed = keep(goodPayer())
    const { location } = await payer.pay(path, typed)
    const [token = ''] = payer.cookies.get('paiements')?.split('~').slice(1) ?? []
    scene.keepSecret(token)
    scene.keepSecret(location.split('/').at(-1) ?? '')
    const { text } = await payer.untilEnded(location)
    const addresses = [...text.matchAll(/(?:href|action|src|data-[a-z]+)="([^"]*)"/g)].join(' ')
    for (const secret of [typed['numero'], typed['email'], token]) {
      assert.ok(secret && !addresses.includes(secret) && !location.includes(secret))
    }
  })

  it('takes the same form sent twice, at once or after, for one payment', async () => {
    const { link, path } = await linkOf()
    const payer = browser()
    const { form } = await payer.get(path)
    const sent = { ...form, ...goodPayer() }
    const answers = await Promise.all([1, 2, 3, 4].map(() => payer.post(path, sent)))
    answers.push(await payer.post(path, sent))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [303])
    assert.equal(new Set(answers.map(({ location }) => location)).size, 1)
    assert.equal((await paymentsOf(link.id)).length, 1)
  })

  it('does not take a form that was changed after it was sent, and leads to what was sent', async () => {
    const { link, path } = await linkOf()
    const payer = browser()
    const { form } = await payer.get(path)
    const first = await payer.post(path, { ...form, ...goodPayer('0005') })
    const other = await payer.post(path, { ...form, ...goodPayer() })
    assert.equal(other.status, 409)
    assert.ok(other.text.includes(`href="${first.location}"`))
    assert.notEqual(other.form['cle'], form['cle'])
    const wanted = await payer.post(path, { ...other.form, ...goodPayer() })
    assert.equal(wanted.status, 303)
    assert.equal((await paymentsOf(link.id)).length, 2)
  })

  it('shows the exact total before it charges one that was not seen', async () => {
    const { link, path } = await linkOf(freePrice)
    const payer = browser()
    const shown = await payer.pay(path, { montant: '12 505', ...goodPayer() })
    assert.equal(shown.status, 200)
    assert.ok(wordsOf(shown).includes('Payer 12 755 F CFA'), wordsOf(shown))
    assert.doesNotMatch(wordsOf(shown), /Le total a changé/)
    assert.deepEqual(await paymentsOf(link.id), [])
    const back = await payer.post(path, { ...shown.form, etape: 'modifier' })
    assert.deepEqual([back.status, back.form['montant']], [200, '12 505'])
    const sent = await payer.post(path, shown.form)
    assert.equal(sent.status, 303)
    assert.deepEqual(
      (await paymentsOf(link.id)).map(({ charged }) => charged),
      ['12755'],
    )
  })

  it('shows the new total where fees have moved since the page was opened', async () => {
    const tenant = await createTenant(scene.service.database)
    const link = await createLink(scene.service.database, tenant, { price: money(1000n, 'XOF') })
    const path = `/sandbox/pay/${link.id}`
    const payer = browser()
    const { form } = await payer.get(path)
    await addTariff(scene.service.database, tenant, {
      level: 'service',
      kind: 'fixed',
      value: '100',
      payer: 'customer',
    })
    const shown = await payer.post(path, { ...form, ...goodPayer() })
    assert.deepEqual([shown.status, shown.form['total']], [200, 'XOF1100'])
    assert.match(wordsOf(shown), /Le total a changé Ce n’est plus celui que vous avez vu/)
    assert.deepEqual(await paymentsOf(link.id), [])
    assert.equal((await payer.post(path, shown.form)).status, 303)
  })

  it('tells the total of each operator where they charge differently', async () => {
    const tenant = await createTenant(scene.service.database)
    const link = await createLink(scene.service.database, tenant, { price: money(1000n, 'XOF') })
    const fee = { level: 'service', kind: 'fixed', payer: 'customer' } as const
    await addTariff(scene.service.database, tenant, { ...fee, value: '50', provider: 'moov-benin' })
    const page = await browser().get(`/sandbox/pay/${link.id}`)
    assert.ok(wordsOf(page).includes('Moov Money Total : 1 050 F CFA'), wordsOf(page))
    assert.match(page.text, /data-method="mtn-benin" data-total="XOF1020"/)
    assert.equal(page.form['total'], '')
  })

  it('reads a number however it is written, and finds its operator', async () => {
    const { link, path } = await linkOf()
    const digits = freshPhone().slice(5)
    for (const numero of [
      `01${digits}`,
      `229 01 ${digits}`,
      `+229${digits}`,
      `00229 01${digits}`,
      `${digits.slice(0, 4)}-${digits.slice(4)}`,
      `01.${digits.slice(0, 2)}.${digits.slice(2)}`,
    ]) {
      const sent = await browser().pay(path, keep({ ...goodPayer(), numero, operateur: '' }))
      assert.equal(sent.status, 303, numero)
    }
    const phones = (await paymentsOf(link.id)).map(({ phone }) => phone)
    assert.deepEqual([...new Set(phones)], [`22901${digits}`])
  })

  it('says of a number from abroad that it cannot pay here, rather than asks for its operator', async () => {
    const { link, path } = await linkOf()
    const told = await browser().pay(path, {
      ...goodPayer(),
      numero: '+221771234567',
      operateur: '',
    })
    assert.equal(told.status, 422)
    assert.match(wordsOf(told), /Les numéros de ce pays ne peuvent pas payer ici/)
    assert.doesNotMatch(wordsOf(told), /ce numéro ne nous le dit pas/)
    assert.deepEqual(await paymentsOf(link.id), [])
  })

  it('asks the questions of the merchant and keeps the answers with the payment', async () => {
    const { link, path } = await linkOf({
      customFields: [
        { key: 'taille', label: 'Taille', type: 'text', required: true },
        { key: 'jour', label: 'Jour de retrait', type: 'date', required: false },
      ],
    })
    const payer = browser()
    const refused = await payer.pay(path)
    assert.equal(refused.status, 422)
    assert.ok(wordsOf(refused).includes('Répondez à cette question.'))
    const sent = await payer.post(path, {
      ...refused.form,
      operateur: 'mtn-benin',
      question_taille: 'XL',
      question_jour: '2026-12-01',
    })
    assert.equal(sent.status, 303)
    const [row] = await onPool(scene.service.database.pool).rows<{ metadata: object }>(
      'select metadata::jsonb as metadata from transaction where payment_link_id = $1',
      [link.id],
    )
    assert.deepEqual(row?.metadata, { taille: 'XL', jour: '2026-12-01' })
  })

  it('lets one of two phones pay a link of one use; the other is told, and told again once it is paid', async () => {
    const { link, path } = await linkOf({ maxPayments: 1 })
    const [one, two] = [browser(), browser()]
    const [first, second] = [await one.get(path), await two.get(path)]
    const sent = await one.post(path, { ...first.form, ...goodPayer('0005') })
    assert.equal(sent.status, 303)
    const late = await two.post(path, { ...second.form, ...goodPayer() })
    assert.deepEqual([late.status, late.location], [303, path])
    const told = await two.get(path)
    assert.deepEqual([told.status, told.headers.get('Refresh')], [409, '10'])
    assert.ok(wordsOf(told).includes('depuis un autre téléphone'))
    const back = await one.get(path)
    assert.deepEqual([back.status, back.location], [303, sent.location])
    assert.equal((await paymentsOf(link.id)).length, 1)
  })
})
