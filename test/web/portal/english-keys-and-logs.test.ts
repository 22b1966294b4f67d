import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createApiCallLog } from '#use-cases/api-calls/keep.ts'
import type { Entry } from '#use-cases/audit/log.ts'
import { noteAct } from '#use-cases/audit/note.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import { onPool } from '#db/sql.ts'
import { languages } from '#domain/text/language.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { cause } from '#test/support/people.ts'
import { assertLanguage, sceneIn, type Told, pagesIn } from '#test/support/portal-languages.ts'

const keys = '/portail/cles'
const calls = '/portail/journaux'
const activity = '/portail/activite'

describe('API keys and logs in the portal, in French and in English', () => {
  const api = given(() => sharedApiAlone())

  for (const language of languages) {
    const arrange = async () => {
      const { merchant, second } = await sceneIn(api, language, 'live')
      return { merchant, second, reader: await second('owner') }
    }
    const { opens, speaks } = pagesIn(language)

    it(`keys are replaced: ${language}`, async () => {
      const { merchant, second, reader } = await arrange()
      await onPool(api.database.pool).rows('delete from api_key where service_env_id = $1', [
        merchant.live.serviceEnvId,
      ])
      await opens(
        reader,
        keys,
        { fr: 'Aucune clé', en: 'No keys' },
        { fr: 'Retraits par la clé secrète', en: 'Payouts with the secret key' },
      )
      await opens(await second('developer'), keys, {
        fr: 'c’est réservé au propriétaire et aux administrateurs',
        en: 'only the owner and administrators',
      })
      const missing = { fr: 'Choisissez quand l’ancienne clé', en: 'Choose when the old key' }
      const refused = await reader.send(keys, { type: 'secret', ancienne: '' })
      speaks(refused, 422, missing)
      const secret = { type: 'secret', ancienne: '86400' }
      const open = { type: 'public', ancienne: '0' }
      // The first of each kind replaces none.
      for (const first of [secret, open]) assert.equal((await reader.send(keys, first)).status, 200)
      speaks(
        await reader.send(keys, secret),
        200,
        { fr: 'Elle n’est affichée qu’une fois.', en: 'It is shown only once.' },
        { fr: 'fonctionne encore vingt-quatre heures', en: 'works for another 24 hours' },
      )
      speaks(
        await reader.send(keys, open),
        200,
        { fr: 'vous la retrouverez ici', en: 'you will find it here again' },
        { fr: 'L’ancienne clé ne fonctionne plus.', en: 'The old key no longer works.' },
      )
      await reader.send(keys, secret)
      await opens(
        reader,
        keys,
        { fr: 'Clé secrète', en: 'Secret key' },
        { fr: 'Copier …', en: 'Copy …' },
        { fr: 'demain à', en: 'tomorrow at' },
      )
    })

    it(`API calls are found: ${language}`, async () => {
      const { merchant, reader } = await arrange()
      await opens(reader, calls, {
        fr: 'Aucun appel depuis 7 jours',
        en: 'No calls in the last 7 days',
      })
      await opens(reader, `${calls}?resultat=panne`, {
        fr: 'Les appels sont gardés 30 jours',
        en: 'Calls are kept for 30 days',
      })
      const { id: apiKeyId } = await onPool(api.database.pool).one<{ id: never }>(
        'select id from api_key where service_env_id = $1 limit 1',
        [merchant.test.serviceEnvId],
      )
      const log = createApiCallLog(api.database, () => assert.fail('a call was lost'))
      const call = {
        replayOf: null,
        serviceEnvId: merchant.live.serviceEnvId,
        apiKeyId,
        at: new Date(),
        method: 'POST',
        route: '/v2/collections',
        durationMs: 12,
        errorCode: null,
      }
      const [made, hungUp, refused] = [randomUUID(), randomUUID(), randomUUID()]
      log.note({ ...call, id: made, status: 202, transactionId: randomUUID() })
      log.note({ ...call, id: randomUUID(), replayOf: made, status: 202, transactionId: null })
      log.note({ ...call, id: hungUp, status: 499, transactionId: null })
      const errorCode = 'invalid_api_key'
      log.note({ ...call, id: refused, status: 401, errorCode, transactionId: null })
      await log.close()
      await opens(reader, calls, { fr: 'Clé secrète …', en: 'Secret key …' })
      await opens(
        reader,
        `${calls}/${made}`,
        { fr: 'Voir le paiement', en: 'View payment' },
        { fr: 'Même réponse, redonnée', en: 'Same response, repeated' },
      )
      await opens(reader, `${calls}/${hungUp}`, {
        fr: 'L’appelant a raccroché',
        en: 'The caller disconnected',
      })
      const page = await reader.get(`${calls}/${refused}`)
      speaks(page, 200, { fr: 'Vérifiez la clé', en: 'Check the key in the portal' })
      const help = { fr: '/docs/erreurs#invalid_api_key', en: '/docs/en/errors#invalid_api_key' }
      assert.ok(page.text.includes(help[language]))
    })

    it(`the activity log says who did what, and is taken home: ${language}`, async () => {
      const { merchant, reader } = await arrange()
      const { user } = reader
      const note = (entry: Omit<Entry<'portal'>, 'cause' | 'serviceEnvId'>) =>
        noteAct(api.database, user, {
          ...entry,
          serviceEnvId: merchant.live.serviceEnvId,
          cause: cause(),
        })
      await reader.send(keys, { type: 'secret', ancienne: '0' })
      const account = { name: 'Kossi Agbo', email: `${randomUUID()}@example.net` } as const
      const invited = { ...account, role: 'developer', cause: cause() } as const
      await invitePerson(api.database, { realm: 'portal', inviter: user }, invited)
      await note({
        act: 'payout.request',
        details: { amount: 12_500, currency: 'XOF', provider: 'mtn-benin' },
      })
      await note({ act: 'service.change', details: { currency: 'EUR', fee_payer: 'customer' } })
      await note({ act: 'service.change', details: { public_name: 'Ganhi 2', fee_payer: null } })
      await note({ act: 'session.log_in', details: { by: 'passkey', device: 'new' } })
      await note({ act: 'webhook.test', outcome: 'webhook_disabled' })
      await note({ act: 'webhook.create', outcome: 'oops' })
      const said: readonly Told[] = [
        { fr: 'Nouvelle clé API', en: 'New API key' },
        { fr: 'Kossi Agbo · Développeur', en: 'Kossi Agbo · Developer' },
        { fr: '12 500 F CFA · MTN Mobile Money', en: '12,500 F CFA · MTN Mobile Money' },
        { fr: 'devise : EUR · frais payés par le client', en: 'currency: EUR · fees paid by the' },
        { fr: 'frais selon le tarif', en: 'fees as agreed in your terms' },
        { fr: 'clé d’accès · nouvel appareil', en: 'passkey · new device' },
        { fr: 'Ce webhook est désactivé.', en: 'This webhook is disabled.' },
        { fr: 'Un incident de notre côté', en: 'A problem on our side' },
        { fr: 'Ganhi, réel', en: 'Ganhi, live mode' },
      ]
      await opens(reader, activity, ...said)
      await opens(reader, `${activity}?genre=exports`, {
        fr: 'Rien à cette période',
        en: 'Nothing in this period',
      })
      const file = await reader.get(`${activity}/export`)
      const name = { fr: 'journal-activite.csv', en: 'activity-log.csv' }[language]
      assert.ok(file.headers.get('Content-Disposition')?.includes(name))
      const [heading = ''] = file.text.split('\r\n')
      assert.match(heading, { fr: /Date;Qui;Action;/, en: /Date;Who;Action;/ }[language])
      assertLanguage(file.text, language)
      for (const each of said.slice(0, 2)) {
        const [word = ''] = each[language].split(' · ').slice(-1)
        assert.ok(file.text.includes(word), word)
      }
    })
  }
})
