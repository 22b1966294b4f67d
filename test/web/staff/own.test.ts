import assert from 'node:assert/strict'
import { type ApiScene, startApiScene } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { createBankTenant, acceptedTransfer } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import { actsOf } from '#test/support/staff.ts'
import { type DeskBrowser, deskBrowser } from '#test/support/staff-pages.ts'
import { tellStaff } from '#use-cases/notices/tell-staff.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import type { StaffRole } from '#domain/people/staff-roles.ts'

describe('several at once, and what is one’s own, at the desk', () => {
  let scene: ApiScene
  before(async () => {
    scene = await startApiScene()
  })
  const tenant = given(() => createBankTenant(scene.service.database))
  after(() => scene?.stop())

  const at = (role: StaffRole) => deskBrowser(scene.service, role)
  const transfer = async (amount = 20_000) => {
    const id = await acceptedTransfer(scene.service, tenant, { amount })
    return `/staff/virements/${id}`
  }
  const logOf = async ({ member }: DeskBrowser) =>
    (await actsOf(scene.service.database, { member, token: '' })).map(
      ({ act, outcome }) => `${act} ${outcome}`,
    )

  it('several notices are seen to at once; those of which somebody was first are counted, and what is none is refused', async () => {
    const [agent, other] = [await at('agent'), await at('supervisor')]
    const pages = [await transfer(), await transfer(), await transfer()]
    for (const page of pages) {
      const transactionId = asId<TransactionId>(page.slice(-36))
      await tellStaff(scene.service.database, {
        transactionId,
        kind: 'transfer_waiting',
        number: 1,
      })
    }
    const { text } = await agent.get('/staff')
    const rows = text.split('<tr').filter((row) => pages.some((page) => row.includes(page)))
    const choix = rows.map((row) => /name="choix" value="(\d+)"/.exec(row)?.[1] ?? '')
    assert.equal(choix.length, 3)
    await other.post(`/staff/avis/${choix[0]}/vu`)
    assert.equal((await agent.post('/staff/avis/vus', { choix })).location, '/staff')
    const after = (await agent.get('/staff')).text
    assert.match(after, /C’est noté\u00A0: 2. Déjà vus par quelqu’un d’autre\u00A0: 1\./)
    assert.ok(pages.every((page) => !after.includes(page)))
    assert.deepEqual(await logOf(agent), ['notice.acknowledge done', 'notice.acknowledge done'])
    assert.equal((await (await at('administrator')).post('/staff/avis/vus', { choix })).status, 403)
    assert.equal((await agent.post('/staff/avis/vus', { choix: 'x' })).status, 404)
  })

  it('a transfer that somebody took is in their view of the queue, and there is no second way to take it', async () => {
    const [desk, other] = [await at('agent'), await at('agent')]
    const page = await transfer()
    await desk.send(page, `${page}/prendre`)
    const mine = '/staff/virements?vue=moi'
    assert.ok((await desk.get(mine)).text.includes(page))
    assert.ok(!(await other.get(mine)).text.includes(page))
    assert.doesNotMatch((await other.get(page)).text, /Prendre le relais/)
    assert.equal((await other.post(`${page}/a-moi`)).status, 404)
  })

  it('a transfer that waits for a second person is in a view of its own, until it is approved', async () => {
    const [desk, other] = [await at('agent'), await at('supervisor')]
    const [small, large] = [await transfer(), await transfer(5_000_000)]
    const waiting = async () => (await other.get('/staff/virements?vue=approuver')).text
    for (const page of [small, large]) await desk.send(page, `${page}/prendre`)
    const text = await waiting()
    assert.ok(text.includes(large) && !text.includes(small))
    assert.match(text, /À approuver.*Attend depuis/s)
    await other.send(large, `${large}/approuver`, { password })
    assert.ok(!(await waiting()).includes(large))
  })

  it('who works through a view goes from case to case in it, and back to it, after an act too', async () => {
    const [desk, other] = [await at('agent'), await at('supervisor')]
    const view = '?vue=approuver'
    const [first, between, last] = [
      await transfer(5_000_000),
      await transfer(),
      await transfer(5_000_000),
    ]
    for (const page of [first, last]) await desk.send(page, `${page}/prendre`)
    const list = (await other.get(`/staff/virements${view}`)).text
    assert.ok(list.includes(`href="${first}${view}"`) && !list.includes(between))
    const { text } = await other.get(first + view)
    assert.match(text, new RegExp(`href="/staff/virements\\${view}">Virements<`))
    assert.match(text, new RegExp(`href="${last}\\${view}" rel="next"`))
    const vu = / name="vu" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const approved = await other.post(`${first}/approuver${view}`, { vu, password })
    assert.equal(approved.location, first + view)
    assert.match((await other.get(first + view)).text, new RegExp(`href="${last}\\${view}"`))
    assert.match((await other.get(first)).text, new RegExp(`href="${between}" rel="next"`))
    const odd = (await other.get(`${first}?vue=%22%3E`)).text
    assert.match(odd, new RegExp(`href="${between}" rel="next"`))
  })
})
