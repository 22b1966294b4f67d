import assert from 'node:assert/strict'
import { verifyAuthorizedAccount } from '#use-cases/authorized-accounts/decide.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { onPool } from '#db/sql.ts'
import type { MailId } from '#domain/ids.ts'
import { readMail } from '#use-cases/mail/send.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given, givenEach } from '#test/support/given.ts'
import { createPortalMerchant, portalReader, lastActs } from '#test/support/portal.ts'
import { act, atDesk } from '#test/support/staff.ts'

const list = '/portail/comptes-autorises'
const phonePath = `${list}/nouveau/mobile-money`
const bankPath = `${list}/nouveau/banque`
const number = { numero: '01 97 00 00 42', titulaire: 'Rosine Hounsou' }
const account = {
  banque: 'uba-benin',
  numero_compte: 'bj066 01001 000000001234 42',
  titulaire: 'Maison Essai',
}

describe('authorised accounts in the portal', () => {
  const api = given(() => sharedApiAlone())
  const merchant = givenEach(() => createPortalMerchant(api.database))
  const reader = givenEach(() => portalReader(api, merchant))
  const accounts = (mode: 'live' | 'test' = 'live') =>
    listAuthorizedAccounts(api.database, merchant[mode].serviceEnvId)

  it('are so many at most that wait for the staff, whose queue is that of all merchants', async () => {
    await onPool(api.database.pool).rows(
      `insert into authorized_account (id, service_env_id, type, provider, holder_name, phone, country, status)
       select gen_random_uuid(), $1, 'mobile_money', 'mtn-benin', 'Rosine', (2290197100000 + n)::text, 'BJ', 'pending'
       from generate_series(1, 500) n`,
      [merchant.live.serviceEnvId],
    )
    const refused = await reader.send(phonePath, number)
    assert.equal(refused.status, 422)
    assert.match(refused.text, /Trop de comptes de ce service attendent d’être vérifiés/)
    const [one] = await accounts()
    assert.ok(one)
    await verifyAuthorizedAccount(api.database, { ...merchant.live, id: one.id })
    assert.equal((await reader.send(phonePath, number)).status, 303)
  })

  it('wait for the staff in live before money goes there, and are open at once in sandbox', async () => {
    assert.match((await reader.get(list)).text, /Aucun compte autorisé/)
    const added = await reader.send(phonePath, number)
    assert.equal(added.status, 303, added.text)
    const page = added.location ?? ''
    assert.match((await reader.get(page)).text, /En vérification/)
    assert.doesNotMatch((await reader.get(page)).text, /Y envoyer de l’argent/)
    const choose = await reader.get('/portail/retraits/nouveau')
    assert.match(choose.text, /Nos équipes vérifient le compte/)
    const [live] = await accounts()
    assert.ok(live?.type === 'mobile_money')
    assert.deepEqual(
      [live.phone, live.provider, live.status],
      ['2290197000042', 'mtn-benin', 'pending'],
    )
    await verifyAuthorizedAccount(api.database, { ...merchant.live, id: live.id })
    assert.match((await reader.get(list)).text, /Actif/)
    assert.match((await reader.get(page)).text, /Y envoyer de l’argent/)
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
    await reader.send(phonePath, number)
    const [test] = await accounts('test')
    assert.equal(test?.status, 'active')
    assert.match((await reader.get('/portail/retraits/nouveau')).text, /Rosine Hounsou/)
  })

  it('are announced to those who manage them, once the staff has decided, not to whoever revokes one', async () => {
    const owner = await portalReader(api, merchant, 'owner')
    const developer = await portalReader(api, merchant, 'developer')
    const desk = await atDesk(api.database, 'agent')
    const decide = (id: string, verb: string) =>
      act(api, desk, { path: `/authorized-accounts/${id}/${verb}`, body: { reason: 'Pièce vue.' } })
    const mailsTo = async ({ user }: typeof owner): Promise<string[]> => {
      const ids = await onPool(api.database.pool).rows<{ id: MailId }>(
        `select id from mail where person_id = $1 and kind = 'notification' order by id`,
        [user.id],
      )
      const mails = await Promise.all(ids.map(({ id }) => readMail(api.database, id, api.baseUrl)))
      return mails.map((mail) =>
        'outgoing' in mail ? mail.outgoing.text : assert.fail(mail.ended),
      )
    }
    const page = (await reader.send(phonePath, number)).location ?? ''
    const [added] = await accounts()
    assert.ok(added)
    for (const _ of [1, 2]) assert.equal((await decide(added.id, 'verify')).status, 200)
    const [verified = '', ...more] = await mailsTo(owner)
    assert.deepEqual(more, [], 'once')
    assert.match(verified, /Compte vérifié.*\+229 01 •••• 0042/)
    assert.ok(!verified.includes('97000042') && !verified.includes('Hounsou'))
    assert.ok((await owner.get('/portail/notifications')).text.includes(`href="${page}"`))
    assert.equal((await decide(added.id, 'revoke')).status, 200)
    assert.match((await mailsTo(owner))[1] ?? '', /Compte révoqué.*0042/)

    const mine = (await reader.send(bankPath, account)).location ?? ''
    assert.equal((await reader.send(mine, {}, `${mine}/revocation`)).location, list)
    assert.equal((await mailsTo(owner)).length, 2)
    assert.deepEqual(await mailsTo(developer), [])
    assert.doesNotMatch((await developer.get('/portail/notifications')).text, /Compte vérifié/)
  })

  it('show numbers masked, and keep that of a bank sealed: in no page, log or address', async () => {
    await reader.send(phonePath, number)
    const { location } = await reader.send(bankPath, account)
    const whole = 'BJ06601001000000001234'
    for (const path of [list, location ?? '']) {
      const { text } = await reader.get(path)
      assert.ok(!text.replaceAll(' ', '').includes(whole) && !text.includes('97 00 00'))
    }
    assert.match((await reader.get(list)).text, /BJ••••3442/)
    const [row] = await onPool(api.database.pool).rows<{ log: string; kept: string }>(
      `select (select string_agg(l::text, ' ') from activity_log l where merchant_id = $1) as log,
         (select string_agg(a::text, ' ') from authorized_account a where service_env_id = $2) as kept`,
      [merchant.merchantId, merchant.live.serviceEnvId],
    )
    assert.ok(row && !row.log.includes('1234') && !row.kept.includes(whole))
  })

  it('refuse at its field what is no number, of no operator, no account, or there already', async () => {
    const told = async (path: string, fields: Record<string, string>, pattern: RegExp) => {
      const { status, text } = await reader.send(path, fields)
      assert.equal(status, 422)
      assert.match(text, pattern)
      return text
    }
    await told(phonePath, { ...number, numero: '12' }, /champ-numero-erreur/)
    await told(phonePath, { ...number, numero: '01 30 00 00 00' }, /d’aucun opérateur/)
    await told(phonePath, { ...number, titulaire: '' }, /champ-titulaire-erreur/)
    await told(bankPath, { ...account, banque: 'autre' }, /champ-banque-erreur/)
    const wrong = await told(
      bankPath,
      { ...account, numero_compte: 'BJ66BJ0610100100144390000768' },
      /champ-numero_compte-erreur/,
    )
    assert.ok(!wrong.includes('144390000768'))
    assert.deepEqual(await accounts(), [])
    await reader.send(bankPath, account)
    await told(
      bankPath,
      { ...account, numero_compte: 'BJ0660100100000000123442' },
      /déjà enregistré/,
    )
    await reader.send(phonePath, number)
    await told(phonePath, { ...number, numero: '+229 97 00 00 42' }, /champ-numero-erreur.*déjà/s)
  })

  it('at banks are for real money alone', async () => {
    await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
    assert.match((await reader.get(bankPath)).text, /se font en mode réel/)
    const place = merchant.test.serviceEnvId
    const sent = await reader.send(
      list,
      { ...account, place, form_id: merchant.live.serviceEnvId },
      bankPath,
    )
    assert.equal(sent.status, 403)
    assert.deepEqual(await accounts('test'), [])
  })

  it('are revoked for good, and each change stands in the activity log', async () => {
    const added = await reader.send(phonePath, number)
    const path = added.location ?? ''
    assert.equal((await reader.send(path, {}, `${path}/revocation`)).location, list)
    const [revoked] = await accounts()
    assert.equal(revoked?.status, 'revoked')
    assert.doesNotMatch((await reader.get(path)).text, /Révoquer ce compte/)
    assert.equal((await reader.send(phonePath, number)).status, 303)
    assert.deepEqual(await lastActs(api.database, merchant, 3), [
      ['authorized_account.add', 'done'],
      ['authorized_account.revoke', 'done'],
      ['authorized_account.add', 'done'],
    ])
  })

  it('are managed by the owner and administrators alone, of their own service', async () => {
    const added = await reader.send(phonePath, number)
    const path = added.location ?? ''
    for (const role of ['developer', 'collaborator'] as const) {
      const other = await portalReader(api, merchant, role)
      for (const page of [list, phonePath, bankPath, path])
        assert.equal((await other.get(page)).status, 403)
      for (const act of [phonePath, bankPath, `${path}/revocation`])
        assert.equal((await other.post(act, number)).status, 403)
    }
    const stranger = await portalReader(api, await createPortalMerchant(api.database))
    assert.equal((await stranger.get(path)).status, 404)
    assert.equal((await stranger.send(phonePath, {}, `${path}/revocation`)).status, 404)
  })
})
