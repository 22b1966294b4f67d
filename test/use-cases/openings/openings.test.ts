import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { LiveOpeningId } from '#domain/ids.ts'
import { replaceApiKey } from '#use-cases/keys/replace.ts'
import { askOpening } from '#use-cases/openings/ask.ts'
import { approveOpeningAct, refuseOpeningAct } from '#use-cases/openings/decide.ts'
import { findOpening, listOpenings, readLiveStanding } from '#use-cases/openings/find.ts'
import { createMerchant as letIn } from '#use-cases/merchants/create.ts'
import { createPaymentLink } from '#use-cases/payment-links/create.ts'
import { readFirstSteps } from '#use-cases/dashboard/first-steps.ts'
import { readDeskFigures } from '#use-cases/desk/figures.ts'
import { findPerson } from '#use-cases/people/find.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { answerOnce } from '#use-cases/transactions/answer-once.ts'
import { onPool } from '#db/sql.ts'
import type { DeskAct } from '#use-cases/desk/act.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { given } from '#test/support/given.ts'
import { outcomeOf } from '#test/support/outcome.ts'
import { linkTerms } from '#test/support/payment-links.ts'
import { cause, createStaffMember, password } from '#test/support/people.ts'
import { signedUp, type SignedUp } from '#test/support/sign-ups.ts'

const identity = {
  taxNumber: '3201900000001',
  tradeRegister: 'RB/COT/20 B 26543',
  address: 'Carré 12, Ganhi, Cotonou',
}

describe('the live mode of a merchant that signed up', () => {
  const api = given(() => sharedApiAlone())
  const books = () => onPool(api.database.pool)

  const ownerOf = async ({ merchantId, email }: SignedUp) => {
    const { id } = await books().one<{ id: string }>('select id from person where email = $1', [
      email,
    ])
    return findPerson(api.database, { realm: 'portal', merchantId }, id)
  }
  const ask = async (shop: SignedUp): Promise<LiveOpeningId> =>
    askOpening(api.database, await ownerOf(shop), {
      serviceId: shop.serviceId,
      identity,
      cause: cause(),
    })
  const decide = async (
    act: DeskAct,
    id: string,
    { person, ...body }: { person?: object; reason?: string; password?: string } = {},
  ) =>
    outcomeOf(
      act.work({ database: api.database } as never, {
        person: (person ?? (await createStaffMember(api.database, 'administrator'))) as never,
        requestId: randomUUID(),
        id,
        body: { password, ...body },
      }),
    )
  const key = (shop: SignedUp, mode: 'live' | 'sandbox' = 'live') =>
    outcomeOf(
      replaceApiKey(
        api.database,
        { id: mode === 'live' ? shop.live : shop.test, mode },
        { kind: 'secret', oldWorkSeconds: 0, scopes: ['payments'] },
      ),
    )
  const pay = (shop: SignedUp) => {
    const idempotency = { serviceEnvId: shop.live, holderId: shop.live, route: 'x', key: 'k' }
    const asking = { terminalId: null, collaboratorId: null }
    const answer = { status: 202, body: '', requestId: 'r', madeId: 'm', isReplayed: false }
    const work = () => Promise.resolve(answer)
    return outcomeOf(
      answerOnce(api.database, { idempotency, canonicalRequest: 'x' }, { asking, work }),
    )
  }

  it('gives no key, no terminal, no link and takes no payment until the staff opens it', async () => {
    const shop = await signedUp(api.database)
    assert.equal(await key(shop), 'live_mode_not_open')
    assert.equal(await pay(shop), 'live_mode_not_open')
    const terminal = {
      type: 'pos',
      label: 'Caisse',
      pointOfSale: null,
      serialNumber: null,
      deviceType: null,
    } as const
    assert.equal(
      await outcomeOf(createTerminal(api.database, shop.live, terminal)),
      'live_mode_not_open',
    )
    assert.equal(
      await outcomeOf(createPaymentLink(api.database, shop.live, linkTerms())),
      'live_mode_not_open',
    )
    assert.equal(await key(shop, 'sandbox'), 'fine', 'the sandbox serves at once')
    await assert.rejects(
      books().rows(
        `insert into api_key (id, service_env_id, kind, channel, digest, last4)
         values ($1, $2, 'secret', 'api', sha256($3::bytea), 'abcd')`,
        [randomUUID(), shop.live, randomUUID()],
      ),
      { constraint: 'api_key_is_of_open_mode' },
      'whatever the code forgets',
    )
    const id = await ask(shop)
    assert.equal(await key(shop), 'live_mode_not_open', 'asked for is not opened')
    assert.equal(await decide(approveOpeningAct, id), 'fine')
    assert.equal(await key(shop), 'fine')
    assert.equal(await pay(shop), 'fine')
  })

  it('was always open for a merchant that the staff let in', async () => {
    const member = await createStaffMember(api.database, 'administrator')
    const id = await letIn(api.database, member, {
      name: 'Maison Essai',
      service: { name: 'Boutique', publicName: 'Boutique', currency: 'XOF' },
      owner: { name: 'Afi', email: `afi.${randomUUID()}@example.com` },
      cause: cause(),
    })
    const { id: serviceId } = await books().one<{ id: string }>(
      'select id from service where merchant_id = $1',
      [id],
    )
    assert.deepEqual(await readLiveStanding(api.database, serviceId), { isOpen: true, asked: null })
    assert.equal((await readFirstSteps(api.database, serviceId))?.liveMode, null)
  })

  it('is asked for once at a time, with what the law knows the merchant by', async () => {
    const shop = await signedUp(api.database)
    const before = (await readDeskFigures(api.database)).openings.count
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(ask(shop))))
    assert.deepEqual(outcomes.toSorted(), ['action_not_allowed', 'action_not_allowed', 'fine'])
    assert.equal((await readDeskFigures(api.database)).openings.count, before + 1)
    const waiting = await listOpenings(api.database, { limit: 200, isOpen: true })
    const opening = waiting.find(({ serviceEnvId }) => serviceEnvId === shop.live)
    assert.ok(opening)
    const { taxNumber, tradeRegister, address } = opening
    assert.deepEqual({ taxNumber, tradeRegister, address }, identity)
    assert.deepEqual(opening.asker, { name: 'Sènami Agbo', email: shop.email })
    const kept = await books().one('select tax_number as tax, address from service where id = $1', [
      shop.serviceId,
    ])
    assert.deepEqual(kept, { tax: identity.taxNumber, address: identity.address })
  })

  it('is opened by who may let merchants in, with their password, once; the audit log and the owner are told', async () => {
    const shop = await signedUp(api.database)
    const id = await ask(shop)
    const member = await createStaffMember(api.database, 'administrator')
    const wrong = { person: member, password: 'pas celui-ci' }
    assert.equal(await decide(approveOpeningAct, id, wrong), 'wrong_password')
    const fresh = { ...member, approvesFrom: new Date(Date.now() + 60_000) }
    assert.equal(await decide(approveOpeningAct, id, { person: fresh }), 'account_too_fresh')
    assert.equal((await readLiveStanding(api.database, shop.serviceId)).isOpen, false)
    const outcomes = await Promise.all(
      [approveOpeningAct, approveOpeningAct].map((act) => decide(act, id, { person: member })),
    )
    assert.deepEqual(outcomes.toSorted(), ['action_not_allowed', 'fine'])
    assert.equal(await decide(refuseOpeningAct, id, { reason: 'Trop tard' }), 'action_not_allowed')
    assert.equal((await readLiveStanding(api.database, shop.serviceId)).isOpen, true)
    assert.equal((await findOpening(api.database, id)).decidedBy?.id, member.id)
    const lines = await books().rows<{ line: string }>(
      `select act || ' ' || outcome as line from staff_audit where subject_id = $1 order by id`,
      [id],
    )
    assert.deepEqual(lines.map(({ line }) => line).toSorted(), [
      'live_opening.approve account_too_fresh',
      'live_opening.approve action_not_allowed',
      'live_opening.approve done',
      'live_opening.approve wrong_password',
      'live_opening.refuse action_not_allowed',
    ])
    assert.deepEqual(await told(shop), [{ kind: 'live_answer', reason: null, mails: 1 }])
    await assert.rejects(
      books().rows('update service_env set is_open = false where id = $1', [shop.live]),
      /stays open/,
    )
  })

  it('that is refused stays closed, tells why, and is asked for again', async () => {
    const shop = await signedUp(api.database)
    const id = await ask(shop)
    const reason = 'L’IFU n’est pas celui de ce commerce.'
    assert.equal(await decide(refuseOpeningAct, id, { reason }), 'fine')
    const standing = await readLiveStanding(api.database, shop.serviceId)
    assert.deepEqual([standing.isOpen, standing.asked?.reason], [false, reason])
    assert.deepEqual(await told(shop), [{ kind: 'live_answer', reason, mails: 1 }])
    assert.equal((await readFirstSteps(api.database, shop.serviceId))?.liveMode, false)
    const again = await ask(shop)
    assert.equal(await decide(approveOpeningAct, again), 'fine')
    assert.equal((await readFirstSteps(api.database, shop.serviceId))?.liveMode, true)
  })

  it('that nobody asked for is not found', async () => {
    for (const id of [randomUUID(), 'x'])
      assert.equal(await decide(approveOpeningAct, id), 'live_opening_not_found')
  })

  const told = async (shop: SignedUp) =>
    books().rows(
      `select n.kind, n.details ->> 'reason' as reason,
         (select count(*)::int from mail m where m.details ->> 'notification' = n.id::text) as mails
       from notification n where n.person_id = $1`,
      [(await ownerOf(shop)).id],
    )
})
