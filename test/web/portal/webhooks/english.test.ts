import assert from 'node:assert/strict'
import { createWebhookEndpoint, type NewEndpoint } from '#use-cases/webhooks/create-endpoint.ts'
import { onPool } from '#db/sql.ts'
import type { DeliveryId } from '#domain/ids.ts'
import { languages } from '#domain/text/language.ts'
import type { Merchant } from '#test/support/books.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { type Answer, makePayment, type PortalReader } from '#test/support/portal.ts'
import { sceneIn, type Told, pagesIn } from '#test/support/portal-languages.ts'
import { searchedAt } from '#test/support/typed-forms.ts'
import { attemptOnce, endOf, missAll } from '#test/use-cases/webhooks/deliveries.ts'

const path = '/portail/webhooks'
const deliveries = `${path}/livraisons`
const replays = `${path}/renvois`
const added = { adresse: 'https://boutique.example/hooks', libelle: 'Ganhi 1', portee: 'tout' }

describe('webhooks in the portal, in French and in English', () => {
  const api = given(() => sharedApiAlone())

  async function addEndpoint(place: Merchant, changes: Partial<NewEndpoint> = {}) {
    const { adresse: url, libelle: label } = added
    const input = { url, label, events: ['*'], isEnabled: true, ...changes }
    const { endpoint } = await createWebhookEndpoint(api.database, place.serviceEnvId, input)
    return endpoint.id
  }

  /** The delivery of a paid payment. */
  async function paid(place: Merchant, reference: string): Promise<DeliveryId> {
    const payment = { reference, payer: 'Koffi Mensah', outcome: success }
    const transactionId = await makePayment(api.database, place, payment)
    const { id } = await onPool(api.database.pool).one<{ id: DeliveryId }>(
      `select d.id from webhook_delivery d join event e on e.id = d.event_id
       where e.transaction_id = $1 limit 1`,
      [transactionId],
    )
    return id
  }

  for (const language of languages) {
    const arrange = async () => {
      const { merchant, second } = await sceneIn(api, language, 'live')
      return { merchant, second, reader: await second('developer') }
    }
    const { opens, speaks } = pagesIn(language)
    const refuses = (answer: Answer, ...said: Told[]) => speaks(answer, 422, ...said)
    /** A write that leads on, and what is said there. */
    const does = async (
      reader: PortalReader,
      sent: Parameters<PortalReader['send']>,
      ...said: Told[]
    ) => {
      const { location } = await reader.send(...sent)
      assert.ok(location, sent[0])
      await opens(reader, location, ...said)
      return location
    }

    it(`are added, shown, changed and deleted: ${language}`, async () => {
      const { second, reader } = await arrange()
      await opens(reader, path, { fr: 'Aucun webhook pour l’instant', en: 'No webhooks yet' })
      await opens(await second('collaborator'), path, {
        fr: 'le propriétaire du compte peut en ajouter un',
        en: 'the account’s owner can add one',
      })
      const form = `${path}/nouveau`
      await opens(reader, form, { fr: 'Adresse de votre serveur', en: 'Endpoint URL' })
      for (const [adresse, told] of Object.entries(urlFaults))
        refuses(await reader.send(form, { ...added, adresse }), told)
      refuses(
        await reader.send(form, { ...added, libelle: 'x'.repeat(256), portee: 'choix' }),
        { fr: 'Raccourcissez le nom', en: 'Shorten the name' },
        { fr: 'Cochez au moins un événement.', en: 'Tick at least one event.' },
      )
      const made = await reader.send(form, added)
      const ready = { fr: 'Votre webhook est prêt', en: 'Your webhook is ready' }
      const sample = { fr: 'estDeNous(corps', en: 'isFromUs(body' }
      speaks(made, 200, ready, sample)
      const codeShown = (/<pre class="code".*<\/pre>/s.exec(made.text)?.[0] ?? '').normalize()
      assert.equal(/[àçéèê]|corps|entetes|octets/u.test(codeShown), language === 'fr')
      const [, id = ''] = new RegExp(`${path}/([0-9a-f-]{36})/test`).exec(made.text) ?? []
      const at = `${path}/${id}`
      await opens(reader, path, { fr: 'Tous les événements', en: 'All events' })
      await opens(reader, at, { fr: 'Rien n’a encore été envoyé', en: 'Nothing has been sent' })
      await opens(reader, `${at}/modifier`)
      const choice = { ...added, portee: 'choix', 'payment.success': 'oui', 'refund.failed': 'oui' }
      await does(
        reader,
        [`${at}/modifier`, choice],
        { fr: 'Le webhook est modifié.', en: 'The webhook has been updated.' },
        { fr: 'Paiement réussi, Remboursement échoué', en: 'Payment succeeded, Refund failed' },
      )
      await opens(reader, `${at}/secret`, { fr: 'les deux signent', en: 'both sign' })
      const later = { effet: 'in_24_hours' }
      const renewed = { fr: 'Votre nouveau secret', en: 'Your new secret' }
      speaks(await reader.send(`${at}/secret`, later), 200, renewed)
      await opens(reader, at, { fr: 'Prochain secret', en: 'Next secret' })
      await opens(reader, `${at}/etat`, { fr: 'Désactiver', en: 'Disable' })
      await does(
        reader,
        [`${at}/etat`, { etat: 'disabled' }],
        { fr: 'Le webhook est désactivé', en: 'The webhook is disabled' },
        { fr: 'Ce webhook ne reçoit rien', en: 'This webhook receives nothing' },
      )
      refuses(await reader.send(`${at}/test`, { type: 'test.ping' }), {
        fr: 'Ce webhook est désactivé',
        en: 'This webhook is disabled',
      })
      await opens(reader, `${at}/etat`, { fr: 'Activer', en: 'Enable' })
      await does(reader, [`${at}/etat`, { etat: 'enabled' }], {
        fr: 'Le webhook est actif.',
        en: 'The webhook is enabled.',
      })
      await opens(reader, `${at}/supprimer`)
      await does(reader, [`${at}/supprimer`, {}], {
        fr: 'Ses livraisons restent dans l’historique.',
        en: 'Its deliveries stay in the history.',
      })
    })

    it(`are five at most, and test events are sent: ${language}`, async () => {
      const { merchant, reader } = await arrange()
      for (let count = 0; count < 4; count += 1) await addEndpoint(merchant.live)
      const at = `${path}/${await addEndpoint(merchant.live, { events: ['refund.failed'] })}`
      await opens(
        reader,
        path,
        { fr: 'supprimez-en un pour en ajouter un autre', en: 'delete one to add another' },
        { fr: '1 événement', en: '1 event' },
        { fr: 'Rien à livrer', en: 'Nothing to deliver' },
      )
      refuses(await reader.send(`${path}/nouveau`, added), {
        fr: 'nombre maximal de webhooks',
        en: 'maximum number of webhooks',
      })
      await opens(reader, `${at}/test`, {
        fr: 'Test de réception (test.ping)',
        en: 'Test event (test.ping)',
      })
      const location = await does(
        reader,
        [`${at}/test`, { type: 'payment.success' }],
        { fr: 'Test, sans transaction', en: 'Test, no transaction' },
        { fr: 'Envoi imminent', en: 'About to be sent' },
      )
      await reader.send(`${at}/supprimer`, {})
      await opens(reader, location, { fr: '(supprimé)', en: '(deleted)' })
    })

    it(`have a history of deliveries: ${language}`, async () => {
      const { merchant, reader } = await arrange()
      await opens(reader, deliveries, { fr: 'Aucune livraison pour', en: 'No deliveries yet' })
      const endpointId = await addEndpoint(merchant.live)
      const waiting = await paid(merchant.live, 'D-1')
      const received = await paid(merchant.live, 'D-2')
      const missed = await paid(merchant.live, 'D-3')
      const lost = await paid(merchant.live, 'D-4')
      const no = { error: 'timeout', httpStatus: null, extract: '503' } as const
      await attemptOnce(api, received, 'delivered')
      await attemptOnce(api, missed, endOf('failed', no))
      await missAll(api, lost)
      await opens(
        reader,
        deliveries,
        { fr: 'Paiement réussi', en: 'Payment succeeded' },
        { fr: '6 sur 6', en: '6 of 6' },
        { fr: 'Échouée', en: 'Failed' },
      )
      await opens(reader, await searchedAt(reader, deliveries, 'q=D-5'), {
        fr: 'Aucune livraison ne correspond',
        en: 'No matching deliveries',
      })
      await opens(reader, `${deliveries}/${waiting}`, { fr: 'En attente', en: 'Pending' })
      await opens(reader, `${deliveries}/${received}`, {
        fr: 'Reçu (HTTP 200), essai 1 sur 6',
        en: 'Received (HTTP 200), attempt 1 of 6',
      })
      await opens(
        reader,
        `${deliveries}/${missed}`,
        { fr: 'pas de réponse en 10 secondes', en: 'no response within 10 seconds' },
        { fr: 'Dix relances par heure.', en: 'Up to ten retries per hour.' },
      )
      const at = `${deliveries}/${lost}`
      await opens(reader, at, { fr: 'plus aucun essai', en: 'no more automatic attempts' })
      await does(reader, [at, {}, `${at}/relancer`], {
        fr: 'L’envoi part tout de suite.',
        en: 'The delivery is being sent now.',
      })
      await attemptOnce(api, lost, 'abandoned')
      await opens(reader, at, { fr: 'Non reçu (HTTP 500), relance', en: '(HTTP 500), retry' })
      for (const page of [path, `${path}/${endpointId}`])
        await opens(reader, page, { fr: '% livrés', en: '% delivered' })
      const form = await reader.formOf(at)
      refuses(await reader.post(`${at}/relancer`, { ...form, password: 'x' }), {
        fr: 'Le mot de passe est incorrect',
        en: 'The password is wrong',
      })
    })

    it(`are hurried in test mode, and replayed: ${language}`, async () => {
      const { merchant, reader } = await arrange()
      const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10)
      const endpointId = await addEndpoint(merchant.live)
      await addEndpoint(merchant.test)
      await missAll(api, await paid(merchant.live, 'R-1'))
      await opens(reader, replays, { fr: 'Votre serveur était en panne', en: 'Was your server' })
      refuses(await reader.send(replays, { depuis: '2020-01-01' }), {
        fr: 'Choisissez un jour des 30 derniers.',
        en: 'Choose one of the last 30 days.',
      })
      const at = await does(reader, [replays, { depuis: today }], {
        fr: 'Renvoi de tous les webhooks',
        en: 'Replay for all webhooks',
      })
      refuses(await reader.send(replays, { depuis: today, webhook: endpointId }), {
        fr: 'déjà en cours',
        en: 'A replay is already in progress',
      })
      await does(reader, [at, {}, `${at}/arreter`], {
        fr: 'Le renvoi est arrêté.',
        en: 'The replay has been stopped.',
      })
      await opens(reader, replays, { fr: 'Derniers renvois', en: 'Latest replays' })
      await reader.post('/portail/service', { vers: merchant.test.serviceEnvId })
      const id = await paid(merchant.test, 'R-2')
      await attemptOnce(api, id, 'failed')
      await opens(reader, `${deliveries}/${id}`, {
        fr: 'Passer au prochain essai',
        en: 'Skip to the next attempt',
      })
    })

    it(`say that the history does not answer: ${language}`, async function () {
      this.timeout(30_000)
      const { merchant, reader } = await arrange()
      await addEndpoint(merchant.live)
      const holder = await api.database.pool.connect()
      try {
        await holder.query('begin; lock table webhook_delivery in access exclusive mode')
        const said = [{ fr: 'Historique indisponible', en: 'History unavailable' }]
        await opens(reader, path, ...said)
        speaks(await reader.get(deliveries), 503, ...said)
      } finally {
        await holder.query('rollback')
        holder.release()
      }
    })
  }
})

const urlFaults: Readonly<Record<string, Told>> = {
  'https://': { fr: 'Cette adresse est incomplète', en: 'This URL is incomplete' },
  'http://boutique.example/hooks': { fr: 'doit commencer par https://', en: 'must start with' },
  'https://user:secret@boutique.example/': { fr: 'Retirez le nom', en: 'Remove the user name' },
  'https://10.0.0.8/hooks': { fr: 'privée ou locale', en: 'private or local' },
  'https://boutique.example:80/hooks': { fr: 'Utilisez le port 443', en: 'Use port 443' },
  [`https://boutique.example/${'x'.repeat(2048)}`]: { fr: 'trop longue', en: 'too long' },
}
