import assert from 'node:assert/strict'
import { onPool } from '#db/sql.ts'
import { listAuthorizedAccounts } from '#use-cases/authorized-accounts/find.ts'
import { call, eventually } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { hiddenFieldsOf } from '#test/support/form-fields.ts'
import { giveBalance, payoutCall } from '#test/support/payouts.ts'
import { password } from '#test/support/people.ts'
import {
  createPortalMerchant,
  type PortalMerchant,
  type PortalReader,
  testModeReader,
} from '#test/support/portal.ts'
import { sharedService } from '#test/support/service.ts'
import { authorizeAll, csv, numbersOf } from '#test/use-cases/payouts/files.ts'

const payouts = '/portail/retraits'
const [phone = ''] = numbersOf(1)

describe('the page of a payout says who asked for it', function () {
  this.timeout(60_000)
  const service = given(() => sharedService())

  async function scene() {
    const merchant = await createPortalMerchant(service.database)
    await giveBalance(service.database, merchant.test, 5_000_000)
    await authorizeAll(service.database, merchant.test, [phone])
    return { merchant, reader: await named(merchant, 'Sènan Hounkpè') }
  }
  async function named(merchant: PortalMerchant, name: string): Promise<PortalReader> {
    const reader = await testModeReader(service, merchant)
    await rows('update person set name = $2 where id = $1', reader.user.id, name)
    return reader
  }
  const rows = (text: string, ...values: readonly unknown[]) =>
    onPool(service.database.pool).rows<Record<string, unknown>>(text, values)

  /** Both steps of a payout of 1000 XOF. */
  async function asked(reader: PortalReader, { test }: PortalMerchant): Promise<string> {
    const [account] = await listAuthorizedAccounts(service.database, test.serviceEnvId)
    const typed = { compte: account?.id ?? '', montant: '1000' }
    const shown = await reader.post(`${payouts}/verification`, typed)
    const answer = await reader.post(`${payouts}/nouveau`, {
      ...hiddenFieldsOf(shown.text),
      password,
    })
    assert.equal(answer.status, 303, answer.text)
    return answer.location ?? ''
  }
  const asker = async (reader: PortalReader, page: string, label = 'Demandé par') =>
    new RegExp(`<dt>${label}</dt><dd>([^<]*(?:<a[^>]*>[^<]*)?)`).exec(
      (await reader.get(page)).text,
    )?.[1]

  it('by name, if it was somebody in the portal, also of several at once', async () => {
    const { merchant, reader } = await scene()
    const other = await named(merchant, 'Bignon Ahouansou')
    const [first, second] = await Promise.all([asked(reader, merchant), asked(other, merchant)])
    assert.equal(await asker(reader, first), 'Sènan Hounkpè')
    assert.equal(await asker(reader, second), 'Bignon Ahouansou')
  })

  it('of a payout whose line in the log is older than its name there, unless it may be of two', async () => {
    const { merchant, reader } = await scene()
    const other = await named(merchant, 'Bignon Ahouansou')
    const id = (page: string) => page.split('/').at(-1)
    const page = await asked(reader, merchant)
    const line = (member: PortalReader, amount = 1000) =>
      rows(
        `insert into activity_log (merchant_id, portal_user_id, act, service_env_id, details, request_id, at, outcome, ended_at)
         select $1, $2, 'payout.request', service_env_id, jsonb_build_object('amount', $3::int), gen_random_uuid(),
           created_at - interval '1 second', 'done', created_at + interval '1 second'
         from transaction where id = $4`,
        merchant.merchantId,
        member.user.id,
        amount,
        id(page),
      )
    await eventually(async () => (await reader.get(page)).text.includes('Argent reçu'))
    await rows(
      `update transaction set created_at = created_at - interval '30 days' where id = $1`,
      id(page),
    )
    assert.equal(await asker(reader, page), undefined)
    await line(other)
    await line(reader, 2000)
    const aged = await asker(reader, page)
    assert.equal(aged, 'Bignon Ahouansou')
    await line(reader)
    assert.equal(await asker(reader, page), undefined)
  })

  it('by the end of its key, if it was the merchant’s site', async () => {
    const { merchant, reader } = await scene()
    const answer = await call(service, payoutCall(merchant.test.keys.secret, { phone }))
    assert.equal(answer.status, 202, answer.text)
    const said = await asker(reader, `${payouts}/${answer.json.data.id}`)
    assert.equal(
      said,
      `Votre site ou logiciel (clé secrète …${merchant.test.keys.secret.slice(-4)})`,
    )
  })

  it('and of a file who sent it, and who approved it', async () => {
    const { merchant, reader } = await scene()
    const text = Buffer.from(csv(`${phone};2000000;SAL-1`)).toString('base64url')
    const fields = { nom: 'Salaires de novembre', fichier: text }
    const file = (await reader.post(`${payouts}/fichiers/nouveau`, fields)).location ?? ''
    await reader.send(file, {}, `${file}/envoi`)
    const second = await named(merchant, 'Bignon Ahouansou')
    await second.send(file, {}, `${file}/validation`)
    await eventually(async () => (await second.get(file)).text.includes('Terminé'))
    const [made] = await rows(
      'select id from transaction where service_env_id = $1',
      merchant.test.serviceEnvId,
    )
    const page = `${payouts}/${String(made?.['id'])}`
    assert.equal(
      await asker(reader, page, 'Par le fichier'),
      `<a href="${file}">Salaires de novembre`,
    )
    assert.equal(await asker(reader, page, 'Fichier envoyé par'), 'Sènan Hounkpè')
    assert.equal(await asker(reader, page, 'Approuvé par'), 'Bignon Ahouansou')
  })
})
