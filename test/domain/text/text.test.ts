import assert from 'node:assert/strict'
import type { CurrencyCode } from '#domain/money/currency.ts'
import { money } from '#domain/money/money.ts'
import {
  amountText,
  countedText,
  durationText,
  isoTime,
  localTime,
  localTimeText,
  webhookTime,
} from '#domain/text/text.ts'

describe('texts', () => {
  it('count one thing in the singular, and none of them as each language does', () => {
    const french = [0, 1, 2, 1250].map((count) => countedText(count, ['paiement', 'paiements']))
    assert.deepEqual(french, ['0 paiement', '1 paiement', '2 paiements', '1\u202F250 paiements'])
    const english = [0, 1, 2].map((count) => countedText(count, ['payment', 'payments'], 'en'))
    assert.deepEqual(english, ['0 payments', '1 payment', '2 payments'])
  })

  it('tell how long to wait in the unit that people count in', () => {
    const said = [1, 41.2, 119, 120, 355, 7199, 7200, 86_000].map((seconds) =>
      durationText(seconds),
    )
    assert.deepEqual(said, [
      '1 seconde',
      '42 secondes',
      '119 secondes',
      '2 minutes',
      '6 minutes',
      '2 heures',
      '2 heures',
      '24 heures',
    ])
    assert.equal(durationText(355, 'en'), '6 minutes')
  })

  it('write amounts as French readers do, with no-break spaces', () => {
    assert.equal(amountText(money(12_500n, 'XOF')), '12\u00A0500\u00A0F\u00A0CFA')
    assert.equal(amountText(money(500n, 'XOF')), '500\u00A0F\u00A0CFA')
    assert.equal(amountText(money(1_234_567n, 'XAF')), '1\u00A0234\u00A0567\u00A0FCFA')
    assert.equal(amountText(money(125_050n, 'EUR')), '1\u00A0250,50\u00A0€')
    assert.equal(amountText(money(5n, 'EUR')), '0,05\u00A0€')
    assert.equal(amountText(money(-12_500n, 'XOF')), '-12\u00A0500\u00A0F\u00A0CFA')
    assert.equal(amountText(money(0n, 'XOF')), '0\u00A0F\u00A0CFA')
  })

  it('write amounts as English readers do, with codes for signs that French alone reads', () => {
    const inEnglish = (minor: bigint, currency: CurrencyCode) =>
      amountText(money(minor, currency), 'en')
    assert.equal(inEnglish(2500n, 'XOF'), '2,500\u00A0F\u00A0CFA')
    assert.equal(inEnglish(-1_234_567n, 'XOF'), '-1,234,567\u00A0F\u00A0CFA')
    assert.equal(inEnglish(125_050n, 'EUR'), '1,250.50\u00A0EUR')
    assert.equal(inEnglish(5n, 'USD'), '0.05\u00A0USD')
  })

  it('write times in UTC, to the second', () => {
    const time = new Date('2025-03-09T04:05:06.789Z')
    assert.equal(isoTime(time), '2025-03-09T04:05:06Z')
    assert.equal(webhookTime(time), '09-03-2025 04:05:06')
  })

  it('write local times at UTC+1, in full', () => {
    const late = new Date('2024-12-31T23:30:05Z')
    assert.equal(localTime(late), '2025-01-01T00:30:05+01:00')
    assert.equal(localTimeText(late), 'mercredi 1er janvier 2025 à 00:30:05')
    const day = new Date('2025-08-17T13:05:00Z')
    assert.equal(localTimeText(day), 'dimanche 17 août 2025 à 14:05:00')
    assert.equal(localTimeText(late, 'en'), 'Wednesday 1 January 2025 at 00:30:05')
    assert.equal(localTimeText(day, 'en'), 'Sunday 17 August 2025 at 14:05:00')
  })
})
