import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { listActivity } from '#use-cases/audit/list.ts'
import { onPool } from '#db/sql.ts'
import { mayBeTrusted } from '#web/portal/trusted-writes.ts'
import { paths } from '#web/portal/paths.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { createPortalUser, loggedIn, password } from '#test/support/people.ts'
import {
  createPortalMerchant,
  type PortalMerchant,
  portalReader,
  type PortalReader,
  readerOf,
} from '#test/support/portal.ts'

const settings = { nom: 'Pagnes & Fils', devise: 'XOF', frais: 'marchand' }
const notAskedText = 'Votre mot de passe n’est pas redemandé avant'

describe('the password once for ten minutes', () => {
  const api = given(() => sharedApiAlone())

  const choose = (reader: PortalReader, demande: string, fields = {}) =>
    reader.send(paths.trust, { demande, ...fields })

  /** A shop whose owner wants it, and who has just given the password. */
  async function trusting(): Promise<{ shop: PortalMerchant; owner: PortalReader }> {
    const shop = await createPortalMerchant(api.database)
    const owner = await portalReader(api, shop, 'owner')
    assert.equal((await choose(owner, 'dix-minutes')).location, paths.settings)
    assert.equal((await owner.send(paths.settings, settings)).location, paths.settings)
    return { shop, owner }
  }

  /** Whether an ordinary write goes without the password. */
  async function isTrusted(reader: PortalReader): Promise<boolean> {
    const { status, location } = await reader.send(paths.settings, { ...settings, password: '' })
    assert.ok((status === 303 && location === paths.settings) || status === 422, `${status}`)
    return status === 303
  }

  const newEmail = (): string => `sena.${randomUUID()}@example.com`

  it('is asked for with each write, until the owner chooses otherwise', async () => {
    const shop = await createPortalMerchant(api.database)
    const owner = await portalReader(api, shop, 'owner')
    assert.equal((await owner.send(paths.settings, settings)).status, 303)
    assert.equal(await isTrusted(owner), false)
    const administrator = await portalReader(api, shop)
    assert.equal((await administrator.get(paths.trust)).status, 403)
    assert.equal((await choose(administrator, 'dix-minutes')).status, 403)
    assert.ok(!(await administrator.get(paths.settings)).text.includes(paths.trust))
    assert.ok((await owner.get(paths.settings)).text.includes(paths.trust))
    assert.equal((await choose(owner, 'dix-minutes', { password: 'faux' })).status, 422)
    assert.equal((await choose(owner, 'jamais')).status, 422)
    assert.equal((await choose(owner, 'dix-minutes')).status, 303)
    const [line] = await listActivity(api.database, shop.merchantId, { limit: 1 })
    assert.deepEqual(
      [line?.act, line?.outcome, line?.details],
      ['merchant.trust_writes', 'done', { trusts_writes: true }],
    )
  })

  it('is trusted for ten minutes, in the session that gave it, and shown so', async () => {
    const { shop, owner } = await trusting()
    assert.equal(await isTrusted(owner), true)
    const { text } = await owner.get(paths.settings)
    assert.ok(text.includes(notAskedText) && !text.includes('name="password"'))
    const other = await portalReader(api, shop)
    assert.equal(await isTrusted(other), false)
    await onPool(api.database.pool).rows(
      `update person_session set trusted_until = now() - interval '1 second' where person_id = $1`,
      [owner.user.id],
    )
    assert.equal(await isTrusted(owner), false)
    assert.ok(!(await owner.get(paths.settings)).text.includes(notAskedText))
    assert.equal((await owner.send(paths.settings, settings)).status, 303)
    const term = await onPool(api.database.pool).one<{ isTen: boolean }>(
      `select abs(extract(epoch from trusted_until - now()) - 600) < 60 as "isTen" from person_session
       where person_id = $1`,
      [owner.user.id],
    )
    assert.ok(term.isTen)
  })

  it('is asked for all the same where money goes, for keys, people, accounts, and the choice itself', async () => {
    for (const [page, fields] of [
      [paths.keys, { type: 'secret', ancienne: '0' }],
      [paths.trust, { demande: 'toujours' }],
      [paths.sessions, { session: '' }],
      [paths.invite, { nom: 'Sena Dossou', email: newEmail(), role: 'developer' }],
      [paths.newPhoneAccount, { numero: '01 97 00 12 34', titulaire: 'Awa Dossou' }],
      [paths.newTerminal, { type: 'pos', libelle: 'Caisse 1', point_de_vente: 'Ganhi' }],
      [
        paths.newWebhook,
        { adresse: 'https://shop.example/hook', libelle: 'Boutique', portee: 'tout' },
      ],
    ] as const) {
      const { owner } = await trusting()
      await loggedIn(api.database, 'portal', owner.user)
      const shown = await owner.get(page)
      assert.ok(!shown.text.includes(notAskedText), page)
      const { status, text } = await owner.send(page, { ...fields, password: '' })
      assert.equal(status, 422, page)
      assert.match(text, /Le mot de passe est incorrect/, page)
    }
  })

  it('ends with the log-out, a new password, another role, a wrong password, and the owner’s word', async () => {
    const { shop, owner } = await trusting()
    const wrong = await owner.send(paths.settings, { ...settings, password: 'faux' })
    assert.equal(wrong.status, 422)
    assert.equal(await isTrusted(owner), false, 'a wrong password')

    const changed = await portalReader(api, shop)
    await changed.send(paths.settings, settings)
    assert.equal(await isTrusted(changed), true)
    const role = (name: string) =>
      onPool(api.database.pool).rows('update person set role = $2 where id = $1', [
        changed.user.id,
        name,
      ])
    await role('developer')
    const asDeveloper = await changed.get(paths.paymentLinks)
    assert.equal(asDeveloper.status, 200)
    assert.ok(!(await changed.get(paths.newPaymentLink)).text.includes(notAskedText))

    const left = await portalReader(api, shop)
    await left.send(paths.settings, settings)
    const before = new Map(left.cookies)
    await left.post(paths.logOut)
    const again = readerOf(api, left.user, before)
    assert.equal((await again.get(paths.settings)).status, 303, 'the session is over')
    await again.post(paths.logIn, { email: left.user.email, password })

    const renewed = await portalReader(api, shop)
    await renewed.send(paths.settings, settings)
    const next = 'un autre mot de passe 7'
    await renewed.post(paths.account, { current: password, next, again: next })
    assert.equal(await isTrusted(renewed), false, 'a new password')

    const last = await portalReader(api, shop)
    await last.send(paths.settings, settings)
    assert.equal(await isTrusted(last), true)
    assert.equal((await choose(owner, 'toujours')).status, 303)
    assert.equal(await isTrusted(last), false, 'the owner’s word')
  })

  it('is of a merchant alone: another one’s people give theirs each time', async () => {
    await trusting()
    const { merchantId } = await createPortalMerchant(api.database)
    const stranger = await portalReader(api, { merchantId })
    assert.equal((await stranger.send(paths.settings, settings)).status, 303)
    assert.equal(await isTrusted(stranger), false)
    assert.ok(await createPortalUser(api.database, { merchantId }))
  })

  it('counts for writes that are named, at their own addresses', () => {
    const id = '0197a2b8-49df-7000-8000-000000000001'
    for (const path of [paths.settings, paths.logo, `${paths.paymentLinks}/${id}/etat`])
      assert.ok(mayBeTrusted(path), path)
    for (const path of [
      paths.keys,
      paths.newPayout,
      paths.invite,
      paths.trust,
      `${paths.team}/${id}/role`,
      `${paths.webhooks}/${id}/secret`,
      `${paths.webhooks}/${id}/modifier`,
      `${paths.terminals}/${id}/code`,
      `${paths.terminals}/${id}/ouvrir`,
      `${paths.refunds}/${id}/annuler`,
      `${paths.payoutFiles}/${id}/envoyer`,
      paths.newPhoneAccount,
      `${paths.settings}/x`,
    ])
      assert.ok(!mayBeTrusted(path), path)
  })
})
