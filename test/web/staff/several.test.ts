import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { StaffRole } from '#domain/people/staff-roles.ts'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { createMerchant } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { outboxTo } from '#test/support/orders.ts'
import { acceptedTransfer, createBankTenant } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskBrowser, deskBrowser, type Fields } from '#test/support/staff-pages.ts'
import { lateDebit, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

const queue = '/staff/fonds'
const reason = 'relevé du 21 novembre'

describe('several items of a queue, decided in one act', () => {
  const scene = givenCheckedScene()
  const books = () => {
    const { database, temporal: client } = scene.service
    return { database, outbox: outboxTo({ database, client }) }
  }
  const shop = given(() => createMerchant(books()))

  const at = (role: StaffRole) => deskBrowser(scene.service, role)
  const logOf = async ({ member }: DeskBrowser) =>
    (await actsOf(scene.service.database, { member, token: '' })).map(
      ({ act, outcome }) => `${act} ${outcome}`,
    )
  const funds = (state: 'held' | 'pending_confirmation', many: number) =>
    Promise.all(Array.from({ length: many }, () => paidCollection(books(), shop, { funds: state })))
  /** Ticks rows, and opens the page that names them. */
  const review = async (desk: DeskBrowser, path: string, ids: readonly string[]) => {
    const { location } = await desk.post(path, { choix: ids })
    const page = location ?? assert.fail('no page names what was ticked')
    const { text } = await desk.get(page)
    return { text, page, form: formOf(text) }
  }
  const statusOf = async (id: string): Promise<unknown> => {
    const { rows } = await scene.service.database.pool.query<{ funds_status: string }>(
      'select funds_status from transaction where id = $1',
      [id],
    )
    return rows[0]?.funds_status
  }

  it('are ticked in the list by who may, and named with their amounts and total before', async () => {
    const [agent, supervisor] = [await at('agent'), await at('supervisor')]
    const ids = [...(await funds('pending_confirmation', 2)), ...(await funds('held', 1))]
    const shown = (await agent.get(queue)).text
    for (const id of ids) assert.match(shown, new RegExp(`name="choix" value="${id}"`))
    assert.match(shown, /formaction="\/staff\/fonds\/a-confirmer"/i)
    assert.doesNotMatch(shown, /a-liberer|a-conserver/)
    assert.match((await supervisor.get(`${queue}?vue=held`)).text, /a-liberer.*a-conserver/s)
    const { text } = await review(agent, `${queue}/a-confirmer`, ids)
    assert.match(text, /Total, 2\slignes \(test\)<.*?>2\s000\s</s)
    assert.match(text, /Laissés de côté.*Ces fonds n’attendent pas cette décision-là/s)
    assert.match(text, /Confirmer la réception \(2\)/)
    assert.equal((await agent.post(`${queue}/a-liberer`, { choix: ids })).status, 403)
    assert.equal((await agent.post(`${queue}/a-confirmer`)).location, queue)
    assert.match((await agent.get(queue)).text, /Cochez d’abord des lignes/)
  })

  it('are called by who paid and by the merchant’s reference, in the list, before and after the decision', async () => {
    const [asker, desk] = [await at('agent'), await at('supervisor')]
    const held = [
      await paidCollection(books(), shop, { funds: 'held', reference: 'TABLE-12' }),
      await paidCollection(books(), shop, { funds: 'held' }),
    ]
    const asked = { transactionId: await paidCollection(books(), shop), amount: 400n }
    const refund = await refundOf(books(), shop, asked)
    const tenant = await createBankTenant(scene.service.database)
    const transfer = await acceptedTransfer(scene.service, tenant, { amount: 20_000 })
    const cases = {
      [`${queue}/a-liberer`]: held,
      '/staff/debits-tardifs/a-rembourser': [await lateDebit(books())],
      '/staff/remboursements/a-approuver': [refund.id],
      '/staff/virements/a-prendre': [transfer],
    }
    for (const [path, ids] of Object.entries(cases)) {
      const by = path.includes('debits') ? asker : desk
      const { form, text } = await review(by, path, ids)
      const after = (await by.post(form.action, { ...form.fields, reason, password })).text
      const list = (await by.get(path.slice(0, path.lastIndexOf('/')))).text
      for (const page of [list, text, after]) assert.deepEqual(namesOfIds(page), [], path)
      if (ids !== held) continue
      for (const page of [text, after]) {
        assert.match(page, />Awa D\. · TABLE-12</)
        assert.match(page, />Awa D\. · \+229 \d\d •••• \d{4}</)
      }
    }
  })

  it('are done one by one with one password, each with its line; twice is once', async () => {
    const desk = await at('agent')
    const ids = await funds('pending_confirmation', 8)
    const { form } = await review(desk, `${queue}/a-confirmer`, ids)
    const silent = await desk.post(form.action, { ...form.fields, password })
    assert.match(silent.text, /href="#champ-reason">Écrivez pourquoi/)
    const wrong = await desk.post(form.action, { ...form.fields, reason, password: 'pas celui-ci' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /Le mot de passe est incorrect/)
    assert.deepEqual(await logOf(desk), ['funds.confirm wrong_password'])
    assert.equal(await statusOf(ids[0] ?? ''), 'pending_confirmation')
    const fields = { ...form.fields, reason, password }
    const twice = await Promise.all([1, 2].map(() => desk.post(form.action, fields)))
    for (const { status, text } of twice) {
      assert.equal(status, 200)
      assert.equal(text.split(/>(?:Confirmé|Déjà fait)<\/span>/).length - 1, ids.length)
    }
    for (const id of ids) assert.equal(await statusOf(id), 'available')
    const done = (await logOf(desk)).filter((line) => line === 'funds.confirm done')
    assert.equal(done.length, ids.length)
    const { rows } = await scene.service.database.pool.query(
      'select transaction_id from funds_act where transaction_id = any($1) and applied_at is not null',
      [ids],
    )
    assert.equal(rows.length, ids.length)
    const later = await desk.post(form.action, fields)
    assert.equal(later.text.split('>Déjà fait</span>').length - 1, ids.length)
  })

  it('tell of each what became of it: somebody else was first with one, the others are done', async () => {
    const [desk, other] = [await at('supervisor'), await at('supervisor')]
    const ids = await funds('held', 3)
    const [first = '', ...rest] = ids
    const { form, text } = await review(desk, `${queue}/a-conserver`, ids)
    assert.doesNotMatch(text, /type="password"/)
    const page = `${queue}/${first}`
    await other.send(page, `${page}/liberer`, { reason, password })
    const told = await desk.post(form.action, { ...form.fields, reason })
    assert.match(told.text, /Conservé\u00A0: 2 sur 3/)
    assert.match(told.text, /Refusé<\/span>.*La situation a changé/s)
    assert.equal(await statusOf(first), 'available')
    for (const id of rest) assert.equal(await statusOf(id), 'withheld')
    assert.deepEqual(await logOf(desk), ['funds.withhold done', 'funds.withhold done'])
  })

  it('are exactly those that the page named, and nothing else is taken', async () => {
    const desk = await at('agent')
    const [one = '', two = ''] = await funds('pending_confirmation', 2)
    const { form } = await review(desk, `${queue}/a-confirmer`, [one])
    const more = { ...form.fields, choix: [one, two], [`vu-${two}`]: 'pending_confirmation' }
    assert.equal((await desk.post(form.action, { ...more, reason, password })).status, 400)
    assert.equal(await statusOf(two), 'pending_confirmation')
    for (const choix of [randomUUID(), "' or 1=1", 'x'.repeat(1_000)])
      assert.equal(
        (await desk.get(`${queue}/a-confirmer?${new URLSearchParams({ choix })}`)).status,
        404,
      )
    const many = Array.from({ length: 120 }, () => one)
    assert.match(
      (await review(desk, `${queue}/a-confirmer`, many)).text,
      /Confirmer la réception \(1\)/,
    )
  })

  it('a late debit that somebody asks to give back is approved by somebody else, several at once too', async () => {
    const [asker, other] = [await at('agent'), await at('agent')]
    const late = [await lateDebit(books()), await lateDebit(books())]
    const asked = await review(asker, '/staff/debits-tardifs/a-rembourser', late)
    const told = await asker.post(asked.form.action, asked.form.fields)
    assert.match(told.text, /Demandé\u00A0: 2 sur 2/)
    const { rows } = await scene.service.database.pool.query<{ id: string }>(
      'select id from refund where transaction_id = any($1)',
      [late],
    )
    const refunds = rows.map(({ id }) => id)
    const approve = '/staff/remboursements/a-approuver'
    const own = await review(asker, approve, refunds)
    assert.match(own.text, /Vous avez demandé ce remboursement/)
    assert.doesNotMatch(own.text, /type="password"/)
    const approval = await review(other, approve, refunds)
    const { action, fields } = approval.form
    const { csrf_token: _another, ...named } = fields
    const forged = await asker.post(action, { ...named, password })
    assert.match(forged.text, /Une autre personne doit approuver/)
    const approved = await other.post(action, { ...fields, password })
    assert.match(approved.text, /Approuvé\u00A0: 2 sur 2/)
  })

  it('a refund of a large amount needs its second person, however many are ticked', async () => {
    const [first, second] = [await at('agent'), await at('supervisor')]
    const transactionId = await paidCollection(books(), shop)
    const { id } = await refundOf(books(), shop, {
      transactionId,
      amount: 400n,
      approvalAbove: 100n,
    })
    const path = '/staff/remboursements/a-approuver'
    const { form } = await review(first, path, [id])
    await first.post(form.action, { ...form.fields, password })
    assert.match((await review(first, path, [id])).text, /Vous avez déjà approuvé/)
    const again = await first.post(form.action, { ...form.fields, password })
    assert.match(again.text, />Déjà fait<\/span>/)
    const last = await review(second, path, [id])
    const done = await second.post(last.form.action, { ...last.form.fields, password })
    assert.match(done.text, /Approuvé\u00A0: 1 sur 1/)
  })

  it('transfers are taken together', async () => {
    const desk = await at('agent')
    const tenant = await createBankTenant(scene.service.database)
    const ids = [
      await acceptedTransfer(scene.service, tenant, { amount: 20_000 }),
      await acceptedTransfer(scene.service, tenant, { amount: 30_000 }),
    ]
    assert.match((await desk.get('/staff/virements')).text, new RegExp(`value="${ids[0]}"`))
    const { form } = await review(desk, '/staff/virements/a-prendre', ids)
    const told = await desk.post(form.action, form.fields)
    assert.match(told.text, /Pris en charge\u00A0: 2 sur 2/)
    assert.match((await desk.get('/staff/virements')).text, /par Afi Mensah/)
  })
})

/** Links and checkboxes that are called by an id. */
function namesOfIds(text: string): string[] {
  const names = text.matchAll(/<a [^>]*>([^<]*)<\/a>|aria-label="Choisir ([^"]*)"/g)
  return [...names].map(([, link, pick]) => link ?? pick ?? '').filter((name) => isId.test(name))
}

const isId = /^[0-9a-f]{8}-?[0-9a-f]{4}/

/** The form that decides: where it goes, and its hidden fields, several of one name included. */
function formOf(text: string): { readonly action: string; readonly fields: Fields } {
  const [, action = '', inner = ''] =
    /<form action="(\/staff\/[a-z-]+\/[a-z]+\/[\w-]{43})" method="post"[^>]*>(.*?)<\/form>/s.exec(
      text,
    ) ?? []
  const fields: Record<string, string[]> = {}
  for (const [, name = '', value = ''] of inner.matchAll(
    /type="hidden" name="([^"]+)" value="([^"]*)"/g,
  ))
    (fields[name] ??= []).push(value)
  return { action, fields }
}
