import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lateDebit, paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'
import { createMerchant } from '#test/support/books.ts'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { outboxTo } from '#test/support/orders.ts'
import { createBankTenant, acceptedTransfer } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'
import { tellStaff } from '#use-cases/notices/tell-staff.ts'
import { noteMended } from '#use-cases/runs/attention.ts'
import { askingRun } from '#test/support/asking-run.ts'
import { workflowId } from '#workflows/contract.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'

describe('acts of the staff, by the pages of the desk', () => {
  const scene = givenCheckedScene()
  const tenant = given(() => createBankTenant(scene.service.database))

  const at = (role: StaffRole) => deskBrowser(scene.service, role)
  const transfer = async (amount = 20_000) => {
    const id = await acceptedTransfer(scene.service, tenant, { amount })
    return `/staff/virements/${id}`
  }
  const today = new Date().toISOString().slice(0, 10)
  const made = { bank_reference: 'VIR/2026/118', transfer_on: today, password }
  const logOf = async ({ member }: DeskBrowser) =>
    (await actsOf(scene.service.database, { member, token: '' })).map(
      ({ act, outcome }) => `${act} ${outcome}`,
    )
  const books = () => {
    const { database, temporal: client } = scene.service
    return { database, outbox: outboxTo({ database, client }) }
  }

  it('a transfer is taken and confirmed with the bank’s reference, in as many steps, each in the audit log', async () => {
    const desk = await at('agent')
    const page = await transfer()
    const taken = await desk.send(page, `${page}/prendre`)
    assert.deepEqual([taken.status, taken.location], [303, page])
    assert.match((await desk.get(page)).text, /Vous avez pris ce virement en charge/)
    const done = await desk.send(page, `${page}/vire`, made)
    assert.deepEqual([done.status, done.location], [303, page])
    const { text } = await desk.get(page)
    assert.match(text, /Viré<\/span>/)
    assert.match(text, /VIR\/2026\/118/)
    assert.doesNotMatch(text, /Refuser/)
    assert.deepEqual(await logOf(desk), [
      'bank_transfer.mark_transferred done',
      'bank_transfer.take done',
    ])
  })

  it('a reference that another transfer has is told before it is confirmed, with a box to tick', async () => {
    const desk = await at('agent')
    const [first, second] = [await transfer(), await transfer()]
    const same = { ...made, bank_reference: 'VIR/2026/LOT' }
    for (const page of [first, second]) await desk.send(page, `${page}/prendre`)
    assert.equal((await desk.send(first, `${first}/vire`, same)).status, 303)
    assert.doesNotMatch((await desk.get(second)).text, /same_reference/)
    const refused = await desk.send(second, `${second}/vire`, same)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /Un autre virement a déjà cette référence/)
    const [, other = ''] = refused.text.split(`<a href="${first}">`)
    assert.match(other, /^Maison Essai · BJ••••0042<\/a>, .*20.000.*F/)
    assert.match(refused.text, /name="same_reference" value="confirmed"/)
    const done = await desk.send(second, `${second}/vire`, { ...same, same_reference: 'confirmed' })
    assert.deepEqual([done.status, done.location], [303, second])
  })

  it('lets no money go without the password, keeps what was typed, and closes after five wrong ones', async () => {
    const desk = await at('agent')
    const page = await transfer()
    await desk.send(page, `${page}/prendre`)
    for (let tried = 0; tried < 5; tried += 1) {
      const wrong = await desk.send(page, `${page}/vire`, { ...made, password: 'pas celui-ci' })
      assert.equal(wrong.status, 422)
      assert.match(wrong.text, /Le mot de passe est incorrect/)
      assert.match(wrong.text, /value="VIR\/2026\/118"/)
      assert.doesNotMatch(wrong.text, /pas celui-ci/)
    }
    const closed = await desk.send(page, `${page}/vire`, made)
    assert.equal(closed.status, 422)
    assert.match(closed.text, /Trop de tentatives/)
    assert.ok(Number(closed.headers.get('Retry-After')) > 0)
    const outcomes = await logOf(desk)
    assert.equal(outcomes[0], 'bank_transfer.mark_transferred too_many_attempts')
    assert.equal(outcomes[1], 'bank_transfer.mark_transferred wrong_password')
    assert.match((await desk.get(page)).text, /En cours<\/span>/)
  })

  it('says at each field what is wrong with it, and orders nothing', async () => {
    const desk = await at('agent')
    const page = await transfer()
    await desk.send(page, `${page}/prendre`)
    const bad = { bank_reference: ' ', transfer_on: '2020-02-30', password }
    const refused = await desk.send(page, `${page}/vire`, bad)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /href="#champ-bank_reference">Écrivez la référence/)
    const future = await desk.send(page, `${page}/vire`, { ...made, transfer_on: '2031-01-01' })
    assert.match(future.text, /href="#champ-transfer_on">Choisissez le jour/)
    const silent = await desk.send(page, `${page}/rejeter`)
    assert.match(silent.text, /href="#champ-reason">Écrivez pourquoi/)
    assert.deepEqual(await logOf(desk), ['bank_transfer.take done'])
  })

  it('a page that was overtaken does nothing, says so, and shows who was first', async () => {
    const [first, late] = [
      await deskBrowser(scene.service, 'agent', 'Sena Dossou'),
      await at('agent'),
    ]
    const page = await transfer()
    const { text: stale } = await late.get(page)
    await first.send(page, `${page}/prendre`)
    const refused = await late.sendShown(stale, `${page}/prendre`)
    assert.equal(refused.status, 409)
    assert.match(refused.text, /Rien n’a été fait/)
    assert.match(refused.text, /Sena Dossou/)
    assert.deepEqual(await logOf(late), [])
    const vu = /name="vu" value="([^"]+)"/.exec(refused.text)?.[1] ?? ''
    const forged = await late.post(`${page}/prendre`, { vu })
    assert.equal(forged.status, 409)
    assert.match(forged.text, /plus possible dans l’état actuel/)
    assert.deepEqual(await logOf(late), ['bank_transfer.take action_not_allowed'])
  })

  it('of two who take it at once one has it, and the other reads why not', async () => {
    const page = await transfer()
    const desks = [await at('agent'), await at('agent')]
    const shown = await Promise.all(desks.map((desk) => desk.get(page)))
    const answers = await Promise.all(
      desks.map((desk, at) => desk.sendShown(shown[at]?.text ?? '', `${page}/prendre`)),
    )
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['303', '409'])
    assert.match(answers.find(({ status }) => status === 409)?.text ?? '', /Rien n’a été fait/)
  })

  it('a large transfer is approved by a supervisor who did not take it, with their password', async () => {
    const [taker, other] = [await at('supervisor'), await at('supervisor')]
    const page = await transfer(5_000_000)
    await taker.send(page, `${page}/prendre`)
    const own = await taker.get(page)
    assert.match(own.text, /un superviseur, autre que vous, doit l’approuver/)
    assert.doesNotMatch(own.text, /\/approuver"/)
    const vu = /name="vu" value="([^"]+)"/.exec(own.text)?.[1] ?? ''
    const forged = await taker.post(`${page}/approuver`, { vu, password })
    assert.equal(forged.status, 409)
    assert.match(forged.text, /Une autre personne doit approuver cette opération/)
    const early = await taker.post(`${page}/vire`, { vu, ...made })
    assert.match(early.text, /Un second membre de l’équipe doit d’abord approuver/)
    const unsure = await other.send(page, `${page}/approuver`, { password: 'faux' })
    assert.equal(unsure.status, 422)
    const approved = await other.send(page, `${page}/approuver`, { password })
    assert.equal(approved.status, 303)
    assert.equal(
      (await taker.send(page, `${page}/vire`, { ...made, bank_reference: 'VIR/2026/120' })).status,
      303,
    )
  })

  it('shows a whole account number to who makes transfers alone, and writes down who read it', async () => {
    const [agent, administrator] = [await at('agent'), await at('administrator')]
    const page = await transfer()
    assert.doesNotMatch((await agent.get(page)).text, /BJ066\d+/)
    const shown = await agent.send(page, `${page}/compte`)
    assert.equal(shown.status, 200)
    assert.match(shown.text, /BJ066\d+0042/)
    assert.deepEqual(await logOf(agent), ['bank_transfer.read_account done'])
    assert.doesNotMatch(
      (await administrator.get(page)).text,
      /Afficher le numéro|Prendre en charge/,
    )
    for (const verb of ['compte', 'prendre', 'vire', 'rejeter', 'approuver'])
      assert.equal((await administrator.post(`${page}/${verb}`, { password })).status, 403, verb)
    assert.equal((await agent.post(`${page}/approuver`, { password })).status, 403)
    assert.deepEqual(await logOf(administrator), [])
  })

  it('a notice is seen to once, by who works at the queues, and stands no longer on the first page', async () => {
    const [agent, other] = [await at('agent'), await at('supervisor')]
    const page = await transfer()
    const transactionId = asId<TransactionId>(page.slice(-36))
    await tellStaff(scene.service.database, { transactionId, kind: 'transfer_waiting', number: 1 })
    const { text } = await agent.get('/staff')
    const [, action = ''] = /<form action="(\/staff\/avis\/\d+\/vu)"/.exec(text) ?? []
    assert.match(text, new RegExp(`<a href="${page}">Maison E\\.</a>`))
    assert.notEqual(action, '')
    assert.equal((await agent.send('/staff', action)).status, 303)
    assert.ok(!(await other.get('/staff')).text.includes(page))
    assert.equal((await other.post(action)).status, 409)
    assert.equal((await (await at('administrator')).post(action)).status, 403)
    assert.equal((await other.post('/staff/avis/x/vu')).status, 404)
  })

  it('a run that asks for attention is told to look again by overseers, and its button goes once it is mended', async () => {
    const { database } = scene.service
    const run = workflowId('collection', randomUUID())
    const id = await askingRun(database, run)
    const [agent, supervisor] = [await at('agent'), await at('supervisor')]
    const action = `/staff/avis/${id}/reprendre`
    const { text } = await supervisor.get('/staff')
    assert.ok(text.includes(run) && text.includes('attend une réparation') && text.includes(action))
    assert.ok(!(await agent.get('/staff')).text.includes(action))
    assert.equal((await agent.post(action)).status, 403)
    assert.equal((await supervisor.send('/staff', action)).status, 303)
    await noteMended(database, { workflowId: run })
    const mended = (await supervisor.get('/staff')).text
    assert.ok(mended.includes('a repris') && !mended.includes(action))
    assert.equal((await supervisor.post(action)).status, 409)
    assert.equal((await supervisor.post('/staff/avis/x/reprendre')).status, 404)
    assert.deepEqual(await logOf(supervisor), ['run.look_again done'])
  })

  it('takes no form without the token of its pages, nor from another site', async () => {
    const desk = await at('agent')
    const page = await transfer()
    const missing = await desk.send(page, `${page}/prendre`, { csrf_token: 'autre' })
    assert.equal(missing.status, 403)
    const [[name = '', value = ''] = []] = desk.cookies
    const elsewhere = await fetch(`${scene.baseUrl}${page}/prendre`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: `${name}=${value}`, 'Sec-Fetch-Site': 'cross-site' },
      body: new URLSearchParams({}),
    })
    assert.equal(elsewhere.status, 403)
    assert.match((await desk.get(page)).text, /À prendre<\/span>/)
  })

  it('a refund of a large amount is approved by two, each from what they saw', async () => {
    const merchant = await createMerchant(books())
    const transactionId = await paidCollection(books(), merchant)
    const wish = { transactionId, amount: 400n, approvalAbove: 100n }
    const { id } = await refundOf(books(), merchant, wish)
    const page = `/staff/remboursements/${id}`
    const [first, second] = [await at('agent'), await at('agent')]
    const { text: stale } = await second.get(page)
    assert.equal((await first.send(page, `${page}/approuver`, { password })).status, 303)
    assert.match((await first.get(page)).text, /Vous avez déjà approuvé/)
    const overtaken = await second.sendShown(stale, `${page}/approuver`, { password })
    assert.equal(overtaken.status, 409)
    assert.equal((await second.send(page, `${page}/approuver`, { password })).status, 303)
    await eventually(async () => {
      const { text } = await second.get(page)
      return !/À décider<\/span>/.test(text)
    })
  })

  it('a late debit is asked to be given back by one, and approved by another', async () => {
    const id = await lateDebit(books())
    const page = `/staff/debits-tardifs/${id}`
    const [asker, other] = [await at('agent'), await at('supervisor')]
    assert.equal((await asker.send(page, `${page}/rembourser`)).status, 303)
    const { text } = await asker.get(page)
    const refund = /\/staff\/remboursements\/[0-9a-f-]{36}/.exec(text)?.[0] ?? ''
    assert.match((await asker.get(refund)).text, /une autre personne doit l’approuver/)
    const again = await asker.post(`${page}/rembourser`)
    assert.equal(again.status, 409)
    assert.match(again.text, /Rien n’a été fait/)
    assert.equal((await other.send(refund, `${refund}/approuver`, { password })).status, 303)
  })

  it('funds are confirmed, released or kept, for a reason, by who may', async () => {
    const merchant = await createMerchant(books())
    const [agent, supervisor] = [await at('agent'), await at('supervisor')]
    const reason = 'relevé du 21 novembre'
    const funds = async (state: 'held' | 'pending_confirmation') =>
      `/staff/fonds/${await paidCollection(books(), merchant, { funds: state })}`
    const received = await funds('pending_confirmation')
    const silent = await agent.send(received, `${received}/confirmer`, { password })
    assert.match(silent.text, /href="#champ-reason">Écrivez pourquoi/)
    const confirmed = await agent.send(received, `${received}/confirmer`, { reason, password })
    assert.equal(confirmed.status, 303)
    assert.match((await agent.get(received)).text, /Disponibles<\/span>/)
    const held = await funds('held')
    const { text: seen } = await agent.get(held)
    assert.doesNotMatch(seen, /Libérer/)
    assert.match(seen, /Pourquoi<\/dt><dd>Le numéro de test du payeur/)
    assert.equal(
      (await agent.post(`${held}/liberer`, { reason, password, vu: 'held' })).status,
      403,
    )
    const released = await supervisor.send(held, `${held}/liberer`, { reason, password })
    assert.equal(released.status, 303)
    const doubtful = await funds('held')
    const kept = await supervisor.send(doubtful, `${doubtful}/conserver`, {
      withhold_reason: reason,
    })
    assert.equal(kept.status, 303)
    assert.match((await supervisor.get(doubtful)).text, /Conservés<\/span>/)
  })
})
