import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { payoutColumnTitles } from '#domain/payouts/file-columns.ts'
import { type Language, languages } from '#domain/text/language.ts'
import { authorizeAll, numbersOf } from '#test/use-cases/payouts/files.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { giveBalance } from '#test/support/payouts.ts'
import type { PortalReader } from '#test/support/portal.ts'
import { assertLanguage, sceneIn, type Told, pagesIn } from '#test/support/portal-languages.ts'

const files = '/portail/retraits/fichiers'
const form = `${files}/nouveau`
const phones = numbersOf(3)

describe('the pages of payout files, in French and in English', function () {
  this.timeout(120_000)
  const api = given(() => startApiAlone())

  async function scene(language: Language) {
    const made = await sceneIn(api, language)
    await giveBalance(api.database, made.merchant.test, 5_000_000)
    await authorizeAll(api.database, made.merchant.test, phones)
    return made
  }
  const rows = (text: string, ...values: unknown[]) => onPool(api.database.pool).rows(text, values)

  for (const language of languages) {
    const { opens, speaks } = pagesIn(language)
    const titles = payoutColumnTitles[language]
    const csv = (...lines: string[]) =>
      [`${titles.numero};${titles.montant};${titles.reference}`, ...lines].join('\n')
    const asFile = (text: string) => ({
      nom: 'Ganhi',
      fichier: Buffer.from(text).toString('base64url'),
    })
    const upload = async (reader: PortalReader, amount = 1000): Promise<string> => {
      const lines = phones.map((phone, at) => `${phone};${amount};R-${at}`)
      const { location, text } = await reader.post(form, asFile(csv(...lines)))
      assert.ok(location, text)
      return location
    }

    it(`a list, and the form with its columns and its template: ${language}`, async () => {
      const { reader } = await scene(language)
      await opens(reader, files, {
        fr: 'Aucun fichier pour l’instant',
        en: 'No files yet',
      })
      const page = await reader.get(form)
      speaks(page, 200, { fr: '50 000 lignes au plus', en: 'Up to 10 MB and 50,000 lines' })
      for (const title of Object.values(titles)) assert.ok(page.text.includes(`<code>${title}<`))
      const model = await reader.get(`${files}/modele`)
      const [first, ...lines] = model.text.split('\r\n')
      assert.ok(first?.endsWith(Object.values(titles).join(';')))
      assertLanguage(lines.join('\n'), language)
      const checked = await reader.post(form, asFile(model.text))
      speaks(checked, 422, {
        fr: 'Ce numéro n’est pas parmi vos comptes autorisés',
        en: 'This number is not one of your authorized accounts',
      })
      await upload(reader)
      await opens(reader, files, { fr: '3 lignes', en: '3 lines' })
    })

    it(`every wrong line, and every file that cannot be read: ${language}`, async () => {
      const { reader } = await scene(language)
      const [one = '', other = ''] = phones
      const wrong = [
        ';1000;',
        '2.29E+11;1000;',
        'x;1000;',
        '2290197111111;1000;',
        `${one};;`,
        `${one};12,50;`,
        `${one};x;`,
        `${one};-5;`,
        `${one};99;`,
        `${one};2000001;`,
        `${one};1000;=?`,
        `${one};1000;R`,
        `${other};1000;R`,
        `${one};7000;`,
        `${one};7000;`,
      ]
      const page = await reader.post(form, asFile(csv(...wrong)))
      speaks(
        page,
        422,
        { fr: 'lignes sont à corriger', en: 'lines need correcting' },
        { fr: 'le minimum est de 100 F CFA', en: 'the minimum is 100 F CFA' },
        { fr: 'Même numéro et même montant', en: 'Same number and same amount' },
      )
      const names = [titles.numero, titles.montant, titles.nom, titles.operateur].join(';')
      const more = `${names}\n${one};1000;Koffi Zinsou;MTN\n${one};500;;Moov\n${one};600;;Ganhi`
      speaks(
        await reader.post(form, asFile(more)),
        422,
        { fr: 'est au nom de Rosine', en: 'belongs to Rosine' },
        { fr: 'Écrivez MTN ou Moov', en: 'Write MTN or Moov' },
      )
      for (const [text, told] of [
        ['PK\u0003\u0004\u0000', { fr: 'n’est pas un CSV', en: 'not a CSV' }],
        [csv(`${one};1000;"`), { fr: 'Un guillemet', en: 'A quotation mark' }],
        [csv(), { fr: 'n’a que des titres', en: 'has only column titles' }],
        ['a;b\n1;2', { fr: 'Il manque la colonne', en: 'is missing from the first line' }],
        [`${csv()};${titles.montant}\n1;2;;4`, { fr: 'deux fois', en: 'is there twice' }],
      ] as const)
        speaks(await reader.post(form, asFile(text)), 422, told)
      speaks(await reader.post(form, { nom: 'a'.repeat(121), texte: 'x' }), 422, {
        fr: 'Le nom a 120 caractères au plus',
        en: 'A name can have at most 120 characters',
      })
      speaks(await reader.post(form, {}), 422, { fr: 'Choisissez un', en: 'Choose a CSV file' })
    })

    it(`what was sent before is not sent twice: ${language}`, async () => {
      const { reader } = await scene(language)
      const [one = ''] = phones
      const paid = csv(`${one};1000;`, `${one};2000;R`)
      const { location } = await reader.post(form, asFile(paid))
      const page = location ?? ''
      speaks(await reader.send(page, { password: 'x' }, `${page}/envoi`), 422)
      await reader.send(page, {}, `${page}/envoi`)
      speaks(
        await reader.post(form, asFile(paid)),
        422,
        { fr: 'ligne 2 de « Ganhi »', en: 'line 2 of “Ganhi”' },
        { fr: 'a déjà servi', en: 'already used' },
      )
    })

    it(`a file from its check to its end, with what went wrong: ${language}`, async () => {
      const { reader } = await scene(language)
      const page = await upload(reader)
      const id = page.split('/').at(-1)
      await opens(reader, page, { fr: 'Payer 3 lignes', en: 'Pay 3 lines' })
      const does = async (act: string, ...said: Told[]) => {
        const answer = await reader.send(page, {}, `${page}/${act}`)
        assert.equal(answer.location, page, answer.text)
        await opens(reader, page, ...said)
      }
      await does('envoi', { fr: 'Fichier envoyé.', en: 'File sent.' })
      await rows(
        `update payout_file_line set state = 'refused', refusal = 'recipient_not_authorized'
         where file_id = $1 and number = 2`,
        id,
      )
      await rows('update payout_file set lines_refused = 1 where id = $1', id)
      await does('pause', { fr: 'Fichier en pause', en: 'File paused' })
      await opens(
        reader,
        page,
        { fr: '1 sur 3 lignes', en: '1 of 3 lines' },
        { fr: 'Lignes non payées', en: 'Lines not paid' },
      )
      for (const code of [
        'insufficient_balance',
        'payouts_temporarily_unavailable',
        'provider_unavailable',
      ]) {
        await rows('update payout_file set pause_code = $2 where id = $1', id, code)
        await opens(reader, page, { fr: 'eprenez', en: 'esume' })
      }
      await does('reprise', { fr: 'Le fichier reprend.', en: 'The file has resumed.' })
      await does('arret', { fr: 'Fichier arrêté.', en: 'File stopped.' })
      await opens(reader, page, { fr: 'Jamais envoyées', en: 'Never sent' })
      const result = await reader.get(`${page}/resultat`)
      assertLanguage(result.text, language)
      assert.match(result.text, language === 'en' ? /;Rejected;/ : /;Refusé;/)
      const late = await reader.send('/portail/cles', {}, `${page}/arret`)
      speaks(late, 422, { fr: 'n’est plus possible', en: 'no longer possible' })
    })

    it(`a file that another person must approve: ${language}`, async () => {
      const { reader, second } = await scene(language)
      const page = await upload(reader, 1_000_000)
      await opens(reader, page, {
        fr: 'Envoyer pour approbation',
        en: 'Send for approval',
      })
      await reader.send(page, {}, `${page}/envoi`)
      await opens(reader, page, { fr: 'Vous avez envoyé', en: 'You sent this file' })
      speaks(await reader.send(page, {}, `${page}/validation`), 422, {
        fr: 'Un second membre',
        en: 'A second member',
      })
      const other = await second()
      await opens(other, page, { fr: 'Envoyé par Afi', en: 'Sent by Afi' })
      await other.send(page, {}, `${page}/validation`)
      await opens(other, page, { fr: 'Fichier approuvé', en: 'File approved' })
    })
  }
})
