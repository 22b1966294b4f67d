import assert from 'node:assert/strict'
import { findCheckout } from '#use-cases/checkouts/find.ts'
import { listActivity } from '#use-cases/audit/list.ts'
import { closeCashSession } from '#use-cases/cash-sessions/close.ts'
import { listCashSessions } from '#use-cases/cash-sessions/find.ts'
import { openCashSession } from '#use-cases/cash-sessions/open.ts'
import { readTransaction } from '#use-cases/transactions/find.ts'
import { onPool } from '#db/sql.ts'
import { asId, type CheckoutId, type TerminalId, type TransactionId } from '#domain/ids.ts'
import { zero } from '#domain/money/money.ts'
import { call, eventually } from '#test/support/call.ts'
import { scanCall } from '#test/support/checkouts.ts'
import { given } from '#test/support/given.ts'
import { wordsOf } from '#test/support/payer.ts'
import {
  type Answer,
  createPortalMerchant,
  portalReader,
  type PortalReader,
} from '#test/support/portal.ts'
import { sharedService } from '#test/support/service.ts'

const form = '/portail/encaisser'
const asked = '/portail/encaisser/demandes'
const shown = '/portail/encaisser/codes'

describe('encaisser in the portal', () => {
  const service = given(() => sharedService())
  const merchant = given(() => createPortalMerchant(service.database))
  const reader = given(() => readerIn('test'))

  const readerIn = async (
    mode: 'test' | 'live',
    role: Parameters<typeof portalReader>[2] = 'collaborator',
  ) => {
    const opened = await portalReader(service, merchant, role)
    await opened.post('/portail/service', { vers: merchant[mode].serviceEnvId })
    return opened
  }
  /** Without a password, which no form of a sale has. */
  const sell = async (
    action: string,
    fields: Readonly<Record<string, string>>,
    by: PortalReader = reader,
  ): Promise<Answer> => by.post(action, { ...(await by.formOf(form)), ...fields })
  const idIn = ({ location, text }: Answer): string => {
    assert.ok(location, text)
    return location.slice(-36)
  }
  const untilWords = (path: string, words: RegExp) =>
    eventually(async () => {
      const answer = await reader.get(path)
      return words.test(wordsOf(answer)) && answer
    })
  let numbers = 0
  /** A number whose payment ends as its last four digits say, and which nobody else has. */
  const numberOf = (ending: string): string => {
    numbers += 1
    return `01 97 ${String(10 + numbers)} ${ending.slice(0, 2)} ${ending.slice(2)}`
  }
  const openTill = async (cashier: string) => {
    const { serviceEnvId } = merchant.test
    const { id } = await onPool(service.database.pool).one<{ id: TerminalId }>(
      `select id from terminal where service_env_id = $1`,
      [serviceEnvId],
    )
    const scope = { serviceEnvId, terminalId: id }
    for (const open of await listCashSessions(service.database, scope, {
      limit: 9,
      isOpen: true,
    })) {
      const closing = { countedCash: null, note: null, closedBy: 'portal' as const }
      await closeCashSession(service.database, { scope, id: open.id }, closing)
    }
    await openCashSession(
      service.database,
      { serviceEnvId, id },
      {
        cashier: { name: cashier },
        seconds: 3600,
        openingFloat: zero('XOF'),
        note: null,
      },
    )
    const [till] = await listCashSessions(service.database, scope, { limit: 1, isOpen: true })
    assert.ok(till)
    return { till, scope }
  }

  it('says what Mobile Money takes before an amount is typed, and refuses the rest', async () => {
    assert.match(wordsOf(await reader.get(form)), /De 100 F CFA à 2 000 000 F CFA/)
    for (const montant of ['99', '2 000 001'])
      assert.equal((await sell(asked, { montant, numero: numberOf('0099') })).status, 422, montant)
  })

  it('asks a number for money, without a password, and follows it until it is paid', async () => {
    const sent = await sell(asked, {
      montant: '2 500',
      numero: numberOf('0099'),
      nom: 'Awa Dossou',
    })
    const id = asId<TransactionId>(idIn(sent))
    const made = await readTransaction(service.database, id)
    assert.deepEqual(
      [made.mode, made.channel, made.provider, made.price.minor, made.customer.name],
      ['sandbox', 'dashboard', 'mtn-benin', 2500n, 'Awa Dossou'],
    )
    const paid = await untilWords(sent.location ?? '', /Payé \(test\)/)
    assert.match(paid.text, /data-end="paid"/)
    assert.match(wordsOf(paid), /Awa Dossou.*Encaissement suivant/s)
    const [line] = await listActivity(service.database, merchant.merchantId, { limit: 1 })
    assert.deepEqual([line?.act, line?.outcome], ['collection.request', 'done'])
    assert.doesNotMatch(JSON.stringify(line), /0197|2290197|Awa/)
  })

  it('says why a number did not pay, and asks again with all that was typed', async () => {
    const numero = numberOf('0001')
    const sent = await sell(asked, { montant: '900', numero, objet: 'Pagne' })
    const failed = await untilWords(sent.location ?? '', /Pas payé/)
    assert.match(failed.text, /data-end="unpaid"/)
    const [, again = ''] = /href="([^"]*encore=[^"]*)"/.exec(failed.text) ?? []
    assert.doesNotMatch(again, /01 ?97/)
    const { text } = await reader.get(again)
    for (const kept of ['value="900"', 'value="Pagne"', numero.replaceAll(' ', '')])
      assert.ok(text.includes(kept), kept)
  })

  it('is one payment however often, and at once, its form comes', async () => {
    const fields = { ...(await reader.formOf(form)), montant: '700', numero: numberOf('0099') }
    const both = await Promise.all([reader.post(asked, fields), reader.post(asked, fields)])
    const ids = [...both, await reader.post(asked, fields)].map(idIn)
    assert.equal(new Set(ids).size, 1)
    const code = { ...(await reader.formOf(form)), montant: '700' }
    const codes = [await reader.post(shown, code), await reader.post(shown, code)].map(idIn)
    assert.equal(new Set(codes).size, 1)
  })

  it('shows a code that is paid by whoever scans it, after a payment that failed too', async () => {
    const path = (await sell(shown, { montant: '1 200' })).location ?? ''
    const id = path.slice(-36)
    assert.match((await reader.get(path)).text, /Code QR qui ouvre/)
    const failing = await call(service, scanCall(id, { phone: `2290197${80 + numbers}0001` }))
    assert.equal(failing.status, 202, failing.text)
    await untilWords(path, /Le dernier essai n’a pas abouti/)
    await eventually(async () => {
      const { status } = await call(service, scanCall(id))
      return status === 202
    })
    await untilWords(path, /Payé \(test\)/)
  })

  it('takes an open code back', async () => {
    const path = (await sell(shown, { montant: '1 300' })).location ?? ''
    const marks = await reader.formOf(path)
    assert.equal((await reader.post(`${path}/annuler`, marks)).location, path)
    await untilWords(path, /Code annulé/)
    const { serviceEnvId } = merchant.test
    const id = asId<CheckoutId>(path.slice(-36))
    assert.equal((await findCheckout(service.database, { serviceEnvId }, id))?.status, 'cancelled')
  })

  it('keeps cashier and terminal from one sale to the next, while their till is open', async () => {
    const { till, scope } = await openTill('Afi Mensah')
    const first = await sell(asked, { montant: '400', numero: numberOf('0099'), caisse: till.id })
    const made = await readTransaction(service.database, asId<TransactionId>(idIn(first)))
    assert.deepEqual(
      [made.channel, made.operator?.name, made.terminal?.id],
      ['pos', 'Afi Mensah', till.terminal.id],
    )
    assert.match((await reader.get(form)).text, new RegExp(`value="${till.id}" selected`))
    await untilWords(first.location ?? '', /Payé/)
    const [counted] = await listCashSessions(service.database, scope, { limit: 1 })
    assert.equal(counted?.byProvider[0]?.count, 1)
    const marks = await reader.formOf(form)
    const closing = { countedCash: null, note: null, closedBy: 'portal' as const }
    await closeCashSession(service.database, { scope, id: till.id }, closing)
    const late = await reader.post(shown, { ...marks, montant: '400', caisse: till.id })
    assert.equal(late.status, 422)
    assert.match(late.text, /Cette caisse est fermée/)
    assert.ok(!(await reader.get(form)).text.includes(till.id))
  })

  it('says at its field what is wrong, and keeps what was typed', async () => {
    const wrong = [
      [asked, { montant: '', numero: '01 97 00 00 00' }, 'montant'],
      [asked, { montant: 'x', numero: '01 97 00 00 00' }, 'montant'],
      [asked, { montant: '50', numero: '01 97 00 00 00' }, 'montant'],
      [asked, { montant: '9 000 000', numero: '01 97 00 00 00' }, 'montant'],
      [asked, { montant: '500', numero: '' }, 'numero'],
      [asked, { montant: '500', numero: '01 97' }, 'numero'],
      [asked, { montant: '500', numero: '01 20 00 00 00' }, 'operateur'],
      [asked, { montant: '500', numero: '01 97 00 00 00', nom: 'é'.repeat(256) }, 'nom'],
      [shown, { montant: '0' }, 'montant'],
      [shown, { montant: '50' }, 'montant'],
    ] as const
    for (const [action, fields, field] of wrong) {
      const { status, text } = await sell(action, fields)
      assert.equal(status, 422, JSON.stringify(fields))
      assert.match(text, new RegExp(`champ-${field}-erreur`), JSON.stringify(fields))
    }
    const { text } = await sell(asked, { montant: '500', numero: '01 97' })
    assert.match(text, /value="500"/)
    assert.match(text, /value="01 97"/)
  })

  it('is for everybody of the merchant, in the place that the form was opened for, and for nobody else', async () => {
    for (const role of ['owner', 'administrator', 'developer', 'collaborator'] as const) {
      assert.equal((await (await readerIn('live', role)).get(form)).status, 200, role)
    }
    const marks = await reader.formOf(form)
    const elsewhere = await reader.post(asked, {
      ...marks,
      place: merchant.live.serviceEnvId,
      montant: '500',
      numero: '01 97 00 00 00',
    })
    assert.equal(elsewhere.status, 409)
    const path = (await sell(shown, { montant: '500' })).location ?? ''
    const stranger = await portalReader(service, await createPortalMerchant(service.database))
    for (const address of [path, `${path}/suite`, `${asked}/${path.slice(-36)}`])
      assert.equal((await stranger.get(address)).status, 404, address)
    const taken = await stranger.post(`${path}/annuler`, await stranger.formOf(form))
    assert.equal(taken.status, 404)
  })
})
