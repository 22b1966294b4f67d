import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { staffPermissions, type StaffRole, staffRoles } from '#domain/people/staff-roles.ts'
import { ticksIn } from '#test/support/rights.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { payFor } from '#test/support/paid.ts'
import { codeMailed, password, withEmail } from '#test/support/people.ts'
import { freshEmail } from '#test/support/staff.ts'
import { deskBrowser, deskBrowserOf, type DeskBrowser } from '#test/support/staff-pages.ts'
import { searched } from '#test/support/typed-forms.ts'
import { installRate } from '#test/support/tariffs.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('pages of the service at the desk', () => {
  let desks: Record<StaffRole, DeskBrowser>
  const api = given(() => sharedApiAlone())
  before(async () => {
    desks = {
      agent: await deskBrowser(api, 'agent', 'Yao Koffi'),
      supervisor: await deskBrowser(api, 'supervisor', 'Kossi Agbo'),
      administrator: await deskBrowser(api, 'administrator', 'Akouvi Hounsou'),
    }
  })

  it('open to the roles that may, and are shown to no other', async () => {
    const everybody = [
      '',
      '/virements',
      '/remboursements',
      '/fonds',
      '/debits-tardifs',
      '/retraits',
      '/comptes',
      '/suspensions',
      '/rapprochements',
      '/ecarts',
      '/preuves',
      '/marchands',
    ]
    const overseers = ['/journal']
    const administrators = ['/equipe', '/marchands/nouveau']
    const opened = async (role: StaffRole, path: string) =>
      (await desks[role].get(`/staff${path}`)).status
    for (const path of [...everybody, '/operateurs', '/taux', '/recherche', '/compte'])
      for (const role of ['agent', 'supervisor', 'administrator'] as const)
        assert.equal(await opened(role, path), 200, `${role} ${path}`)
    for (const path of overseers) assert.equal(await opened('agent', path), 403, path)
    for (const path of administrators) assert.equal(await opened('supervisor', path), 403, path)
    const { text } = await desks.agent.get('/staff')
    assert.doesNotMatch(text, /\/staff\/journal|\/staff\/equipe/)
    const forged = { mode: 'live', reason: 'x' }
    assert.equal(
      (await desks.agent.post('/staff/operateurs/mtn-benin/live/fermer', forged)).status,
      403,
    )
    assert.equal((await desks.agent.post('/staff/taux', {})).status, 403)
    assert.equal((await desks.supervisor.post('/staff/equipe', {})).status, 403)
  })

  it('say who may do what as the code says it, to everybody, and from where roles are changed', async () => {
    const { text } = await desks.agent.get('/staff/roles')
    const rows = ticksIn(text)
    assert.equal(rows.size, Object.keys(staffPermissions).length)
    assert.deepEqual(
      [...rows.values()],
      Object.values(staffPermissions).map((roles) =>
        staffRoles.map((role) => roles.includes(role)),
      ),
    )
    assert.deepEqual(rows.get('Approuver un gros virement'), [false, true, false])
    assert.match(text, /Au-dessus de 1\s000\s000\sF\sCFA/)
    assert.match(
      (await desks.administrator.get('/staff/equipe')).text,
      /<p class="small"><a href="\/staff\/roles">/,
    )
  })

  it('tell of what does not exist as a page', async () => {
    for (const decision of ['approuver', 'refuser']) {
      const sent = { password, refuse_password: password }
      const { status } = await desks.administrator.post(`/staff/demandes/%00/${decision}`, sent)
      assert.equal(status, 404, decision)
    }
    const id = randomUUID()
    for (const path of [
      'virements',
      'remboursements',
      'fonds',
      'debits-tardifs',
      'retraits',
      'comptes',
      'rapprochements',
      'ecarts',
      'preuves',
      'transactions',
      'marchands',
    ])
      for (const name of [id, 'x', '%00'])
        assert.equal((await desks.supervisor.get(`/staff/${path}/${name}`)).status, 404, path)
    assert.equal((await desks.administrator.get(`/staff/equipe/${id}`)).status, 404)
    assert.equal((await desks.supervisor.get('/staff/virements?suite=x.y')).status, 422)
    assert.equal((await desks.supervisor.get('/staff/virements?vue=rubbish')).status, 200)
  })

  it('find a payment by its reference and open it, its payer masked, with the way to its run', async () => {
    const { transaction } = await payFor(api, { mode: 'live' })
    const { id, reference, customer } = transaction
    const found = await searched(desks.agent, '/staff/recherche', { q: reference })
    assert.deepEqual([found.status, found.location], [303, `/staff/transactions/${id}`])
    const { text } = await desks.agent.get(`/staff/transactions/${id}`)
    assert.match(text, /Déroulement/)
    assert.match(text, new RegExp(`/workflows/collection%2F${id}"`))
    for (const secret of [customer.name, customer.phone, customer.email])
      if (secret !== null) assert.ok(!text.includes(secret), secret)
    const nothing = await searched(desks.agent, '/staff/recherche', { q: '<b>' })
    assert.match(nothing.text, /Rien pour «\u00A0&lt;b>/)
  })

  it('let a merchant in once, its owner’s code going by mail alone, and give another owner when two administrators want it', async () => {
    const desk = desks.administrator
    const email = freshEmail()
    const fields = {
      name: 'Maison Adjavon',
      'service.name': 'Boutique Ganhi',
      'service.public_name': '',
      'service.currency': 'XOF',
      'owner.name': 'Afi Adjavon',
      'owner.email': email,
      password,
    }
    const bad = await desk.post('/staff/marchands/nouveau', { ...fields, 'owner.email': 'afi' })
    assert.equal(bad.status, 422)
    assert.match(bad.text, /href="#champ-owner.email">Écrivez une adresse e-mail/)
    assert.match(bad.text, /value="Maison Adjavon"/)
    const made = await desk.post('/staff/marchands/nouveau', fields)
    assert.equal(made.status, 303)
    const waits = await desk.get(made.location ?? '')
    assert.match(waits.text, /Le code part par e-mail/)
    const again = await desk.post('/staff/marchands/nouveau', fields)
    assert.equal(again.status, 409)
    assert.match(again.text, /Cette adresse e-mail a déjà un compte/)
    const list = await searched(desk, '/staff/marchands', { nom: 'adjavon' })
    const [page = ''] = /\/staff\/marchands\/[0-9a-f-]{36}/.exec(list.text) ?? []
    const silent = await desk.send(page, `${page}/acces`)
    assert.equal(silent.status, 422)
    const given = { reason: 'téléphone perdu', reset_password: password }
    const reset = await desk.send(page, `${page}/acces`, given)
    assert.equal(reset.location, page)
    const wrong = await desk.send(page, `${page}/acces`, { ...given, reset_password: 'faux' })
    assert.match(wrong.text, /Le mot de passe est incorrect/)
    const owner = {
      name: 'Sena Dossou',
      email: freshEmail(),
      owner_reason: 'départ',
      owner_password: password,
    }
    const replaced = await desk.send(page, `${page}/proprietaire`, owner)
    assert.equal(replaced.location, page)
    const another = await deskBrowser(api, 'administrator')
    const list2 = await another.get('/staff/demandes')
    const [change = ''] =
      /\/staff\/demandes\/[0-9a-f-]{36}(?=">Changement de propriétaire)/.exec(list2.text) ?? []
    assert.match((await desk.get(change)).text, /un autre administrateur l’approuve/)
    const approved = await another.send(change, `${change}/approuver`, { password })
    assert.equal(approved.location, '/staff/demandes', approved.text)
    assert.match((await desk.get(page)).text, /Sena Dossou/)
    assert.equal((await desks.supervisor.post(`${page}/acces`, { reason: 'x' })).status, 403)
  })

  it('invite a member, who chooses a password and comes in; change the role, shut out and let in', async () => {
    const desk = desks.administrator
    const email = freshEmail()
    const wish = { name: 'Ayaba Sossa', email, role: 'agent', password }
    const another = await deskBrowser(api, 'administrator')
    const approve = async (title: string) => {
      const list = (await another.get('/staff/demandes')).text
      const pages = [...list.matchAll(/(\/staff\/demandes\/[0-9a-f-]{36})">([^<]*)</g)]
      const [, path = ''] = pages.findLast(([, , name]) => name === title) ?? []
      const answer = await another.send(path, `${path}/approuver`, { password })
      assert.equal(answer.location, '/staff/demandes', answer.text)
    }
    assert.equal((await desk.post('/staff/equipe', wish)).location, '/staff/demandes')
    await approve('Inviter un membre')
    const code = await codeMailed(api.database, await withEmail(api.database, email))
    const guest = deskBrowserOf(api, desks.agent.member)
    const next = 'une longue phrase à moi'
    const chosen = await guest.post('/staff/invitation', { email, code, next, again: next })
    assert.equal(chosen.location, '/staff/connexion')
    const opened = await guest.post('/staff/connexion', { email, password: next })
    assert.equal(opened.location, '/staff')
    const [page = ''] =
      /\/staff\/equipe\/[0-9a-f-]{36}(?=">Ayaba)/.exec((await desk.get('/staff/equipe')).text) ?? []
    assert.equal((await guest.get('/staff/journal')).status, 403)
    const role = { role: 'supervisor', role_password: password }
    assert.equal((await desk.send(page, `${page}/role`, role)).status, 303)
    assert.equal((await guest.get('/staff/journal')).status, 403)
    await approve('Changement de rôle')
    assert.equal((await guest.get('/staff/journal')).status, 200)
    assert.equal((await desk.send(page, `${page}/role`, { ...role, role: 'owner' })).status, 400)
    assert.equal((await desk.send(page, `${page}/desactiver`)).status, 422)
    const shut = { disable_password: password }
    assert.equal((await desk.send(page, `${page}/desactiver`, shut)).status, 303)
    assert.equal((await guest.get('/staff')).status, 303)
    const open = { enable_password: password }
    assert.equal((await desk.send(page, `${page}/reactiver`, open)).status, 303)
    await approve('Réactivation d’un compte')
    const renew = { invitation_password: password }
    assert.equal((await desk.send(page, `${page}/invitation`, renew)).status, 303)
    await approve('Nouveau code d’invitation')
    assert.notEqual(await codeMailed(api.database, await withEmail(api.database, email)), code)
    const own = `/staff/equipe/${desk.member.id}`
    assert.doesNotMatch((await desk.get(own)).text, /Désactiver|Demander ce rôle/)
    assert.equal((await desk.post(`${own}/desactiver`, shut)).status, 403)
  })

  it('close an operator for a reason, tell of it on the first page, and open it again', async () => {
    const desk = desks.supervisor
    const path = '/staff/operateurs/mtn-benin/live'
    const field = 'reason-mtn-benin-live'
    const silent = await desk.send('/staff/operateurs', `${path}/fermer`)
    assert.equal(silent.status, 422)
    assert.match(silent.text, new RegExp(`<details class="ask" open>.*id="champ-${field}-erreur"`))
    const reason = { [field]: 'panne chez l’opérateur' }
    assert.equal((await desk.send('/staff/operateurs', `${path}/fermer`, reason)).status, 303)
    assert.match((await desk.get('/staff')).text, /MTN Mobile Money est fermé.*panne chez/s)
    const late = await desk.post(`${path}/fermer`, reason)
    assert.equal(late.status, 409)
    assert.match(late.text, /Rien n’a été fait/)
    assert.equal((await desk.send('/staff/operateurs', `${path}/ouvrir`, reason)).status, 303)
    assert.equal((await desk.post('/staff/operateurs/nobody/live/fermer', reason)).status, 404)
    assert.equal((await desk.post('/staff/operateurs/mtn-benin/x/fermer', reason)).status, 400)
  })

  it('take a rate as people write it, and a table of rates whole or not at all', async () => {
    const desk = desks.supervisor
    const rate = { currency: 'USD', rate: '565,25', source: 'BCEAO', password }
    const first = await desk.send('/staff/taux', '/staff/taux', rate)
    assert.match(first.text, /le premier de sa devise/)
    await installRate(api.database, 'USD', '565.25')
    await installRate(api.database, 'GBP', '740')
    assert.equal((await desk.send('/staff/taux', '/staff/taux', rate)).status, 303)
    assert.match((await desk.get('/staff/taux?vue=USD')).text, />565,25</)
    const zero = await desk.send('/staff/taux', '/staff/taux', { ...rate, rate: '0' })
    assert.match(zero.text, /href="#champ-rate">Écrivez un nombre/)
    const lines = ['currency,rate,source,at', 'GBP,742.5,BCEAO,2026-01-02T00:00:00Z']
    const file = { csv: lines.join('\n'), import_password: password }
    const broken = [...lines, 'GBP,beaucoup,BCEAO,2026-01-03T00:00:00Z'].join('\n')
    const refused = await desk.send('/staff/taux', '/staff/taux/import', {
      csv: broken,
      import_password: password,
    })
    assert.match(refused.text, /Ligne 2\u00A0: la colonne rate/)
    assert.doesNotMatch((await desk.get('/staff/taux')).text, />742,5</)
    const taken = await desk.send('/staff/taux', '/staff/taux/import', file)
    assert.equal(taken.status, 303)
    assert.match((await desk.get('/staff/taux')).text, />742,5</)
    const twice = await desk.send('/staff/taux', '/staff/taux/import', file)
    assert.match(twice.text, /existe déjà pour cette date/)
  })

  it('list what the staff did, by member and by what it concerns', async () => {
    const { supervisor, agent } = desks
    const { text } = await supervisor.get(`/staff/journal?membre=${agent.member.id}`)
    assert.match(text, /Connexion/)
    assert.doesNotMatch(text, /<td[^>]*>Kossi Agbo/)
    const tenant = await createTenant(api.database)
    const none = await supervisor.get(`/staff/journal?sujet=${tenant.serviceEnvId}`)
    assert.match(none.text, /Aucune ligne/)
    assert.equal((await supervisor.get("/staff/journal?membre='--")).status, 200)
  })

  it('change one’s own password with the one before', async () => {
    const desk = await deskBrowser(api, 'agent')
    const next = 'la nouvelle phrase est longue'
    const wrong = await desk.post('/staff/compte', { current: 'faux', next, again: next })
    assert.match(wrong.text, /Le mot de passe est incorrect/)
    const changed = await desk.post('/staff/compte', { current: password, next, again: next })
    assert.equal(changed.location, '/staff/compte')
    assert.equal((await desk.get('/staff')).status, 200)
  })
})
