import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { createPress } from '#web/invoice/press.ts'
import type { InvoiceSheet } from '#web/invoice/sheet.ts'
import { refusalCode } from '#test/support/outcome.ts'
import { readPdf } from '#test/support/pdf.ts'

const sheet: InvoiceSheet = {
  language: 'fr',
  number: '20261121-7B3C8E289422',
  paidAt: 'samedi 21 novembre 2026 à 10:14:32',
  isTest: false,
  state: { tone: 'ok', text: 'Payé' },
  merchant: { name: 'Tissus Essai', initials: 'TE', contact: [], logo: null },
  payer: ['Awa Dossou'],
  facts: [['Référence', 'CMD-1']],
  rows: [
    {
      kind: 'total',
      label: 'Total payé',
      note: null,
      amount: { whole: '1', fraction: '', unit: '€' },
    },
  ],
  verifyUrl: 'https://pay.example.com/verification/x',
  qr: { size: 1, path: 'M0 0h1v1h-1z' },
}
const numbered = (number: string): InvoiceSheet => ({ ...sheet, number })
const { signal } = new AbortController()
const by = (asker: number, until = signal) => ({ asker: `198.51.100.${asker}`, signal: until })
const stays = by(1)

/** A thread that fails, or ends, as the number of the invoice says. */
const program = `import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ number }) => {
    if (number === 'fails') throw new Error('it failed')
    if (number === 'ends') process.exit(0)
    if (number === 'ends later') setImmediate(() => process.exit(0))
    if (number === 'fails later') setImmediate(() => { throw new Error('it failed later') })
    parentPort.postMessage(new TextEncoder().encode(number))
  })`
const fragile = new URL(`data:text/javascript,${encodeURIComponent(program)}`)

describe('the press of invoices', () => {
  it('prints all that are asked for at once, up to its limit; the others are asked to come again', async () => {
    const press = createPress()
    const asked = Array.from({ length: 20 }, (_, at) => press.print(sheet, by(at)))
    const ends = await Promise.allSettled(asked)
    const printed = ends.filter((end) => end.status === 'fulfilled')
    assert.equal(printed.length, 16)
    for (const { value } of printed) assert.equal(readPdf(Buffer.from(value)).pages.length, 1)
    assert.equal(await refusalCode(asked[19] ?? Promise.resolve()), 'service_unavailable')
    assert.ok(await press.print(sheet, stays), 'and has room again')
  })

  it('keeps room for others however many one address asks for', async () => {
    const press = createPress()
    const greedy = Array.from({ length: 20 }, () => press.print(sheet, by(1)))
    const others = Array.from({ length: 12 }, (_, at) => press.print(sheet, by(2 + at)))
    const ends = await Promise.allSettled(greedy)
    assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 4)
    for (const printed of await Promise.all(others)) assert.ok(printed.length > 0)
  })

  it('passes over those whose reader has left', async () => {
    const press = createPress(fragile)
    assert.equal(
      await refusalCode(press.print(sheet, by(1, AbortSignal.abort()))),
      'service_unavailable',
    )
  })

  it('goes on at once after its thread ended between two invoices', async () => {
    for (const last of ['ends later', 'fails later']) {
      const press = createPress(fragile)
      const begun = once(process, 'worker') as Promise<[Worker]>
      const answered = press.print(numbered(last), stays)
      const ended = begun.then(([thread]) => new Promise((resolve) => thread.once('exit', resolve)))
      await Promise.all([answered, ended])
      const printed = await press.print(numbered('next'), stays)
      assert.equal(Buffer.from(printed).toString(), 'next')
    }
  })

  it('goes on after an invoice that its thread did not survive, with those that wait', async () => {
    const press = createPress(fragile)
    for (const deadly of ['fails', 'ends']) {
      const [lost, ...others] = ['before', deadly, 'after', 'last']
        .toSorted((a) => (a === deadly ? -1 : 0))
        .map((number) => press.print(numbered(number), stays))
      await assert.rejects(lost ?? Promise.resolve(), /it failed|ended/)
      const said = (await Promise.all(others)).map((bytes) => Buffer.from(bytes).toString())
      assert.deepEqual(said, ['before', 'after', 'last'])
    }
  })
})
