import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { askSignUp, purgeSignUps } from '#use-cases/sign-ups/ask.ts'
import { confirmSignUp } from '#use-cases/sign-ups/confirm.ts'
import { findMerchant } from '#use-cases/merchants/find.ts'
import { acceptInvitation } from '#use-cases/people/accept-invitation.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import { onPool } from '#db/sql.ts'
import { givenDatabase } from '#test/support/service.ts'
import { outcomeOf } from '#test/support/outcome.ts'
import {
  cause,
  codeMailed,
  createMerchant,
  createPortalUser,
  password,
  tryLogIn,
  createOwner,
} from '#test/support/people.ts'
import { applicant, signedUp, signUpCode } from '#test/support/sign-ups.ts'

describe('a sign-up', () => {
  const database = givenDatabase()
  const books = () => onPool(database.pool)

  type Asked = ReturnType<typeof applicant>
  const ask = (asked: Asked, address: string = asked.address) =>
    outcomeOf(askSignUp(database, { ...asked, address }))
  const confirm = (email: string, given: { code: string; password?: string; address?: string }) =>
    outcomeOf(
      confirmSignUp(database, {
        email,
        password,
        address: randomUUID(),
        language: 'fr',
        cause: cause(),
        ...given,
      }),
    )
  const asked = async () => {
    const one = applicant()
    assert.equal(await ask(one), 'fine')
    return { ...one, code: await signUpCode(database, one.email) }
  }
  const made = ({ email }: Pick<Asked, 'email'>) =>
    books().rows<{ merchantId: string }>(
      'select merchant_id as "merchantId" from person where email = $1',
      [email],
    )
  const mailsTo = (email: string) =>
    books().rows<{ kind: string }>(
      `select m.kind from mail m left join person p on p.id = m.person_id
       left join sign_up s on s.mail_id = m.id where coalesce(p.email, s.email) = $1`,
      [email],
    )

  it('makes nobody and nothing before its address is confirmed', async () => {
    const before = await books().one('select count(*)::int as n from merchant')
    const one = await asked()
    assert.deepEqual(await made(one), [])
    assert.deepEqual(await books().one('select count(*)::int as n from merchant'), before)
  })

  it('makes a merchant, its service in both modes and its owner, once its code is given', async () => {
    const one = await asked()
    assert.equal(await confirm(one.email, { code: one.code.toLowerCase() }), 'fine')
    const [{ merchantId } = { merchantId: '' }] = await made(one)
    const merchant = await findMerchant(database, merchantId)
    assert.deepEqual(
      [merchant.name, merchant.owner?.email, merchant.owner?.status],
      ['Chez Sènami', one.email, 'active'],
    )
    const [service] = merchant.services
    assert.equal(merchant.services.length, 1)
    assert.deepEqual([service?.publicName, service?.currency], ['Chez Sènami', 'XOF'])
    assert.deepEqual(
      await books().rows(
        'select mode, is_open as open from service_env where service_id = $1 order by mode',
        [service?.id],
      ),
      [
        { mode: 'live', open: false },
        { mode: 'sandbox', open: true },
      ],
    )
    assert.equal((await tryLogIn(database, 'portal', one)).step, 'open')
    const lines = await books().rows(
      'select act, outcome from activity_log where merchant_id = $1 order by id limit 1',
      [merchantId],
    )
    assert.deepEqual(lines, [{ act: 'sign_up.confirm', outcome: 'done' }])
  })

  it('is confirmed once, also by many that come at once', async () => {
    const one = await asked()
    const outcomes = await Promise.all([1, 2, 3].map(() => confirm(one.email, one)))
    assert.deepEqual(outcomes.toSorted(), ['fine', 'invalid_sign_up_code', 'invalid_sign_up_code'])
    assert.equal((await made(one)).length, 1)
  })

  it('asked for twice is one merchant: the first code that is given ends the other', async () => {
    const one = await asked()
    await ask(one)
    const second = await signUpCode(database, one.email)
    assert.notEqual(second, one.code)
    assert.equal(await confirm(one.email, one), 'fine')
    assert.equal(await confirm(one.email, { code: second }), 'invalid_sign_up_code')
    assert.equal((await made(one)).length, 1)
  })

  it('is not confirmed by a code that is late, guessed, or of another', async () => {
    const [one, other] = [await asked(), await asked()]
    for (const code of ['0000-0000-0000', '', 'x'.repeat(10_000), other.code])
      assert.equal(await confirm(one.email, { code }), 'invalid_sign_up_code', code)
    assert.equal(
      await confirm(one.email, { code: one.code, password: 'court' }),
      'invalid_password',
    )
    await books().rows(
      `update sign_up set created_at = created_at - interval '25 hours', expires_at = expires_at - interval '25 hours'
       where email = $1`,
      [one.email],
    )
    assert.equal(await confirm(one.email, one), 'invalid_sign_up_code')
    assert.deepEqual(await made(one), [])
    assert.equal(await confirm(other.email, other), 'fine')
  })

  it('closes after five wrong codes from one place', async () => {
    const { email, code } = await asked()
    const address = randomUUID()
    for (let tried = 0; tried < 5; tried += 1)
      assert.equal(
        await confirm(email, { code: '0000-0000-0000', address }),
        'invalid_sign_up_code',
      )
    assert.equal(await confirm(email, { code, address }), 'too_many_attempts')
    assert.equal(await confirm(email, { code }), 'fine', 'from elsewhere it is open')
  })

  it('is not kept from an address that a stranger has invited, and that never answered', async () => {
    const stranger = await createOwner(database)
    const one = applicant()
    const invited = { name: 'Sena', email: one.email, role: 'developer' } as const
    const { id } = await invitePerson(
      database,
      { realm: 'portal', inviter: stranger },
      { ...invited, cause: cause() },
    )
    assert.equal(await ask(one), 'fine')
    const code = await signUpCode(database, one.email)
    assert.equal(await confirm(one.email, { code }), 'fine')
    assert.equal((await tryLogIn(database, 'portal', one)).step, 'open')
    const left = await books().one(
      `select p.status, p.email = $2 as "hasAddress", p.invitation_digest as code,
         (select a.act from activity_log a where a.merchant_id = p.merchant_id order by a.id desc limit 1) as act
       from person p where p.id = $1`,
      [id, one.email],
    )
    const void_ = { status: 'disabled', hasAddress: false, code: null, act: 'invitation.void' }
    assert.deepEqual(left, void_)
  })

  it('takes no owner away whom the staff has invited', async () => {
    const merchantId = await createMerchant(database)
    const { email } = await createPortalUser(database, { merchantId, role: 'owner' })
    await books().rows(
      `update person set status = 'invited', password_hash = null where email = $1`,
      [email],
    )
    assert.equal(await ask({ ...applicant(), email }), 'fine')
    assert.deepEqual(await mailsTo(email), [{ kind: 'account_exists' }])
  })

  it('with an address that has an account mails that it has one, and keeps nothing of who asked', async () => {
    const { email } = await createPortalUser(database, {
      merchantId: await createMerchant(database),
    })
    const one = { ...applicant(), email: email.toUpperCase() }
    assert.equal(await ask(one), 'fine')
    assert.deepEqual(await mailsTo(email), [{ kind: 'account_exists' }])
    const kept = await books().one(
      'select business_name as name, person_name as person, phone, digest from sign_up where email = $1',
      [email],
    )
    assert.deepEqual(kept, { name: null, person: null, phone: null, digest: null })
    assert.equal(await confirm(email, { code: '' }), 'invalid_sign_up_code')
  })

  it('tells nobody by answer or limit whether an address has an account', async () => {
    const { email: known } = await createPortalUser(database, {
      merchantId: await createMerchant(database),
    })
    for (const email of [known, applicant().email]) {
      const one = { ...applicant(), email }
      const answers: string[] = []
      for (let tried = 0; tried < 6; tried += 1) answers.push(await ask(one))
      assert.deepEqual(answers, [...Array<string>(5).fill('fine'), 'too_many_attempts'])
      assert.equal((await mailsTo(email)).length, 3, 'and three mails an hour')
    }
  })

  it('comes twenty times an hour from one network at most, known addresses counted as well', async () => {
    const address = randomUUID()
    const { email } = await createPortalUser(database, {
      merchantId: await createMerchant(database),
    })
    assert.equal(await ask({ ...applicant(), email }, address), 'fine')
    const answers = await Promise.all(Array.from({ length: 22 }, () => ask(applicant(), address)))
    assert.equal(answers.filter((answer) => answer === 'fine').length, 19)
    assert.ok(answers.includes('too_many_attempts'))
    assert.equal(await ask(applicant(), randomUUID()), 'fine')
  })

  it('comes six times a day to one address at most, however many ask from wherever', async () => {
    const one = applicant()
    for (let hour = 0; hour < 4; hour += 1) {
      await Promise.all([1, 2, 3].map(() => ask(one, randomUUID())))
      await books().rows(
        `update sign_up set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'
         where email = $1`,
        [one.email],
      )
    }
    assert.equal((await mailsTo(one.email)).length, 6)
    assert.equal(
      await confirm(one.email, { code: await signUpCode(database, one.email) }),
      'fine',
      'the last one is still valid',
    )
  })

  it('of somebody who was invited meanwhile and answered makes no second account', async () => {
    const one = await asked()
    const owner = await createOwner(database)
    const account = { name: 'Sènami Agbo', email: one.email, role: 'developer' } as const
    const inviter = { realm: 'portal', inviter: owner } as const
    const person = await invitePerson(database, inviter, { ...account, cause: cause() })
    await acceptInvitation(database, 'portal', {
      email: one.email,
      code: await codeMailed(database, person),
      password,
      address: randomUUID(),
      cause: cause(),
    })
    const before = await books().one('select count(*)::int as n from merchant')
    assert.equal(await confirm(one.email, one), 'email_taken')
    assert.deepEqual(await books().one('select count(*)::int as n from merchant'), before)
  })

  it('keeps its code as a digest alone, and none that opens anything once it served', async () => {
    const one = await asked()
    const { text } = await books().one<{ text: string }>(
      'select row_to_json(s)::text as text from sign_up s where email = $1',
      [one.email],
    )
    assert.ok(!text.includes(one.code) && !text.includes(one.code.replaceAll('-', '')))
    assert.ok(!text.includes(one.address), 'nor the network as it is')
    await confirm(one.email, one)
    const kept = await books().one('select digest from sign_up where email = $1', [one.email])
    assert.deepEqual(kept, { digest: null })
  })

  it('is forgotten after a week, confirmed or not, once its mail has ended', async () => {
    const one = await asked()
    const { email } = await signedUp(database)
    const young = await asked()
    const age = (of: string) =>
      books().rows(
        `update sign_up set created_at = created_at - interval '8 days', expires_at = expires_at - interval '8 days'
         where email = $1`,
        [of],
      )
    const endMail = (of: string) =>
      books().rows(
        `update mail m set ended_at = now(), outcome = 'sent', code_sealed = null from sign_up s
         where s.mail_id = m.id and s.email = $1`,
        [of],
      )
    const left = async () =>
      (
        await books().rows<{ email: string }>('select email from sign_up where email = any($1)', [
          [one.email, email, young.email],
        ])
      ).map((row) => row.email)
    await age(one.email)
    await age(email)
    await purgeSignUps(books())
    assert.equal((await left()).length, 3, 'while a mail waits, it knows whom it goes to')
    await endMail(one.email)
    await endMail(email)
    assert.ok((await purgeSignUps(books())) >= 2)
    assert.deepEqual(await left(), [young.email])
    assert.equal((await made({ email })).length, 1, 'the merchant stays')
  })
})
