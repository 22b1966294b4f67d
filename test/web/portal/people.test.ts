import assert from 'node:assert/strict'
import { invitePerson } from '#use-cases/people/invite.ts'
import { sealCodeSecret } from '#use-cases/sessions/one-time-codes.ts'
import { listActivity, type LoggedAct } from '#use-cases/audit/list.ts'
import { onPool } from '#db/sql.ts'
import { actsOfKind, portalActNames, portalActWords } from '#domain/audit/portal-acts.ts'
import {
  type PortalPermission,
  portalPermissions,
  portalRoles,
} from '#domain/people/portal-roles.ts'
import { portalWords } from '#web/portal/words.tsx'
import { ticksIn } from '#test/support/rights.ts'
import { detailText } from '#web/portal/audit/line.ts'
import { sharedApiAlone, startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { cause, codeMailed, createPortalUser, password, withEmail } from '#test/support/people.ts'
import {
  createPortalMerchant,
  portalReader,
  type PortalReader,
  readerOf,
} from '#test/support/portal.ts'
import { filesOf, readTree } from '#test/support/tidy-tree.ts'

const team = '/portail/equipe'
const log = '/portail/activite'
const invited = { nom: 'Kossi Agbo', role: 'developer' }

describe('the team in the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const owner = given(() => portalReader(api, merchant, 'owner'))

  const colleague = (role: 'administrator' | 'developer' | 'collaborator' = 'developer') =>
    createPortalUser(api.database, { ...merchant, role })
  const act = (id: string, slug: string, fields = {}) => owner.send(`${team}/${id}/${slug}`, fields)
  const lastLine = async (): Promise<LoggedAct | undefined> =>
    (await listActivity(api.database, merchant.merchantId, { limit: 1 }))[0]

  it('grows by a code that goes by mail alone, with which the invited chooses a password', async () => {
    const email = 'kossi@example.com'
    const page = await owner.send(`${team}/inviter`, { ...invited, email })
    const person = await withEmail(api.database, email)
    assert.equal(page.location, `${team}/${person.id}`)
    const code = await codeMailed(api.database, person)
    const shown = await owner.get(page.location)
    assert.match(shown.text, /Le code part par e-mail/)
    assert.ok(!shown.text.includes(code))
    await onPool(api.database.pool).rows(
      "update mail set created_at = created_at - interval '2 min' where person_id = $1",
      [person.id],
    )
    assert.match((await owner.get(page.location)).text, /Le code n’est pas encore parti/)
    const list = await owner.get(team)
    assert.ok(list.text.includes(email) && list.text.includes('Invité'))
    assert.ok(!list.text.includes(code))
    const next = 'une longue phrase à moi'
    const kossi = readerOf(api, owner.user)
    await kossi.post('/portail/invitation', { email, code, next, again: next })
    const opened = await kossi.post('/portail/connexion', { email, password: next })
    assert.equal(opened.location, '/portail')
    const line = await listActivity(api.database, merchant.merchantId, { limit: 5 })
    const texts = line.map(({ act: done, outcome }) => `${done} ${outcome}`)
    assert.ok(texts.includes('person.invite done') && texts.includes('invitation.accept done'))
    assert.ok(!JSON.stringify(line).includes(code))
  })

  it('says at each field of an invitation what is wrong, and writes down what was refused', async () => {
    const official = { ...invited, nom: 'Sеrvice de paiement', email: 'kossi@example.com' }
    const unlike = await owner.send(`${team}/inviter`, official)
    assert.equal(unlike.status, 422)
    assert.match(unlike.text, /qui ne soit pas celui de ce service/)
    const wrong = await owner.send(`${team}/inviter`, { nom: ' ', email: 'kossi@', role: 'owner' })
    assert.equal(wrong.status, 422)
    assert.match(wrong.text, /Indiquez le nom.*Cette adresse e-mail n’est pas valide/s)
    const { email } = await colleague()
    const taken = await owner.send(`${team}/inviter`, { ...invited, email })
    assert.equal(taken.status, 422)
    const line = await lastLine()
    assert.deepEqual([line?.act, line?.outcome], ['person.invite', 'email_taken'])
  })

  it('invites once for a form, however often it is sent, and at once', async () => {
    const form = await owner.formOf(`${team}/inviter`)
    const fields = { ...form, ...invited, password, email: 'twice@example.com' }
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(`${team}/inviter`, fields)))
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 409, 409],
    )
  })

  it('changes a role, lets somebody out at once and in again, and gives a new code', async () => {
    const member = await portalReader(api, merchant, 'developer')
    const { id } = member.user
    await act(id, 'role', { role: 'collaborator' })
    assert.equal((await member.get('/portail/cles')).status, 403)
    assert.match((await owner.get(`${team}/${id}`)).text, /Collaborateur/)
    await act(id, 'fermer')
    assert.equal((await member.get('/portail')).status, 303)
    assert.match((await owner.get(`${team}/${id}`)).text, /Accès fermé/)
    const form = await owner.formOf(`${team}/inviter`)
    assert.equal((await owner.post(`${team}/${id}/invitation`, { ...form, password })).status, 422)
    await act(id, 'rouvrir')
    assert.equal((await act(id, 'invitation')).location, `${team}/${id}`)
    assert.ok(await codeMailed(api.database, member.user))
  })

  it('turns the one-time codes of somebody off who lost their device, once they have confirmed it by the code of the mail', async () => {
    const user = await colleague()
    await onPool(api.database.pool).rows(
      'update person set code_secret_sealed = $2 where id = $1',
      [user.id, sealCodeSecret(api.database, user.id, 'JBSWY3DPEHPK3PXP')],
    )
    assert.match((await owner.get(`${team}/${user.id}`)).text, /Retirer les codes à usage unique/)
    assert.equal((await act(user.id, 'codes')).location, `${team}/${user.id}`)
    const enter = async (typed: string) => {
      const given = { email: user.email, password: typed }
      return (await readerOf(api, user).post('/portail/connexion', given)).location ?? ''
    }
    assert.match(await enter(password), /^\/portail\/connexion\/code/, 'until then nothing changes')
    const next = 'une phrase toute nouvelle'
    const fields = { email: user.email, next, again: next }
    const code = await codeMailed(api.database, user)
    const chosen = await readerOf(api, user).post('/portail/invitation', { ...fields, code })
    assert.equal(chosen.location, '/portail/connexion')
    assert.equal(await enter(next), '/portail')
  })

  it('leaves the owner to nobody, administrators to the owner, and nobody to themselves; what was tried is in the log', async () => {
    const admin = await portalReader(api, merchant, 'administrator')
    const other = await colleague('administrator')
    for (const id of [owner.user.id, other.id, admin.user.id]) {
      const page = await admin.get(`${team}/${id}`)
      assert.doesNotMatch(page.text, /\/fermer"/)
      assert.equal((await admin.get(`${team}/${id}/fermer`)).status, 403)
      const form = await admin.formOf(`${team}/inviter`)
      assert.equal((await admin.post(`${team}/${id}/fermer`, { ...form, password })).status, 403)
      const line = await lastLine()
      assert.deepEqual(
        [line?.act, line?.subject?.id, line?.outcome],
        ['person.disable', id, 'operation_not_allowed'],
      )
    }
    const form = await admin.formOf(`${team}/inviter`)
    const fields = { ...form, ...invited, email: 'x@example.com', role: 'administrator', password }
    assert.equal((await admin.post(`${team}/inviter`, fields)).status, 403)
    const line = await lastLine()
    assert.deepEqual([line?.act, line?.outcome], ['person.invite', 'operation_not_allowed'])
  })

  it('is no business of developers, nor of another merchant', async () => {
    const user = await colleague()
    for (const role of ['developer', 'collaborator'] as const) {
      const reader = await portalReader(api, merchant, role)
      for (const path of [team, `${team}/inviter`, `${team}/${user.id}`, log])
        assert.equal((await reader.get(path)).status, 403, role + path)
    }
    const stranger = await portalReader(api, await createPortalMerchant(api.database), 'owner')
    assert.equal((await stranger.get(`${team}/${user.id}`)).status, 404)
    const form = await stranger.formOf(`${team}/inviter`)
    assert.equal(
      (await stranger.post(`${team}/${user.id}/fermer`, { ...form, password })).status,
      404,
    )
    assert.match((await stranger.get(`${log}?qui=${owner.user.id}`)).text, /Rien à cette période/)
  })

  it('says where to write about the owner: to the address that is set, else to the team', async () => {
    const told = async (of: PortalReader) => {
      const pages = [await of.get(team), await of.get(`${team}/${of.user.id}`)]
      return pages.map(({ text }) => /[Pp]our en changer, écrivez à (.*?)\.<\/p>/.exec(text)?.[1])
    }
    const another = await portalReader(api, merchant, 'administrator')
    const none = 'l’équipe du service'
    assert.deepEqual(await told({ ...another, user: owner.user }), [none, none])
    const reached = await startApiAlone({ SUPPORT_EMAIL: 'aide@example.com' })
    const own = await createPortalMerchant(reached.database)
    const [first, second] = [
      await portalReader(reached, own, 'owner'),
      await portalReader(reached, own, 'administrator'),
    ]
    const link = '<a href="mailto:aide@example.com">aide@example.com</a>'
    assert.deepEqual(await told({ ...second, user: first.user }), [link, link])
    await reached.stop()
  })

  it('shows what each role may do as the code says it', async () => {
    const { text } = await owner.get(team)
    const rows = ticksIn(text)
    assert.deepEqual(rows.get('Demander des retraits et des virements'), [
      true,
      true,
      false,
      false,
      false,
    ])
    assert.deepEqual(rows.get('Inviter, changer ou fermer un accès\u00A0: Administrateur'), [
      true,
      false,
      false,
      false,
      false,
    ])
    for (const [permission, roles] of Object.entries(portalPermissions)) {
      const name = portalWords.fr.permissions[permission as PortalPermission]
      assert.deepEqual(
        rows.get(name),
        portalRoles.map((role) => roles.includes(role)),
        name,
      )
    }
    assert.deepEqual(rows.get('Demander des remboursements, en mode test'), [
      true,
      true,
      true,
      false,
      false,
    ])
    assert.match((await owner.get(`${team}/inviter`)).text, /equipe#droits">Qui peut quoi/)
  })
})

describe('the activity log in the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  const owner = given(() => portalReader(api, merchant, 'owner'))

  const rowsIn = (text: string) => text.match(/<tr role="row"><td/g)?.length ?? 0

  it('has words for every act that the code can write, and no words for others', () => {
    const tree = readTree(`${import.meta.dirname}/../../..`)
    const sources = filesOf(tree, /^(db|use-cases|http|api|web)\/.*\.tsx?$/).map(([, text]) => text)
    const unwritten = Object.keys(portalActNames.fr).filter(
      (act) => !sources.some((text) => text.includes(`'${act}'`)),
    )
    assert.deepEqual(unwritten, [])
    const inKinds = Object.keys(portalActWords.fr).flatMap((kind) => actsOfKind(kind) ?? [])
    assert.deepEqual(inKinds.toSorted(), Object.keys(portalActNames.fr).toSorted())
  })

  it('says who did what, to whom, where, when and how it went', async () => {
    await owner.send('/portail/cles', { type: 'secret', ancienne: '0' })
    await owner.send(`${team}/inviter`, { ...invited, email: 'kossi@example.org' })
    await owner.send(`${team}/inviter`, { ...invited, email: 'kossi@example.org' })
    const { text } = await owner.get(log)
    assert.match(text, /Nouvelle clé API.*Clé secrète/s)
    assert.match(text, /Tissus Ọlájùmọ̀kẹ́ &amp; Filles, réel/)
    assert.match(text, /Invitation<span class="soft small"> Kossi Agbo · Développeur/)
    assert.match(text, /Refusé.*déjà/s)
  })

  it('names roles, amounts, operators and settings as people do', () => {
    const said = (details: LoggedAct['details']) =>
      detailText({ subjectName: null, details } as LoggedAct, 'fr')
    assert.equal(said({ role: 'owner' }), 'Propriétaire')
    const payout = { amount: 12_500, currency: 'XOF', provider: 'mtn-benin' }
    assert.equal(said(payout), '12\u202F500\u00A0F\u00A0CFA · MTN Mobile Money')
    const settings = { public_name: 'Pagnes', currency: 'EUR', fee_payer: 'merchant' }
    assert.equal(said(settings), 'devise\u00A0: EUR · nom\u00A0: Pagnes · frais payés par vous')
    assert.equal(said({ fee_payer: null, unknown: 3 }), 'frais selon le tarif')
  })

  it('is narrowed by person, kind and day, goes on page after page, and is taken home, which it says', async () => {
    const shop = await createPortalMerchant(api.database)
    const admin = await portalReader(api, shop, 'administrator')
    const user = await createPortalUser(api.database, { ...shop, role: 'owner' })
    for (let made = 0; made < 26; made += 1) {
      const account = {
        name: `Aya ${made}`,
        email: `a${made}@example.net`,
        role: 'developer',
      } as const
      await invitePerson(
        api.database,
        { realm: 'portal', inviter: user },
        { ...account, cause: cause() },
      )
      // Twenty an hour are allowed.
      await api.database.pool.query(`update mail set created_at = created_at - interval '1 hour'`)
    }
    const first = await admin.get(`${log}?qui=${user.id}&genre=team`)
    assert.equal(rowsIn(first.text), 25)
    const next = /href="([^"]*suite=[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.equal(rowsIn((await admin.get(next)).text), 1)
    assert.equal((await owner.get(next)).status, 422)
    assert.equal(rowsIn((await admin.get(`${log}?genre=developers`)).text), 0)
    assert.equal(rowsIn((await admin.get(`${log}?au=2020-01-01`)).text), 0)
    const file = await admin.get(`${log}/export?genre=team`)
    assert.match(file.headers.get('Content-Type') ?? '', /^text\/csv/)
    assert.equal(file.text.match(/;Invitation;person\.invite;/g)?.length, 26)
    assert.match((await admin.get(log)).text, /Journal d’activité exporté/)
  })
})
