import assert from 'node:assert/strict'
import { settleTransaction } from '#use-cases/transactions/settle.ts'
import { onPool } from '#db/sql.ts'
import { asId, type TransactionId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { languages } from '#domain/text/language.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { outboxOf } from '#test/support/paid.ts'
import { createLink, freePrice, linkPaymentCall } from '#test/support/payment-links.ts'
import { sceneIn, pagesIn } from '#test/support/portal-languages.ts'
import { searchedAt } from '#test/support/typed-forms.ts'

const links = '/portail/liens'
const newLink = '/portail/liens/nouveau'
const terminals = '/portail/terminaux'
const newTerminal = '/portail/terminaux/nouveau'
const tills = '/portail/caisses'

const link = {
  titre: 'Concert',
  prix: 'fixe',
  montant: '12,500',
  devise: 'XOF',
  usage: 'limite',
  nombre: '1,000',
  question_1: 'T-shirt',
  question_1_type: 'text',
  message: 'OK',
  retour: 'https://shop.example/thanks',
  metadonnees: 'a = b',
}
const neutral = { title: 'Concert', description: 'Cotonou' }

describe('the rooms where a merchant sells, in French and in English', () => {
  const api = given(() => sharedApiAlone())

  for (const language of languages) {
    const { opens, speaks } = pagesIn(language)
    const paid = async (id: string): Promise<void> => {
      await settleTransaction(api.database, outboxOf(api.database), {
        transactionId: asId<TransactionId>(id),
        outcome: success,
      })
    }

    it(`payment links: none yet, those of each state, and none that match: ${language}`, async () => {
      const { merchant, reader } = await sceneIn(api, language)
      await opens(reader, links, {
        fr: 'Encaissez sans site ni terminal',
        en: 'Get paid without a website or a terminal',
      })
      const make = (changes: Parameters<typeof createLink>[2]) =>
        createLink(api.database, merchant.test, { ...neutral, ...changes })
      const [least, most] = [money(500n, 'XOF'), money(2_000_000n, 'XOF')]
      await make({ ...freePrice, minAmount: least, maxAmount: most })
      await make({ ...freePrice, minAmount: least })
      await make({ ...freePrice, maxAmount: most })
      await make(freePrice)
      await make({ expiresAt: new Date(0) })
      const held = await make({ maxPayments: 1 })
      await call(api, linkPaymentCall(held.id))
      const full = await make({ maxPayments: 1 })
      await paid((await call(api, linkPaymentCall(full.id))).json.data.id)
      for (const state of ['inactive', 'cancelled']) {
        const { id } = await make({})
        await onPool(api.database.pool).rows('update payment_link set state = $2 where id = $1', [
          id,
          state,
        ])
      }
      await opens(
        reader,
        links,
        { fr: 'Libre, dès 500 F CFA , jusqu’à 2 000 000 F CFA', en: 'from 500 F CFA to 2,000,000' },
        { fr: 'Complet', en: 'Fully paid' },
        { fr: 'Paiement en cours', en: 'Payment in progress' },
        { fr: '1 sur 1 fois', en: '1 of 1' },
      )
      await opens(reader, await searchedAt(reader, links, 'etat=fermes&q=zzz'), {
        fr: 'Aucun lien ne correspond',
        en: 'No link matches',
      })
    })

    it(`a payment link: made, refused, changed, printed, paused and cancelled: ${language}`, async () => {
      const { reader } = await sceneIn(api, language)
      await opens(reader, newLink, {
        fr: 'Combien de paiements ?',
        en: 'How many payments?',
      })
      const wrong = {
        titre: '',
        description: 'x'.repeat(1001),
        montant: 'x',
        nombre: 'x',
        jusqu_au: '2020-01-01',
        question_1: 'x'.repeat(81),
        message: 'x'.repeat(501),
        retour: 'x',
        metadonnees: 'X Y',
      }
      speaks(
        await reader.send(newLink, { ...link, ...wrong }),
        422,
        { fr: 'Écrivez un montant plus grand que zéro', en: 'Enter an amount greater than zero' },
        { fr: 'Choisissez un jour à venir.', en: 'Choose a day in the future.' },
        { fr: 'Vingt noms en tout', en: 'Twenty names in all' },
      )
      const crossed = { prix: 'libre', minimum: '5', maximum: '4' }
      speaks(await reader.send(newLink, { ...link, ...crossed }), 422, {
        fr: 'pas au-dessous du minimum',
        en: 'not below the minimum',
      })
      speaks(await reader.send(newLink, { ...link, devise: 'x' }), 422, {
        fr: 'Choisissez une devise.',
        en: 'Choose a currency.',
      })
      const path = (await reader.send(newLink, link)).location ?? ''
      await opens(
        reader,
        path,
        { fr: 'Votre lien est prêt : partagez-le', en: 'Your link is ready: share it' },
        { fr: 'Aucun paiement pour l’instant', en: 'No payments yet' },
        { fr: '0 sur 1000', en: '0 of 1000' },
      )
      await opens(reader, `${path}/modifier`, {
        fr: 'Modifier « Concert »',
        en: 'Edit “Concert”',
      })
      await reader.send(`${path}/modifier`, link)
      await opens(reader, path, {
        fr: 'C’est enregistré, pour les paiements',
        en: 'Saved. This applies to payments from now on.',
      })
      speaks(await reader.send(path, { mot: 'pay' }, `${path}/adresse`), 422)
      await reader.send(path, { mot: `concert-${path.slice(-8)}` }, `${path}/adresse`)
      await opens(reader, path, {
        fr: 'L’adresse courte est prête.',
        en: 'The short address is ready.',
      })
      await opens(reader, `${path}/affiche`, {
        fr: 'Scannez avec l’appareil photo',
        en: 'Scan with your phone’s camera',
      })
      await call(api, linkPaymentCall(path.slice(-36), { custom_fields: { t_shirt: 'M' } }))
      const told = {
        inactive: { fr: 'Le lien est désactivé.', en: 'The link is disabled.' },
        active: { fr: 'Le lien est ouvert', en: 'The link is open' },
        cancelled: { fr: 'annulé pour de bon', en: 'cancelled for good' },
      }
      for (const [etat, said] of Object.entries(told)) {
        await reader.send(path, { etat }, `${path}/etat`)
        await opens(reader, path, said)
      }
      const marks = await reader.formOf(newLink)
      const late = { ...marks, etat: 'active', password: 'x' }
      speaks(await reader.post(`${path}/etat`, late), 422)
    })

    it(`terminals: none yet, refused, added, changed, paused and deleted: ${language}`, async () => {
      const { reader } = await sceneIn(api, language)
      await opens(reader, `${terminals}`)
      await opens(reader, newTerminal, {
        fr: 'Un terminal de paiement',
        en: 'A payment terminal',
      })
      const wrong = { type: 'pos', libelle: '', serie: 'x'.repeat(65) }
      speaks(
        await reader.send(newTerminal, wrong),
        422,
        { fr: 'Donnez un nom à ce terminal.', en: 'Give this terminal a name.' },
        { fr: 'Raccourcissez à 64 caractères.', en: 'Shorten it to 64 characters.' },
      )
      speaks(await reader.send(newTerminal, { type: 'x', libelle: 'T1' }), 422, {
        fr: 'Choisissez ce que c’est.',
        en: 'Choose a type of device.',
      })
      const added = await reader.send(newTerminal, {
        type: 'shop',
        libelle: 'T1',
        point_de_vente: 'Ganhi',
      })
      const [, path = ''] = /href="(\/portail\/terminaux\/[0-9a-f-]{36})"/.exec(added.text) ?? []
      speaks(added, 200, { fr: 'Activez « T1 »', en: 'Activate “T1”' })
      await opens(reader, terminals, { fr: 'Jamais utilisé', en: 'Never used' })
      await opens(reader, path, { fr: 'À activer', en: 'Not activated' })
      await opens(reader, `${path}/modifier`)
      await reader.send(`${path}/modifier`, { libelle: 'T2' })
      await opens(reader, path, { fr: 'C’est enregistré.', en: 'Saved.' })
      const told = {
        desactiver: { fr: 'il n’encaisse plus', en: 'it takes no more payments' },
        activer: { fr: 'Le terminal est réactivé.', en: 'The terminal is enabled again.' },
      }
      for (const [act, said] of Object.entries(told)) {
        await reader.send(path, {}, `${path}/${act}`)
        await opens(reader, path, said)
      }
      speaks(await reader.send(path, {}, `${path}/code`), 200)
      await reader.send(path, {}, `${path}/supprimer`)
      await opens(reader, terminals, {
        fr: 'Le terminal est supprimé.',
        en: 'The terminal has been deleted.',
      })
    })

    it(`cash sessions: opened, sold in, read, closed and printed: ${language}`, async () => {
      const { merchant, reader } = await sceneIn(api, language)
      await onPool(api.database.pool).rows(
        `update service set phone = '2290121300000', address = 'Cotonou',
           tax_number = '3202012345678', trade_register = 'RB/COT/12 B 3456'
         where id = $1`,
        [merchant.test.serviceId],
      )
      await opens(reader, tills, {
        fr: 'Une session s’ouvre sur la page d’un',
        en: 'Open a session on the page of a',
      })
      await opens(reader, `${tills}?etat=ouvertes`)
      const added = await reader.send(newTerminal, { type: 'shop', libelle: 'T1' })
      const [, terminal = ''] =
        /href="(\/portail\/terminaux\/[0-9a-f-]{36})"/.exec(added.text) ?? []
      const open = (fields: Readonly<Record<string, string>>) =>
        reader.send(terminal, fields, `${terminal}/ouvrir`)
      speaks(
        await open({ caissier: '', fond: 'x', note: 'x'.repeat(256) }),
        422,
        { fr: 'Écrivez le nom du caissier.', en: 'Enter the cashier’s name.' },
        { fr: 'zéro est possible', en: 'zero is fine' },
        { fr: 'à 255 caractères', en: 'to 255 characters' },
      )
      const opened = await open({ caissier: 'Sika', fond: '10,000', heures: '4' })
      speaks(opened, 200, { fr: '4 h au plus', en: '4 h at most' })
      const [, session = ''] = /href="(\/portail\/caisses\/[0-9a-f-]{36})"/.exec(opened.text) ?? []
      const [, key = ''] = /<code class="secret">([^<]+)<\/code>/.exec(opened.text) ?? []
      const sold = await call(api, collectionCall(key, { amount: 1000 }))
      await paid(sold.json.data.id)
      speaks(await open({ caissier: 'Sika', fond: '0', heures: '4' }), 422)
      await opens(reader, terminal)
      await opens(reader, tills)
      await opens(reader, `${tills}?etat=ouvertes`)
      await opens(
        reader,
        session,
        { fr: 'Lecture X', en: 'X report' },
        { fr: '1 vente', en: '1 sale' },
        { fr: 'SPÉCIMEN, MODE TEST', en: 'SPECIMEN, TEST MODE' },
      )
      const close = (compte: string) => reader.send(session, { compte }, `${session}/cloturer`)
      speaks(await close('x'), 422)
      assert.equal((await close('9,500')).status, 303)
      await opens(
        reader,
        session,
        {
          fr: 'La session est clôturée : voici',
          en: 'The session is closed: here is the Z report',
        },
        { fr: 'Espèces comptées 9 500 F CFA Écart −500 F CFA', en: 'Difference −500 F CFA' },
        { fr: 'Caissier : Sika _', en: 'Cashier: Sika _' },
        {
          fr: 'IFU 3202012345678 RCCM RB/COT/12 B 3456 N°',
          en: 'IFU 3202012345678 RCCM RB/COT/12 B 3456 No.',
        },
      )
      await opens(reader, `${session}?papier=80`)
    })
  }
})
