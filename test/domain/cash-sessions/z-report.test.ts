import assert from 'node:assert/strict'
import fc from 'fast-check'
import {
  cashDifference,
  type CashSessionRecord,
  cashSessionStatus,
  type ProviderTotals,
  tillTotals,
} from '#domain/cash-sessions/cash-session.ts'
import { asId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { receiptWidths } from '#domain/text/printed.ts'
import { zReport } from '#domain/cash-sessions/z-report.ts'

const xof = (minor: bigint) => money(minor, 'XOF')

function sold(provider: string, count: number, amount: bigint): ProviderTotals {
  return {
    provider,
    count,
    amount: xof(amount),
    fees: xof(amount / 50n),
    refundsCount: 1,
    refunds: xof(5n),
    takenBackCount: 0,
    takenBack: xof(0n),
    pendingCount: 0,
  }
}

const session: CashSessionRecord = {
  id: asId('0195a5c4-7a51-7000-8000-0123456789ab'),
  mode: 'live',
  terminal: {
    id: asId('0195a5c4-7a51-7000-8000-00000000000d'),
    label: 'Caisse 1',
    pointOfSale: { id: '0195a5c4-7a51-7000-8000-00000000000e', name: 'Cotonou Ganhi' },
  },
  operator: { id: asId('0195a5c4-7a51-7000-8000-00000000000f'), name: 'Awa Dossou' },
  channel: 'shop',
  openedAt: new Date('2026-11-21T07:00:00Z'),
  expiresAt: new Date('2026-11-21T15:00:00Z'),
  closedAt: new Date('2026-11-21T14:30:00Z'),
  closedBy: 'secret',
  isExpired: false,
  openingFloat: xof(25_000n),
  countedCash: xof(24_500n),
  note: null,
  byProvider: [sold('moov-benin', 2, 12_500n), sold('mtn-benin', 3, 1_000_000n)],
}

/** A line as a reader sees it, its runs of spaces made one. */
function linesOf(report: string): string[] {
  return report.split('\n').map((line) => line.trim().replaceAll(/ +/g, ' '))
}

describe('Z report', () => {
  it('tells the turn, each operator, the sums and the drawer, in this order', () => {
    assert.deepEqual(linesOf(zReport(session, 'Boutique Démo', 48)), [
      'Boutique Démo',
      'Cotonou Ganhi',
      '-'.repeat(48),
      'CLÔTURE Z',
      'Session 0123456789AB',
      '-'.repeat(48),
      'Caisse Caisse 1',
      'Caissier Awa Dossou',
      'Ouverture samedi 21 novembre 2026 à 08:00:00',
      'Clôture samedi 21 novembre 2026 à 15:30:00',
      '-'.repeat(48),
      'Moov Money',
      'Encaissements 2',
      'Montant 12 500 F CFA',
      'MTN Mobile Money',
      'Encaissements 3',
      'Montant 1 000 000 F CFA',
      '-'.repeat(48),
      'Encaissements 5',
      'TOTAL ENCAISSÉ 1 012 500 F CFA',
      'Dont frais 20 250 F CFA',
      'Remboursements 2',
      'Total remboursé 10 F CFA',
      '-'.repeat(48),
      'Fond de caisse 25 000 F CFA',
      'Espèces attendues 25 000 F CFA',
      'Espèces comptées 24 500 F CFA',
      'Écart -500 F CFA',
    ])
  })

  it('of a session that is not closed is an X reading; of a test session it says so', () => {
    const open = { ...session, closedAt: null, closedBy: null, countedCash: null, byProvider: [] }
    const lines = linesOf(zReport({ ...open, mode: 'sandbox', note: 'Soir' }, 'Boutique', 32))
    assert.ok(lines.includes('LECTURE X') && !lines.includes('CLÔTURE Z'))
    assert.ok(!lines.some((line) => /^(Clôture|Expiration|Espèces comptées|Écart)/.test(line)))
    assert.deepEqual(lines.slice(-3), ['Soir', '-'.repeat(32), 'SESSION DE TEST'])
    const expired = linesOf(zReport({ ...open, isExpired: true }, 'Boutique', 48))
    assert.ok(expired.includes('Expiration samedi 21 novembre 2026 à 16:00:00'))
    const pending = { ...sold('mtn-benin', 0, 0n), pendingCount: 2 }
    const waiting = linesOf(zReport({ ...open, byProvider: [pending] }, 'Boutique', 32))
    assert.ok(waiting.includes('En attente 2'))
  })

  it('has no line longer than the paper, and no sign that a printer obeys, whatever names it holds', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
    const hostile = fc.oneof(
      name,
      fc.constant('\u001b@\u0000\r\n\u202e'),
      fc.constant('é'.repeat(70)),
    )
    fc.assert(
      fc.property(
        fc.record({ label: hostile, cashier: hostile, note: hostile }),
        fc.bigInt(0n, 10n ** 15n),
        ({ label, cashier, note }, minor) => {
          const odd: CashSessionRecord = {
            ...session,
            terminal: { ...session.terminal, label },
            operator: { ...session.operator, name: cashier },
            note,
            byProvider: [sold(label, 1, minor)],
          }
          for (const width of receiptWidths) {
            for (const line of zReport(odd, label, width).split('\n')) {
              assert.ok(Array.from(line).length <= width, JSON.stringify(line))
              assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{M}\p{Cs}\u00a0]/u)
            }
          }
        },
      ),
    )
  })
})

describe('totals of a till', () => {
  it('are the sums of its operators, exact however large, and nothing for none', () => {
    const parts = fc.array(fc.bigInt(0n, 10n ** 30n), { maxLength: 20 })
    fc.assert(
      fc.property(parts, (amounts) => {
        const byProvider = amounts.map((amount, at) => sold(`operator-${at}`, at, amount))
        const totals = tillTotals({ byProvider, openingFloat: session.openingFloat })
        assert.equal(
          totals.amount.minor,
          amounts.reduce((sum, each) => sum + each, 0n),
        )
        assert.equal(
          totals.count,
          byProvider.reduce((sum, { count }) => sum + count, 0),
        )
        assert.equal(totals.refunds.minor, 5n * BigInt(amounts.length))
      }),
    )
  })

  it('never add two currencies', () => {
    const euro = { ...sold('mtn-benin', 1, 5n), amount: money(5n, 'EUR') }
    const { openingFloat } = session
    assert.throws(() => tillTotals({ byProvider: [euro], openingFloat }), RangeError)
  })

  it('know the state and the difference, where somebody counted', () => {
    const open = { closedAt: null, isExpired: false }
    assert.equal(cashSessionStatus(open), 'open')
    assert.equal(cashSessionStatus({ ...open, isExpired: true }), 'expired')
    assert.equal(cashSessionStatus({ ...session, isExpired: true }), 'closed')
    assert.deepEqual(cashDifference(session), xof(-500n))
    assert.equal(cashDifference({ ...session, countedCash: null }), null)
  })
})
