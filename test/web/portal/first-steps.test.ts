import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { failed, success } from '#test/support/ends.ts'
import { given } from '#test/support/given.ts'
import {
  createPortalMerchant,
  makePayment,
  type PortalMerchant,
  portalReader,
  testModeReader,
} from '#test/support/portal.ts'
import { signedUp } from '#test/support/sign-ups.ts'

const away = '/portail/premiers-pas/ranger'

describe('the first steps of a service', () => {
  const api = given(() => sharedApiAlone())
  const books = () => onPool(api.database.pool)

  it('are marked one by one as the books say so, and gone when all are done', async () => {
    const merchant = await createPortalMerchant(api.database)
    const reader = await portalReader(api, merchant)
    const say = async () => stepsOf((await reader.get('/portail')).text)
    assert.deepEqual(await say(), { done: '0 sur 5', marks: 0 })
    await giveLogo(merchant)
    assert.deepEqual(await say(), { done: '1 sur 5', marks: 1 })
    await makePayment(api.database, merchant.test, { reference: 'E-1', outcome: failed })
    assert.deepEqual(await say(), { done: '1 sur 5', marks: 1 }, 'a test that failed is none')
    await makePayment(api.database, merchant.test, { reference: 'E-2', outcome: success })
    assert.deepEqual(await say(), { done: '2 sur 5', marks: 2 })
    await addAccount(merchant)
    await addLink(merchant)
    assert.deepEqual(await say(), { done: '4 sur 5', marks: 4 })
    await makePayment(api.database, merchant.live, { reference: 'R-1', outcome: success })
    assert.equal(await say(), null)
  })

  it('lead to where each is done, through the mode in which it counts', async () => {
    const merchant = await createPortalMerchant(api.database)
    const live = (await (await portalReader(api, merchant)).get('/portail')).text
    assert.match(live, /<a href="\/portail\/reglages\/logo">Choisir une image/)
    assert.match(live, /<a href="\/portail\/liens\/nouveau">Créer un lien/)
    assert.match(live, /<a href="\/portail\/service">Passer en mode test/)
    assert.match(live, /<a href="\/portail\/comptes-autorises">Ajouter un compte/)
    const test = (await (await testModeReader(api, merchant)).get('/portail')).text
    assert.match(test, /<a href="\/portail\/encaisser">Encaisser pour essayer/)
    assert.match(test, /<a href="\/portail\/service">Passer en mode réel/)
  })

  it('of who signed up have the live mode among them, done once the staff has opened it', async () => {
    const shop = await signedUp(api.database)
    const reader = await portalReader(api, shop)
    const before = (await reader.get('/portail')).text
    assert.deepEqual(stepsOf(before), { done: '0 sur 6', marks: 0 })
    assert.match(before, /<a href="\/portail\/ouverture">Demander son ouverture/)
    const { id } = await books().one<{ id: string }>('select id from person where email = $1', [
      shop.email,
    ])
    await books().rows(
      `insert into live_opening (id, service_env_id, tax_number, trade_register, address, asked_by)
       values (gen_random_uuid(), $1, '3201900000001', 'RB/COT/20 B 26543', 'Ganhi', $2)`,
      [shop.live, id],
    )
    await books().rows('update service_env set is_open = true where id = $1', [shop.live])
    assert.deepEqual(stepsOf((await reader.get('/portail')).text), { done: '1 sur 6', marks: 1 })
  })

  it('are put away for everybody, once, with a line in the log', async () => {
    const merchant = await createPortalMerchant(api.database)
    const reader = await portalReader(api, merchant, 'owner')
    const colleague = await portalReader(api, merchant)
    assert.equal((await reader.post(away)).location, '/portail')
    assert.equal((await reader.post(away)).location, '/portail')
    for (const one of [reader, colleague])
      assert.equal(stepsOf((await one.get('/portail')).text), null)
    const lines = await books().rows(
      `select outcome from activity_log where merchant_id = $1 and act = 'service.put_steps_away'`,
      [merchant.merchantId],
    )
    assert.equal(lines.length, 1)
  })

  it('are for who leads: nobody else sees them or puts them away, and no other merchant’s are meant', async () => {
    const merchant = await createPortalMerchant(api.database)
    const other = await createPortalMerchant(api.database)
    const collaborator = await portalReader(api, merchant, 'collaborator')
    assert.equal(stepsOf((await collaborator.get('/portail')).text), null)
    assert.equal((await collaborator.post(away)).status, 403)
    const stranger = await portalReader(api, other)
    await stranger.post(away, { place: merchant.live.serviceEnvId })
    const { text } = await (await portalReader(api, merchant)).get('/portail')
    assert.deepEqual(stepsOf(text), { done: '0 sur 5', marks: 0 })
    const reader = await portalReader(api, merchant)
    assert.equal((await reader.post(away, { csrf_token: 'another' })).status, 403)
  })

  const giveLogo = ({ live }: PortalMerchant) =>
    books().rows(
      `insert into service_logo (service_id, digest, type, width, height, content)
       select $1, encode(sha256(content), 'hex'), 'png', 16, 16, content
       from (values ('\\x89504e470d0a1a0a'::bytea)) as picture (content)`,
      [live.serviceId],
    )
  const addAccount = ({ live }: PortalMerchant) =>
    books().rows(
      `insert into authorized_account (id, service_env_id, type, provider, holder_name, phone, country)
       values (gen_random_uuid(), $1, 'mobile_money', 'mtn', 'Afi Mensah', '2290196000042', 'BJ')`,
      [live.serviceEnvId],
    )
  const addLink = ({ test }: PortalMerchant) =>
    books().rows(
      `insert into payment_link (id, service_env_id, title, amount, currency)
       values (gen_random_uuid(), $1, 'Panier', 5000, 'XOF')`,
      [test.serviceEnvId],
    )
})

/** What the list says: how many are done, and how many have the mark of it; null where there is no list. */
function stepsOf(text: string): { done: string; marks: number } | null {
  const list = /<section[^>]*aria-labelledby="premiers-pas">([^]*?)<\/section>/.exec(text)?.[1]
  if (list === undefined) return null
  return { done: /\d sur \d/.exec(list)?.[0] ?? '', marks: list.split('>Fait<').length - 1 }
}
