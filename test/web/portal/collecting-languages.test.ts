import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { openCashSession } from '#use-cases/cash-sessions/open.ts'
import { setOperatorState } from '#use-cases/operators/change.ts'
import { noteRequest } from '#use-cases/sandbox/requests.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { onPool } from '#db/sql.ts'
import type { TerminalId } from '#domain/ids.ts'
import { zero } from '#domain/money/money.ts'
import { languages } from '#domain/text/language.ts'
import { resumedField } from '#web/door/kept-form.tsx'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call, eventually } from '#test/support/call.ts'
import { scanCall } from '#test/support/checkouts.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import { strayWords } from '#test/support/languages.ts'
import { wordsOf } from '#test/support/payer.ts'
import { cause, createStaffMember } from '#test/support/people.ts'
import { type Answer, makePayment, type PortalReader } from '#test/support/portal.ts'
import { sceneIn, pagesIn } from '#test/support/portal-languages.ts'
import { sharedService } from '#test/support/service.ts'

const form = '/portail/encaisser'
const asked = '/portail/encaisser/demandes'
const shown = '/portail/encaisser/codes'
const tools = '/portail/outils'

describe('collecting in the portal, in French and in English', () => {
  const service = given(() => sharedService())

  let numbers = 0
  /** A number whose payment ends as its last four digits say, and which nobody else has. */
  const numberOf = (ending: string): string => `01 97 ${40 + (numbers += 1)} ${ending}`
  const sell = async (
    reader: PortalReader,
    action: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<Answer> => reader.post(action, { ...(await reader.formOf(form)), ...fields })

  for (const language of languages) {
    const { opens, speaks } = pagesIn(language)
    const untilSaid = (reader: PortalReader, path: string, said: { fr: string; en: string }) =>
      eventually(async () => {
        const page = await reader.get(path)
        return wordsOf(page).includes(said[language]) && page
      })

    it(`the form, with an open till, and what it refuses: ${language}`, async () => {
      const { merchant, reader } = await sceneIn(service, language)
      await opens(reader, form, {
        fr: 'En test, un numéro en 00 00 paie',
        en: 'In test mode, a number ending in 00 00 pays',
      })
      const { serviceEnvId } = merchant.test
      const { id } = await onPool(service.database.pool).one<{ id: TerminalId }>(
        'select id from terminal where service_env_id = $1',
        [serviceEnvId],
      )
      const cashier = { name: 'Sika' }
      const opening = { cashier, seconds: 3600, openingFloat: zero('XOF'), note: null }
      await openCashSession(service.database, { serviceEnvId, id }, opening)
      const long = 'x'.repeat(256)
      speaks(
        await sell(reader, asked, { nom: long, objet: long, caisse: randomUUID() }),
        422,
        { fr: 'Écrivez le montant à encaisser', en: 'Enter the amount to collect' },
        { fr: 'Écrivez le numéro du client', en: 'Enter the customer’s number' },
        { fr: 'Cette caisse est fermée.', en: 'This cash desk is closed.' },
        { fr: 'Écrivez 255 caractères au plus.', en: 'Enter at most 255 characters.' },
        { fr: 'Sans caisse T0 · Sika', en: 'No cash desk T0 · Sika' },
      )
      for (const numero of ['01 97', '01 20 00 00 00']) {
        speaks(await sell(reader, asked, { montant: '500', numero }), 422)
      }
      speaks(await sell(reader, shown, { montant: '9,000,000' }), 422)
      await reader.post('/portail/service', { vers: merchant.live.serviceEnvId })
      await opens(reader, form)
    })

    it(`a number that is asked: waiting, paid, and not paid: ${language}`, async () => {
      const { reader } = await sceneIn(service, language)
      const ask = async (ending: string): Promise<string> => {
        const fields = { montant: '2,500', numero: numberOf(ending), nom: 'Awa Dossou' }
        const { location, text } = await sell(reader, asked, fields)
        assert.ok(location, text)
        return location
      }
      const waiting = await ask('00 05')
      await opens(
        reader,
        waiting,
        { fr: 'Le client valide', en: 'Waiting for the customer' },
        { fr: 'Demande faite à', en: 'Requested at' },
        { fr: 'Mauvais numéro ?', en: 'Wrong number?' },
        { fr: 'et les frais', en: 'plus fees' },
      )
      const path = await ask('00 99')
      const paid = { fr: 'Payé (test)', en: 'Paid (test)' }
      speaks(await untilSaid(reader, path, paid), 200, {
        fr: 'Encaissement suivant',
        en: 'Next payment',
      })
      const stream = await reader.get(`${path}/suite`)
      assert.ok(stream.text.includes(paid[language]), stream.text)
      const told = stream.text.replaceAll(/^(event|data|retry):/gm, '')
      assert.deepEqual(strayWords(told, language), [])
      const unpaid = await ask('00 01')
      speaks(
        await untilSaid(reader, unpaid, { fr: 'Pas payé', en: 'Not paid' }),
        200,
        { fr: 'Redemander', en: 'Ask again' },
        { fr: 'solde', en: 'does not have enough money' },
      )
    })

    it(`a code that is shown: to scan, tried in vain, and taken back: ${language}`, async () => {
      const { reader } = await sceneIn(service, language)
      const { location, text } = await sell(reader, shown, { montant: '1,200' })
      const path = location ?? assert.fail(text)
      await opens(reader, path, {
        fr: 'Le client scanne ce code',
        en: 'The customer scans this code',
      })
      const scan = scanCall(path.slice(-36), { phone: `2290197${60 + (numbers += 1)}0001` })
      assert.equal((await call(service, scan)).status, 202)
      const tried = { fr: 'Le dernier essai n’a pas abouti', en: 'The last attempt did not go' }
      speaks(await untilSaid(reader, path, tried), 200)
      await reader.post(`${path}/annuler`, await reader.formOf(path))
      const cancelled = { fr: 'Code annulé', en: 'Code cancelled' }
      speaks(await untilSaid(reader, path, cancelled), 200)
    })
  }
})

describe('test tools and operators, in French and in English', () => {
  const api = given(() => startApiAlone())

  for (const language of languages) {
    const { opens, speaks } = pagesIn(language)
    it(`the tools of test mode: ${language}`, async () => {
      const { merchant, reader } = await sceneIn(api, language)
      await opens(
        reader,
        tools,
        { fr: 'Rien n’attend.', en: 'Nothing is waiting.' },
        { fr: 'Carte refusée (card_declined)', en: 'Card declined (card_declined)' },
        { fr: 'Réussit, fonds à confirmer', en: 'Succeeds, funds to be confirmed' },
      )
      const payment = `${tools}/paiement`
      const good = { montant: '2,500', operateur: 'mtn-benin', numero: '0005' }
      for (const montant of ['x', '50', '9,000,000']) {
        speaks(await reader.send(tools, { ...good, montant }, payment), 422)
      }
      const made = await reader.send(tools, good, payment)
      await opens(reader, made.location ?? '', {
        fr: 'Client de test',
        en: 'Test customer',
      })
      const { database } = api
      const id = await makePayment(database, merchant.test, { reference: 'A-1', payer: 'Awa' })
      const { operatorRequestId, price } = await readTransaction(database, id)
      const request = {
        id: operatorRequestId,
        scenario: 'decided_in_portal',
        amount: price,
      } as const
      await noteRequest(database, { ...request, closesInMs: 60_000, decidesInMs: 0 })
      await opens(reader, tools, { fr: 'À décider', en: 'Waiting for your' })
      const decide = (fields: Readonly<Record<string, string>>) =>
        reader.send(tools, { fin: 'succeeded', ...fields }, `${tools}/decision/${id}`)
      speaks(
        await decide({ [resumedField]: 'oui' }),
        200,
        { fr: 'À vous de décider', en: 'Your decision' },
        { fr: 'Il expire', en: 'It expires' },
      )
      assert.equal((await decide({})).status, 303)
      await opens(reader, tools, {
        fr: 'Votre réponse est partie',
        en: 'Your answer was sent',
      })
      await decide({})
      await opens(reader, tools, {
        fr: 'n’attendait plus de décision',
        en: 'no longer waiting for a decision',
      })
    })

    it(`the operators, open and closed: ${language}`, async () => {
      const { merchant, reader } = await sceneIn(api, language)
      const page = '/portail/operateurs'
      const member = await createStaffMember(api.database, 'supervisor')
      const setMoov = (isOpen: boolean) =>
        setOperatorState(api.database, member, {
          provider: 'moov-benin',
          mode: 'sandbox',
          isOpen,
          cause: { ...cause(), reason: 'test' },
        })
      // Of fewer payments the page shows no rate.
      for (const [at, outcome] of [success, success, success, success, failed].entries()) {
        await makePayment(api.database, merchant.test, { reference: `B-${at}`, outcome })
      }
      await setMoov(false)
      await opens(
        reader,
        page,
        { fr: 'Fermé', en: 'Closed' },
        { fr: '% réussis', en: '% successful' },
      )
      await setMoov(true)
      await opens(reader, page, { fr: 'Normal', en: 'Normal' })
    })
  }
})
