import assert from 'node:assert/strict'
import { disablePerson } from '#use-cases/people/manage.ts'
import { onPool } from '#db/sql.ts'
import { givenCheckedScene } from '#test/support/api-scene.ts'
import { createMerchant } from '#test/support/books.ts'
import { given } from '#test/support/given.ts'
import { outboxTo } from '#test/support/orders.ts'
import { acceptedTransfer, createBankTenant } from '#test/support/payouts.ts'
import { cause, createStaffMember, loggedIn, password } from '#test/support/people.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'
import { sessionCookie } from '#web/http/session-guard.ts'
import { paidCollection, refundOf } from '#test/use-cases/refunds/refunds.ts'

const reason = 'doublon, vu avec le marchand'

describe('a page of the desk that time has overtaken', () => {
  const scene = givenCheckedScene()
  const books = () => {
    const { database, temporal: client } = scene.service
    return { database, outbox: outboxTo({ database, client }) }
  }
  const shop = given(() => createMerchant(books()))
  const tenant = given(() => createBankTenant(scene.service.database))

  const newRefund = async () => {
    const transactionId = await paidCollection(books(), shop)
    const { id } = await refundOf(books(), shop, { transactionId, amount: 400n })
    return { id, page: `/staff/remboursements/${id}` }
  }
  const statusOf = async (id: string) => {
    const { pool } = scene.service.database
    const text = 'select status from refund where id = $1'
    return (await onPool(pool).one<{ status: string }>(text, [id])).status
  }
  const logOf = async ({ member }: DeskBrowser) =>
    (await actsOf(scene.service.database, { member, token: '' })).map(
      ({ act, outcome }) => `${act} ${outcome}`,
    )

  it('of somebody whose account was closed meanwhile approves nothing, alone or ticked with others', async () => {
    const { database } = scene.service
    const desk = await deskBrowser(scene.service, 'supervisor')
    const admin = await createStaffMember(database, 'administrator')
    const { id, page } = await newRefund()
    const { text: shown } = await desk.get(page)
    const { location } = await desk.post('/staff/remboursements/a-approuver', { choix: [id] })
    const { text: several } = await desk.get(location ?? '')
    const [, action = ''] = /<form action="(\/staff\/remboursements\/[^"]*)"/.exec(several) ?? []
    assert.ok(action.includes('approuver'), action)
    await disablePerson(database, {
      realm: 'staff',
      manager: admin,
      id: desk.member.id,
      cause: cause('départ'),
    })
    const answers = [
      await desk.sendShown(shown, `${page}/approuver`, { password }),
      await desk.sendShown(several, action.replaceAll('&amp;', '&'), { password }),
    ]
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.location], [303, '/staff/connexion'])
    assert.equal(await statusOf(id), 'pending')
    assert.deepEqual(await logOf(desk), [])
  })

  it('asks for what one of two contradicting acts at once has already done: a refund is approved or refused, a transfer confirmed or refused', async () => {
    const desks = [
      await deskBrowser(scene.service, 'supervisor'),
      await deskBrowser(scene.service, 'supervisor'),
    ] as const
    const [one, other] = desks
    for (let round = 0; round < 4; round += 1) {
      const { id, page } = await newRefund()
      const shown = [await one.get(page), await other.get(page)] as const
      const answers = await Promise.all([
        one.sendShown(shown[0].text, `${page}/approuver`, { password }),
        other.sendShown(shown[1].text, `${page}/rejeter`, { reason, password }),
      ])
      assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['303', '409'])
      const isApproved = answers[0].status === 303
      assert.equal((await statusOf(id)) === 'rejected', !isApproved)
    }
    const id = await acceptedTransfer(scene.service, tenant, { amount: 20_000 })
    const page = `/staff/virements/${id}`
    await one.send(page, `${page}/prendre`)
    const shown = [await one.get(page), await one.get(page)] as const
    const made = {
      bank_reference: 'VIR/2026/901',
      transfer_on: new Date().toISOString().slice(0, 10),
      password,
    }
    const answers = await Promise.all([
      one.sendShown(shown[0].text, `${page}/vire`, made),
      one.sendShown(shown[1].text, `${page}/rejeter`, { reason, password }),
    ])
    assert.deepEqual(answers.map(({ status }) => `${status}`).toSorted(), ['303', '409'])
  })

  it('from yesterday does nothing without a log-in, and after it what was meant then is asked again', async () => {
    const { database } = scene.service
    const desk = await deskBrowser(scene.service, 'supervisor')
    const { id, page } = await newRefund()
    const { text: yesterday } = await desk.get(page)
    await onPool(database.pool).rows(
      `update person_session set created_at = created_at - interval '1 day', last_seen_at = last_seen_at - interval '1 day',
         expires_at = expires_at - interval '1 day' where person_id = $1`,
      [desk.member.id],
    )
    const late = await desk.sendShown(yesterday, `${page}/approuver`, { password })
    assert.match(late.location ?? '', /^\/staff\/connexion/)
    assert.equal(await statusOf(id), 'pending')
    const { name, value } = sessionCookie(await loggedIn(database, 'staff', desk.member))
    desk.cookies.set(name, value)
    const again = await desk.sendShown(yesterday, `${page}/approuver`, { password })
    assert.equal(again.status, 403)
    assert.equal(await statusOf(id), 'pending')
    assert.equal((await desk.send(page, `${page}/approuver`, { password })).status, 303)
  })

  it('of a case that somebody else has taken meanwhile may still decide, as taking only informs; who took it then reads who decided', async () => {
    const desk = await deskBrowser(scene.service, 'supervisor', 'Kossi Agbo')
    const other = await deskBrowser(scene.service, 'supervisor', 'Sena Dossou')
    const { id, page } = await newRefund()
    const { text: stale } = await desk.get(page)
    assert.equal((await other.send(page, `${page}/a-moi`)).status, 303)
    const { text: taken } = await other.get(page)
    assert.equal((await desk.sendShown(stale, `${page}/rejeter`, { reason, password })).status, 303)
    const late = await other.sendShown(taken, `${page}/approuver`, { password })
    assert.equal(late.status, 409)
    assert.match(late.text, /Rien n’a été fait/)
    assert.equal(await statusOf(id), 'rejected')
    assert.deepEqual(await logOf(other), ['case.take done'])
  })

  it('of a transfer that somebody else has taken meanwhile takes it from nobody, and says whose it is', async () => {
    const desk = await deskBrowser(scene.service, 'agent')
    const other = await deskBrowser(scene.service, 'agent', 'Sena Dossou')
    const id = await acceptedTransfer(scene.service, tenant, { amount: 20_000 })
    const page = `/staff/virements/${id}`
    const { text: stale } = await desk.get(page)
    assert.equal((await other.send(page, `${page}/prendre`)).status, 303)
    const refused = await desk.sendShown(stale, `${page}/prendre`)
    assert.equal(refused.status, 409)
    assert.match(refused.text, /Sena Dossou/)
    assert.deepEqual(await logOf(desk), [])
  })
})
