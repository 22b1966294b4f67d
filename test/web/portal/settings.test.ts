import assert from 'node:assert/strict'
import { legalIdentity } from '#domain/receipts/receipt.ts'
import { readReceiptMerchant } from '#use-cases/receipts/read.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { readTerms } from '#use-cases/pricing/terms.ts'
import { suspendPayouts } from '#use-cases/suspensions/desk-acts.ts'
import { startApiAlone } from '#test/support/api-alone.ts'
import { call, collectionCall } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { cause, createStaffMember } from '#test/support/people.ts'
import { pngOf } from '#test/support/pictures.ts'
import { createPortalMerchant, makePayment, portalReader } from '#test/support/portal.ts'

const path = '/portail/reglages'
const good = { nom: 'Pagnes & Fils', devise: 'EUR', frais: 'marchand' }

describe('the settings of a service in the portal', () => {
  const api = given(() => startApiAlone())
  const merchant = given(() => createPortalMerchant(api.database))

  it('say how a service is closed, in either language', async () => {
    const owner = await portalReader(api, merchant, 'owner')
    const plain = (text: string) => text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ')
    assert.match(
      plain((await owner.get(path)).text),
      /Pour fermer ce service, retirez votre solde, puis écrivez à l’équipe du service\./,
    )
    const { location } = await owner.get(`${path}?langue=en`)
    assert.match(
      plain((await owner.get(location ?? path)).text),
      /To close this service, pay out your balance, then write to the service’s team\./,
    )
    await owner.get(`${path}?langue=fr`)
  })

  it('hold for payments from then on: name, currency, and who pays the fees in this mode', async () => {
    const shop = await createPortalMerchant(api.database)
    const admin = await portalReader(api, shop)
    const before = await makePayment(api.database, shop.test, { reference: 'AVANT-1' })
    await admin.post('/portail/service', { vers: shop.test.serviceEnvId })
    const key = shop.test.keys.secret
    const read = async (id: string) =>
      (await call(api, { path: `/v2/transactions/${id}`, key })).json
    const unchanged = (await read(before)).data
    assert.equal((await admin.send(path, good)).location, path)
    assert.deepEqual((await read(before)).data, unchanged)
    const made = await call(api, collectionCall(key, { amount: 1000, currency: 'XOF' }))
    const { fees, display, amount_charged: charged } = made.json.data
    assert.deepEqual([fees.payer, display.currency, charged], ['merchant', 'EUR', 1000])
    const live = await readTerms(api.database, shop.live.serviceEnvId)
    assert.ok(
      live.feeRules.every(({ payer, level }) => level !== 'platform' || payer === 'customer'),
    )
    assert.equal(live.servicePublicName, 'Pagnes & Fils')
    const [line] = await listActivity(api.database, shop.merchantId, { limit: 1 })
    assert.deepEqual(
      [line?.act, line?.outcome, line?.details],
      [
        'service.change',
        'done',
        { public_name: 'Pagnes & Fils', currency: 'EUR', fee_payer: 'merchant' },
      ],
    )
  })

  it('say at each field what is wrong, and keep what was typed', async () => {
    const admin = await portalReader(api, merchant)
    const wrong = { nom: 'x'.repeat(121), devise: 'GBP', frais: '' }
    const { status, text } = await admin.send(path, wrong)
    assert.equal(status, 422)
    assert.match(text, /120 caractères au plus.*devise de la liste.*qui paie les frais/s)
    assert.ok(text.includes(wrong.nom))
    const refused = await admin.send(path, { ...good, password: 'faux' })
    assert.equal(refused.status, 422)
    assert.match(refused.text, /value="Pagnes &amp; Fils"/)
  })

  it('take no name that is the service’s own, shows nothing, or looks like what it is not', async () => {
    const admin = await portalReader(api, merchant)
    for (const nom of ['Service de paiement', '\u200B', 'ΜTN Bénin']) {
      const { status, text } = await admin.send(path, { ...good, nom })
      assert.equal(status, 422, nom)
      assert.match(text, /qui ne soit pas celui de ce service/)
    }
  })

  it('keep who the merchant is before the law, for receipts; each part may be left out', async () => {
    const admin = await portalReader(api, merchant)
    const typed = {
      adresse: 'Rue 12, Cadjèhoun, Cotonou',
      telephone: '01 97 00 00 00',
      email: 'contact@pagnes.example',
      ifu: '3202 0123 45678',
      rccm: 'RB/COT/20 B 26543',
    }
    assert.equal((await admin.send(path, { ...good, ...typed })).location, path)
    const { serviceEnvId } = merchant.live
    const kept = await readReceiptMerchant(api.database, serviceEnvId)
    assert.equal(kept.phone, '2290197000000')
    assert.equal(legalIdentity(kept), 'IFU 3202012345678 · RCCM RB/COT/20 B 26543')
    assert.ok((await admin.get(path)).text.includes('value="3202012345678"'))
    const wrong = { telephone: '12', email: 'x', ifu: '32', rccm: 'R'.repeat(61) }
    const refused = await admin.send(path, { ...good, ...wrong })
    assert.equal(refused.status, 422)
    assert.match(
      refused.text,
      /numéro n’est pas valable.*e-mail valable.*13 chiffres.*60 caractères/s,
    )
    assert.equal((await admin.send(path, good)).location, path)
    const emptied = await readReceiptMerchant(api.database, serviceEnvId)
    assert.deepEqual([emptied.address, legalIdentity(emptied)], [null, null])
  })

  it('show what was agreed: when funds are available, and payouts that are suspended', async () => {
    const admin = await portalReader(api, merchant)
    const agreed = (await admin.get(path)).text
    assert.match(agreed, /Dès le paiement réussi.*Ouverts/s)
    assert.match(
      agreed,
      /<dt>Retraits<\/dt><dd>(?:Sans frais|(?!0\D)[^<]+, en plus du montant)<\/dd>/,
    )
    const { serviceEnvId } = merchant.live
    await api.database.pool.query(
      `update service_env set availability_delay = interval '2 days' where id = $1`,
      [serviceEnvId],
    )
    const until = async (delay: string): Promise<string> => {
      await api.database.pool.query(
        'update service_env set availability_delay = $2 where id = $1',
        [serviceEnvId, delay],
      )
      return (await admin.get(path)).text
    }
    assert.match(await until('90 seconds'), /2\u00A0min après le paiement/)
    assert.match(await until('90 minutes'), /2\u00A0h après le paiement/)
    await until('2 days')
    const member = await createStaffMember(api.database, 'supervisor')
    const stopped = { mode: 'live', serviceEnvId, provider: 'moov-benin' } as const
    await suspendPayouts(api.database, member, { ...stopped, cause: cause('panne') })
    assert.match((await admin.get(path)).text, /2 jours après le paiement.*Suspendus chez Moov/s)
  })

  it('take a logo of 40 KB at most, show it, and take it away', async () => {
    const admin = await portalReader(api, merchant)
    const send = (bytes: Buffer, quoi = 'changer') =>
      admin.send(`${path}/logo`, { logo: bytes.toString('base64url'), quoi })
    const given = await send(pngOf())
    assert.equal(given.location, path)
    const page = await admin.get(path)
    const src = /<img src="(\/logos\/[^"]+)"/.exec(page.text)?.[1] ?? ''
    assert.equal((await admin.get(src)).status, 200)
    for (const [bytes, message] of [
      [Buffer.alloc(0), /Choisissez une image/],
      [Buffer.alloc(40 * 1024 + 1), /dépasse 40/],
      [Buffer.from('<svg/>'), /PNG ou JPEG/],
    ] as const) {
      const refused = await send(bytes)
      assert.equal(refused.status, 422)
      assert.match(refused.text, message)
    }
    assert.equal((await send(Buffer.alloc(70_000))).status, 413)
    assert.equal((await send(Buffer.alloc(0), 'retirer')).location, path)
    assert.equal((await admin.get(src)).status, 404)
    const lines = await listActivity(api.database, merchant.merchantId, { limit: 10 })
    const acts = lines.map(({ act, outcome }) => `${act} ${outcome}`)
    assert.ok(acts.includes('service.change_logo done'))
    assert.ok(acts.includes('service.change_logo invalid_logo'))
    assert.equal(acts[0], 'service.remove_logo done')
  })

  it('take no logo that is a program, whatever it calls itself', async () => {
    const admin = await portalReader(api, merchant)
    const png = pngOf()
    const script = '<script>alert(1)</script>'
    for (const [name, program] of Object.entries({
      windows: Buffer.from('MZ\u0090\u0000', 'latin1'),
      linux: Buffer.from('\u007FELF\u0002\u0001\u0001', 'latin1'),
      shell: Buffer.from('#!/bin/sh\nrm -rf /\n'),
      page: Buffer.from(`<!doctype html>${script}`),
      drawing: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      archive: Buffer.from('PK\u0003\u0004', 'latin1'),
      nameOnly: Buffer.concat([png.subarray(0, 8), Buffer.from(script)]),
      gifThatIsScript: Buffer.from('GIF89a=1;alert(1)//'),
    })) {
      const fields = { logo: program.toString('base64url'), quoi: 'changer' }
      const refused = await admin.send(path, fields, `${path}/logo`)
      assert.equal(refused.status, 422, name)
      assert.match(refused.text, /PNG ou JPEG/, name)
      assert.doesNotMatch(refused.text, /alert\(1\)/, name)
    }
    const both = Buffer.concat([png, Buffer.from(`\u007FELF${script}`, 'latin1')])
    const fields = { logo: both.toString('base64url'), quoi: 'changer' }
    assert.equal((await admin.send(path, fields, `${path}/logo`)).location, path)
    const src = /<img src="(\/logos\/[^"]+)"/.exec((await admin.get(path)).text)?.[1] ?? ''
    const kept = await fetch(api.baseUrl + src)
    assert.deepEqual(Buffer.from(await kept.arrayBuffer()), png, 'what hangs behind it is gone')
    await admin.send(path, { quoi: 'retirer' }, `${path}/logo`)
  })

  it('are for the owner and administrators', async () => {
    for (const role of ['developer', 'collaborator'] as const) {
      const reader = await portalReader(api, merchant, role)
      assert.equal((await reader.get(path)).status, 403)
      assert.equal((await reader.send(path, good)).status, 403)
      assert.equal((await reader.send(`${path}/logo`, { quoi: 'retirer' })).status, 403)
    }
  })
})
