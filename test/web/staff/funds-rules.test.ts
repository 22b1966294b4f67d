import assert from 'node:assert/strict'
import type { FundsStatus } from '#domain/transactions/transaction.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { password } from '#test/support/people.ts'
import { createPortalMerchant, makePayment } from '#test/support/portal.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'

const rules = '/staff/regles-fonds'
const outcome = { status: 'succeeded', providerReference: 'r-1' } as const

describe('rules that hold funds of live payments', () => {
  const api = given(() => sharedApiAlone())
  let desk: DeskBrowser
  before(async () => {
    desk = await deskBrowser(api, 'supervisor')
  })

  type Shop = Awaited<ReturnType<typeof createPortalMerchant>>
  const newShop = () => createPortalMerchant(api.database)
  const pay = async (shop: Shop, mode: 'live' | 'test' = 'live') => {
    const reference = `R-${Math.random()}`
    const transactionId = await makePayment(api.database, shop[mode], { reference })
    const outbox = outboxOf(api.database)
    await settleTransaction(api.database, outbox, { transactionId, outcome })
    await outbox.drain()
    return transactionId
  }
  const fundsOf = async (shop: Shop, mode: 'live' | 'test' = 'live'): Promise<FundsStatus | null> =>
    (await readTransaction(api.database, await pay(shop, mode))).fundsStatus
  const make = (shop: Shop, fields: Readonly<Record<string, string>>) =>
    desk.send(`${rules}?marchand=${shop.merchantId}`, rules, {
      reason: 'Suspicion',
      password,
      ...fields,
    })

  for (const [fields, held, said] of [
    [{ kind: 'amount', amount: '12 500' }, 'held', /À partir de 12.500.F.CFA/],
    [{ kind: 'new_merchant', days: '30' }, 'held', /Marchand de moins de 30\u00A0jours/],
    [{ kind: 'operator', provider: 'mtn-benin' }, 'pending_confirmation', /MTN/],
  ] as const) {
    it(`by ${fields.kind}: payments of this merchant that meet it wait, until the rule is ended`, async () => {
      const [shop, other] = [await newShop(), await newShop()]
      assert.equal(await fundsOf(shop), 'available')
      assert.equal((await make(shop, fields)).location, rules)
      const { text } = await desk.get(rules)
      assert.match(text, said)
      assert.deepEqual(
        [await fundsOf(shop), await fundsOf(shop, 'test'), await fundsOf(other)],
        [held, 'available', 'available'],
      )
      const waiting = await desk.get(`/staff/fonds/${await pay(shop)}`)
      assert.match(waiting.text, /Retenu par une règle<\/dt><dd>Suspicion · Afi Mensah/)
      const ends = [...text.matchAll(new RegExp(`action="(${rules}/[^"]+/terminer)"`, 'g'))]
      const [, end = ''] = ends.at(-1) ?? []
      const field = `end-reason-${end.split('/')[3]}`
      const secretField = field.replace('reason', 'password')
      assert.equal((await desk.send(rules, end, { [field]: 'Vérifié' })).status, 422)
      assert.equal(await fundsOf(shop), held)
      const given = { [field]: 'Vérifié', [secretField]: password }
      assert.equal((await desk.send(rules, end, given)).location, rules)
      assert.equal(await fundsOf(shop), 'available')
      const [ended, made] = await actsOf(api.database, { member: desk.member, token: '' })
      assert.deepEqual([made?.act, ended?.act], ['funds_rule.make', 'funds_rule.end'])
    })
  }

  it('below the amount nothing waits', async () => {
    const shop = await newShop()
    await make(shop, { kind: 'amount', amount: '9999999' })
    assert.equal(await fundsOf(shop), 'available')
  })

  it('are refused in words where they say nothing, or too much, and to who may not decide', async () => {
    const shop = await newShop()
    const none = await make(shop, { kind: 'amount' })
    assert.equal(none.status, 422)
    assert.match(none.text, /Écrivez un montant en F CFA/)
    const much = await make(shop, { kind: 'amount', amount: '5000', days: '3' })
    assert.match(much.text, /Il va avec «\u00A0marchand récent\u00A0»/)
    const words = await make(shop, { kind: 'amount', amount: 'beaucoup' })
    assert.equal(words.status, 422)
    const wrong = await make(shop, { kind: 'amount', amount: '5000', password: 'pas celui-ci' })
    assert.match(wrong.text, /Le mot de passe est incorrect/)
    const agent = await deskBrowser(api, 'agent')
    assert.equal((await agent.post(rules, { kind: 'amount' })).status, 403)
    assert.equal(await fundsOf(shop), 'available')
  })

  it('are not all: a supervisor holds what is available, with a reason, and it waits in the queue', async () => {
    const shop = await newShop()
    const page = `/staff/fonds/${await pay(shop)}`
    const bare = await desk.send(page, `${page}/retenir`)
    assert.equal(bare.status, 422)
    const held = await desk.send(page, `${page}/retenir`, { withhold_reason: 'Plainte du payeur' })
    assert.equal(held.location, page)
    const waiting = await desk.get(page)
    assert.match(waiting.text, /Libérer les fonds/)
    assert.match(waiting.text, /Retenu par l’équipe<\/dt><dd>Plainte du payeur · Afi Mensah/)
    const payment = await readTransaction(api.database, shopPayment(page))
    assert.equal(payment.fundsStatus, 'held')
  })
})

function shopPayment(page: string) {
  return page.split('/').at(-1) as Parameters<typeof readTransaction>[1]
}
