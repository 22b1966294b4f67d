import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { type Language, languages } from '#domain/text/language.ts'
import { numbersOf } from '#test/use-cases/payouts/files.ts'
import { accountOf } from '#test/use-cases/standing-orders/orders.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { giveBalance } from '#test/support/payouts.ts'
import type { PortalReader } from '#test/support/portal.ts'
import { sceneIn, type Told, pagesIn } from '#test/support/portal-languages.ts'

const list = '/portail/retraits/programmes'
const form = `${list}/nouveau`
const [phone = ''] = numbersOf(1)

describe('the pages of standing orders, in French and in English', function () {
  this.timeout(120_000)
  const api = given(() => startApiAlone())
  const rows = (text: string, ...values: unknown[]) => onPool(api.database.pool).rows(text, values)

  async function scene(language: Language) {
    const made = await sceneIn(api, language)
    await giveBalance(api.database, made.merchant.test, 5_000_000)
    const compte = await accountOf(api, made.merchant.test, phone)
    const amount = { nom: 'Ganhi', quoi: 'fixe', montant: '25 000' }
    return { ...made, fields: { ...amount, compte, quand: 'monthly-5', heure: '8' } }
  }
  const versionOf = async (reader: PortalReader, page: string) => ({
    version: /name="version" value="(\d+)"/.exec((await reader.get(page)).text)?.[1] ?? '',
  })

  for (const language of languages) {
    const { opens, speaks } = pagesIn(language)

    it(`a list, and the form with what it refuses: ${language}`, async () => {
      const without = await sceneIn(api, language)
      await opens(without.reader, form, {
        fr: 'Aucun compte autorisé',
        en: 'No authorized account',
      })
      const { reader, fields } = await scene(language)
      await opens(reader, list, {
        fr: 'Aucun retrait programmé',
        en: 'No standing orders yet',
      })
      await opens(
        reader,
        form,
        { fr: '8 h, heure de Cotonou', en: '08:00, Cotonou time' },
        { fr: 'Chaque mois, le 1er', en: 'Every month on the 1st' },
        { fr: 'le 31 ou le dernier jour', en: 'on the 31st, or the last day' },
        { fr: 'Chaque mercredi', en: 'Every Wednesday' },
      )
      const wrong = { nom: '', montant: '12,5', compte: 'x', quand: 'monthly-32' }
      speaks(await reader.send(form, { ...fields, ...wrong }), 422, {
        fr: 'Choisissez le jour et l’heure',
        en: 'Choose the day and the time',
      })
      speaks(await reader.send(form, { ...fields, montant: '1' }), 422, {
        fr: 'minimum',
        en: 'the minimum is 100 F CFA',
      })
      await reader.send(form, fields)
      await opens(reader, list, { fr: 'Chaque mois, le 5', en: 'on the 5th at 08:00' })
    })

    it(`one of a fixed amount, through its acts and its days: ${language}`, async () => {
      const { reader, fields } = await scene(language)
      const { location } = await reader.send(form, fields)
      const page = location ?? ''
      const does = async (act: string, more: Record<string, string>, ...said: Told[]) => {
        const sent = { ...more, ...(await versionOf(reader, page)) }
        const answer = await reader.send(page, sent, `${page}/${act}`)
        assert.equal(answer.location, page, answer.text)
        await opens(reader, page, ...said)
      }
      await opens(
        reader,
        page,
        { fr: 'Retrait programmé.', en: 'Standing order created.' },
        { fr: 'Rien n’est encore parti', en: 'Nothing sent yet' },
      )
      await opens(reader, `${page}/modification`, {
        fr: 'Une modification s’approuve de nouveau',
        en: 'Any change must be approved again',
      })
      const weekly = { ...fields, quand: 'weekly-1', heure: '17' }
      await does('modification', weekly, { fr: 'Chaque lundi, à 17', en: 'Every Monday at 17:00' })
      await addDays(page)
      await does('pause', {}, { fr: 'Rien à envoyer', en: 'Nothing to send' })
      for (const reason of ['maker_gone', 'account_gone']) {
        const id = page.split('/').at(-1)
        await rows('update standing_order set pause_reason = $2 where id = $1', id, reason)
        await opens(reader, page, { fr: 'eprenez', en: 'esume' })
      }
      await does('reprise', {}, { fr: 'reprend.', en: 'The standing order has resumed.' })
      await does('fin', {}, { fr: 'Terminé : plus rien', en: 'Ended: it will send nothing more.' })
      speaks(await reader.send('/portail/cles', {}, `${page}/pause`), 422)
    })

    it(`one of all that is available, which another person approves: ${language}`, async () => {
      const { reader, second, fields } = await scene(language)
      const everything = { ...fields, quoi: 'tout', reste: '1000', plafond: '2000000' }
      const { location } = await reader.send(form, everything)
      const page = location ?? ''
      await opens(
        reader,
        page,
        { fr: 'sauf 1 000 F CFA, 2 000 000', en: 'except 1,000 F CFA, 2,000,000' },
        { fr: 'Ce retrait part en votre nom', en: 'This standing order is in your name' },
      )
      await opens(reader, list, { fr: 'Tout', en: 'Everything' })
      const other = await second()
      await opens(other, page, { fr: 'Au nom de Afi Mensah.', en: 'name of Afi Mensah.' })
      await other.send(page, await versionOf(other, page), `${page}/validation`)
      await opens(other, page, { fr: 'Approuvé', en: 'Approved: from now on' })
    })
  }

  /** Of each state one. */
  async function addDays(page: string): Promise<void> {
    const states = [
      ['due', null],
      ['sent', null],
      ['skipped', null],
      ['refused', 'insufficient_balance'],
    ]
    for (const [at, [state, refusal]] of states.entries())
      await rows(
        `insert into standing_order_day (order_id, day, account_id, amount, payout_id, state, is_seen, refusal)
         select id, date '2026-03-02' + $2::int, account_id, 1000, gen_random_uuid(), $3, false, $4
         from standing_order where id = $1`,
        page.split('/').at(-1),
        at,
        state,
        refusal,
      )
  }
})
