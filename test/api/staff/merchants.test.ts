import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import { readSession } from '#use-cases/sessions/read.ts'
import { onPool } from '#db/sql.ts'
import { refusalOf, refusedFields, sharedApiScene } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import {
  approvedByAnother,
  cause,
  codeMailed,
  createPortalUser,
  loggedIn,
  password,
  tryLogIn,
  withEmail,
} from '#test/support/people.ts'
import { waitUntilFinal } from '#test/support/call.ts'
import { act, actsOf, atDesk, freshEmail, look } from '#test/support/staff.ts'

describe('merchants, at the desk', () => {
  const scene = given(() => sharedApiScene())
  const administrator = given(() => atDesk(scene.service.database, 'administrator'))
  const agent = given(() => atDesk(scene.service.database, 'agent'))

  const create = (changes: object = {}) =>
    act(scene, administrator, {
      path: '/merchants',
      body: {
        name: 'Maison Zinsou',
        service: { name: 'Boutique Zinsou', currency: 'EUR' },
        owner: { name: 'Afi Zinsou', email: freshEmail() },
        ...changes,
      },
    })
  const search = (body: object) => act(scene, agent, { path: '/search', body })
  const accept = (email: string, code: string) =>
    acceptInvitation(scene.service.database, 'portal', {
      email,
      code,
      password,
      address: randomUUID(),
      cause: cause(),
    })

  it('are let in with a service in both modes and an owner, who logs in with the code', async () => {
    const answer = await create()
    assert.equal(answer.status, 201)
    const merchant = answer.json.data
    const code = await codeMailed(scene.service.database, merchant.owner)
    scene.keepSecret(code)
    assert.equal(answer.headers.get('Location'), `/staff/api/merchants/${merchant.id}`)
    const [service] = merchant.services
    assert.equal(service.public_name, 'Boutique Zinsou')
    assert.deepEqual(
      service.environments.map(({ mode }: { mode: string }) => mode),
      ['live', 'sandbox'],
    )
    assert.equal(merchant.owner.status, 'invited')
    await accept(merchant.owner.email, code)
    const { session } = await loggedIn(scene.service.database, 'portal', merchant.owner)
    assert.equal(session.person.merchantId, merchant.id)
    assert.equal(session.person.role, 'owner')
    const read = await look(scene, agent, `/merchants/${merchant.id}`)
    assert.equal(read.json.data.owner.status, 'active')
    const [line] = await actsOf(scene.service.database, administrator)
    assert.equal(line?.act, 'merchant.create')
    assert.deepEqual(line.subject, { kind: 'merchant', id: merchant.id })
    assert.ok(!JSON.stringify(line).includes('@'), 'and no address')
  })

  it('are not let in where the owner’s address has an account, and nothing of them remains', async () => {
    const owner = { name: 'Afi Zinsou', email: freshEmail() }
    await create({ owner })
    const name = `Maison ${randomUUID()}`
    assert.deepEqual(refusalOf(await create({ owner, name })), { status: 409, code: 'email_taken' })
    const rows = await onPool(scene.service.database.pool).rows(
      'select id from merchant where name = $1',
      [name],
    )
    assert.deepEqual(rows, [])
    assert.deepEqual(refusedFields(await create({ service: {}, owner: { name: 'Afi' } })), {
      'service.name': 'missing_field',
      'owner.email': 'missing_field',
    })
  })

  it('get their owner back who lost password and device, and another where the owner has left', async () => {
    const merchant = (await create()).json.data
    const { database } = scene.service
    await accept(merchant.owner.email, await codeMailed(database, merchant.owner))
    const { token } = await loggedIn(database, 'portal', merchant.owner)
    const path = `/merchants/${merchant.id}/owner`
    const reset = await act(scene, administrator, {
      path: `${path}/reset`,
      body: { reason: 'appareil perdu, identité vérifiée' },
    })
    await approvedByAnother(database, reset.json.data.id)
    assert.ok(
      await readSession(database, 'portal', token),
      'until its person confirms, nothing changes',
    )
    await accept(merchant.owner.email, await codeMailed(database, merchant.owner))
    assert.equal(await readSession(database, 'portal', token), null)
    const body = { name: 'Kossi Zinsou', email: freshEmail(), reason: 'cession du commerce' }
    const replaced = await act(scene, administrator, { path, body })
    await loggedIn(database, 'portal', merchant.owner)
    await approvedByAnother(database, replaced.json.data.id)
    const read = await look(scene, agent, `/merchants/${merchant.id}`)
    assert.equal(read.json.data.owner.name, 'Kossi Zinsou')
    await assert.rejects(tryLogIn(scene.service.database, 'portal', merchant.owner))
    await accept(body.email, await codeMailed(database, await withEmail(database, body.email)))
    const lines = await actsOf(scene.service.database, administrator)
    assert.deepEqual(
      lines.slice(0, 2).map(({ act: what, reason }) => [what, reason]),
      [
        ['account_change.ask', body.reason],
        ['account_change.ask', 'appareil perdu, identité vérifiée'],
      ],
    )
    const nobody = `/merchants/${randomUUID()}/owner`
    assert.equal(refusalOf(await act(scene, administrator, { path: nobody, body })).status, 404)
    const unexplained = await act(scene, administrator, { path: `${path}/reset` })
    assert.equal(refusalOf(unexplained).code, 'missing_field')
  })

  it('have one owner, whoever replaces at once', async () => {
    const merchant = (await create()).json.data
    const asked = await Promise.all(
      Array.from({ length: 3 }, () =>
        act(scene, administrator, {
          path: `/merchants/${merchant.id}/owner`,
          body: { name: 'Sena', email: freshEmail(), reason: 'cession' },
        }),
      ),
    )
    const { database } = scene.service
    const answers = await Promise.allSettled(
      asked.map(({ json }) => approvedByAnother(database, json.data.id)),
    )
    assert.ok(answers.some(({ status }) => status === 'fulfilled'))
    const { owners } = await onPool(scene.service.database.pool).one<{ owners: number }>(
      `select count(*)::int as owners from person where merchant_id = $1 and status <> 'disabled'`,
      [merchant.id],
    )
    assert.equal(owners, 1)
  })

  it('are listed from the latest on, page by page, or by a part of a name in any case', async () => {
    const mark = randomUUID()
    const names = [`Maison ${mark} A`, `Maison ${mark} B`, `Maison ${mark} 100%`]
    for (const name of names) await create({ name })
    const first = await look(scene, agent, `/merchants?name=${mark.toUpperCase()}&limit=2`)
    const cursor = first.json.meta.next_cursor
    const second = await look(scene, agent, `/merchants?name=${mark}&limit=2&cursor=${cursor}`)
    const listed = [...first.json.data, ...second.json.data]
    assert.deepEqual(
      listed.map(({ name }) => name),
      names.toReversed(),
    )
    assert.equal(second.json.meta.next_cursor, null)
    const literal = await look(scene, agent, `/merchants?name=${mark}%20100%25`)
    assert.equal(literal.json.data.length, 1)
    assert.equal((await look(scene, agent, `/merchants?name=${mark}_A`)).json.data.length, 0)
    const stolen = await look(scene, administrator, `/merchants?cursor=${cursor}`)
    assert.equal(refusalOf(stolen).code, 'invalid_cursor')
  })

  it('and their payments are found by id or reference, payers masked, with the way to the run', async () => {
    const { tenant } = scene
    const reference = `CMD-${randomUUID()}`
    const accepted = await scene.accept({ reference, metadata: { question: 'réponse du payeur' } })
    const { id, customer } = accepted.json.data
    await waitUntilFinal(scene, tenant.keys.secret, id)
    const read = await look(scene, agent, `/transactions/${id}`)
    const { data } = read.json
    assert.equal(data.transaction.reference, reference)
    assert.equal(data.service_env_id, tenant.serviceEnvId)
    assert.ok(data.run_url.endsWith(`/workflows/collection%2F${id}`), data.run_url)
    for (const part of [customer.email, customer.phone, 'réponse du payeur']) {
      assert.ok(!read.text.includes(part), part)
    }
    const merchantId = data.merchant.id
    for (const [q, kind, found] of [
      [reference, 'transaction', id],
      [data.provider_reference, 'transaction', id],
      [data.operator_request_id, 'transaction', id],
      [id, 'transaction', id],
      [merchantId, 'merchant', merchantId],
      [tenant.serviceId, 'service', tenant.serviceId],
      [tenant.serviceEnvId, 'service', tenant.serviceId],
    ] as const) {
      const { json } = await search({ q })
      assert.deepEqual(
        json.data.map((each: { kind: string; id: string }) => [each.kind, each.id]),
        [[kind, found]],
        q,
      )
      assert.equal(json.data[0].merchant.id, merchantId)
    }
    assert.deepEqual((await search({ q: randomUUID() })).json.data, [])
    const nobody = await look(scene, agent, `/transactions/${randomUUID()}`)
    assert.deepEqual(refusalOf(nobody), { status: 404, code: 'transaction_not_found' })
  })

  it('are found by what a body says: names and numbers stand in no address', async () => {
    const inAddress = await look(scene, agent, '/search?q=0161234567')
    assert.deepEqual(refusalOf(inAddress), { status: 405, code: 'method_not_allowed' })
    assert.equal(inAddress.headers.get('Allow'), 'OPTIONS, POST')
    assert.deepEqual(inAddress.json.error.details.allowed, ['OPTIONS', 'POST'])
    const both = await act(scene, agent, { path: '/search?q=0161234567', body: { q: 'Zinsou' } })
    assert.equal(refusalOf(both).code, 'unknown_parameter')
    assert.deepEqual(refusedFields(await search({})), { q: 'missing_field' })
    for (const q of ['', 'x'.repeat(65), 7, ['Zinsou']]) {
      assert.deepEqual(refusedFields(await search({ q })), { q: 'invalid_field' })
    }
  })

  it('have people who are strangers at the desk', async () => {
    const merchant = (await create()).json.data
    const user = await createPortalUser(scene.service.database, {
      merchantId: merchant.id,
      role: 'administrator',
    })
    const { token } = await loggedIn(scene.service.database, 'portal', user)
    assert.equal((await look(scene, { token }, '/session')).status, 401)
    const path = `/members/${user.id}/disable`
    assert.equal(refusalOf(await act(scene, administrator, { path })).code, 'user_not_found')
  })
})
