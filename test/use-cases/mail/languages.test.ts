import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { inTransaction, onPool } from '#db/sql.ts'
import { peopleActs, type PeopleAct } from '#domain/mail/people-acts.ts'
import type { MailId } from '#domain/ids.ts'
import {
  channels,
  kindNames,
  type NotificationDetails,
  type NotificationKind,
} from '#domain/notifications/notification.ts'
import { type Language, languages } from '#domain/text/language.ts'
import { type NewMail, postMail } from '#use-cases/mail/post.ts'
import { readMail } from '#use-cases/mail/send.ts'
import { chooseNotifications } from '#use-cases/notifications/choose.ts'
import { notify } from '#use-cases/notifications/notify.ts'
import { chooseLanguage } from '#use-cases/people/choose-language.ts'
import { askSignUp } from '#use-cases/sign-ups/ask.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { strayWords } from '#test/support/languages.ts'
import { createPortalUser, createStaffMember } from '#test/support/people.ts'
import { createPortalMerchant } from '#test/support/portal.ts'
import { applicant } from '#test/support/sign-ups.ts'

const facts: Readonly<Record<NotificationKind, NotificationDetails>> = {
  payments_received: { count: 3, amount: '1250000' },
  payouts_done: { count: 1, amount: '50000' },
  payouts_failed: { count: 2, amount: '50000' },
  standing_order_refused: { name: 'Ganhi', code: 'insufficient_balance' },
  account_answer: { name: '+229 01 •••• 0042', isRevoked: true },
  operator_down: { name: 'MTN' },
  webhook_failing: { name: 'shop.example.com' },
  new_log_in: { name: 'Firefox sur Android' },
  monthly_statement: {
    when: '2026-08',
    count: 2,
    amount: '1250000',
    moneyOut: '50000',
    fees: '700',
  },
  live_answer: { name: 'Ganhi' },
}

const acts = Object.keys(peopleActs.fr) as readonly PeopleAct[]

describe('what is written to people', () => {
  const api = given(() => sharedApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))
  before(async () => {
    await onPool(api.database.pool).rows(
      `update service set public_name = 'Ganhi Shop' where merchant_id = $1`,
      [merchant.merchantId],
    )
  })

  const reader = async (language: Language | null) => {
    const user = await createPortalUser(api.database, { ...merchant, role: 'administrator' })
    if (language !== null) await chooseLanguage(api.database, user, language)
    return user
  }
  const textOf = async (id: MailId) => {
    const mail = await readMail(api.database, id, 'https://pay.example')
    assert.ok('outgoing' in mail)
    const { outgoing } = mail
    return outgoing.channel === 'email' ? `${outgoing.subject}\n${outgoing.text}` : outgoing.text
  }
  const written = async (mail: NewMail) =>
    textOf(await inTransaction(api.database.pool, (tx) => postMail(tx, api.database, mail)))

  for (const language of languages) {
    it(`has the language of its reader, every mail of it: ${language}`, async () => {
      const { id: personId } = await reader(language)
      const other = languages.find((each) => each !== language) ?? language
      const code = 'ABCD-EFGH-JKLM'
      const all: NewMail[] = [
        { personId, kind: 'invitation', code },
        { personId, kind: 'reset', code },
        // Somebody else may have asked, on a page in another language.
        { personId, kind: 'password', code, language: other },
        { personId, kind: 'account_exists', language: other },
        ...acts.map((act): NewMail => {
          const details = { act, by: personId, to: randomUUID(), from: 'Firefox sur Android' }
          return { personId, kind: 'people_act', details }
        }),
      ]
      for (const mail of all) {
        const text = await written(mail)
        assert.deepEqual(strayWords(text, language), [], text)
        assert.ok(mail.code === undefined || text.includes(mail.code), text)
        assert.match(text, language === 'fr' ? /Bonjour Afi Mensah/ : /Hello Afi Mensah/)
      }
    })

    it(`has the language of its reader, by every channel: ${language}`, async () => {
      const { database } = api
      const user = await reader(language)
      const everywhere = Object.fromEntries(kindNames.map((kind) => [kind, channels]))
      await chooseNotifications(database, user.id, { channels: everywhere, phone: '2290197000042' })
      for (const kind of kindNames) {
        const readers = { personId: user.id }
        const told = { readers, kind, about: randomUUID(), details: facts[kind] }
        await inTransaction(database.pool, (tx) => notify(tx, database, told))
      }
      const mails = await onPool(database.pool).rows<{ id: MailId }>(
        `select id from mail where person_id = $1 and kind = 'notification'`,
        [user.id],
      )
      assert.equal(mails.length, kindNames.length * channels.length)
      const texts = await Promise.all(mails.map(({ id }) => textOf(id)))
      for (const text of texts) assert.deepEqual(strayWords(text, language), [], text)
      const statement = {
        fr: 'Votre mois d’août 2026',
        en: 'Your statement for August 2026',
      }
      assert.equal(
        texts.filter((text) => text.includes(statement[language])).length,
        channels.length,
        'the monthly statement, by mail, SMS and WhatsApp',
      )
    })

    it(`has the language of the page where nobody knows another: ${language}`, async () => {
      const { id: personId } = await reader(null)
      const mailed = { personId, kind: 'password', code: 'ABCD', language } as const
      assert.deepEqual(strayWords(await written(mailed), language), [])
      const asked = { ...applicant(), language }
      await askSignUp(api.database, asked)
      const { id } = await onPool(api.database.pool).one<{ id: MailId }>(
        `select mail_id as id from sign_up where email = $1`,
        [asked.email],
      )
      assert.deepEqual(strayWords(await textOf(id), language), [])
    })
  }

  it('leads whoever is surprised by a log-in to the page where the password is changed', async () => {
    const details = { act: 'session.new_device' } as const
    const { id: merchantsOwn } = await reader('fr')
    const ofMerchant = await written({ personId: merchantsOwn, kind: 'people_act', details })
    assert.match(ofMerchant, /^https:\/\/pay\.example\/portail\/compte$/m)
    const { id: staff } = await createStaffMember(api.database)
    const ofStaff = await written({ personId: staff, kind: 'people_act', details })
    assert.match(ofStaff, /^https:\/\/pay\.example\/staff\/compte$/m)
    const other = await written({
      personId: merchantsOwn,
      kind: 'people_act',
      details: { act: 'person.change_role' },
    })
    assert.doesNotMatch(other, /https:/, 'no address where there is nothing to do')
  })

  it('is French where nothing is known, and to the staff', async () => {
    const { id: unknown } = await reader(null)
    const { id: member } = await createStaffMember(api.database)
    await onPool(api.database.pool).rows(`update person set language = 'en' where id = $1`, [
      member,
    ])
    for (const personId of [unknown, member]) {
      const details = { act: 'passkey.add', to: personId } as const
      const text = await written({ personId, kind: 'people_act', details, language: 'fr' })
      assert.match(text, /Une clé d’accès ouvre désormais votre compte/)
      assert.deepEqual(strayWords(text, 'fr'), [])
    }
  })
})
