import assert from 'node:assert/strict'
import { cashSessionWords } from '#web/portal/cash-sessions/words.tsx'
import { dashboardWords } from '#web/portal/dashboard/words.ts'
import { countsText, daySalesWords } from '#web/portal/day-sales/words.tsx'

describe('counts in the portal', () => {
  const counts = { count: 1_234, pendingCount: 1_000 }

  it('have their thousands apart, like amounts, in both languages', () => {
    const said = (['fr', 'en'] as const).map((language) => {
      const { summary } = dashboardWords[language]
      return [
        summary.paidBefore(summary.paid(10_002), 9_800),
        countsText(counts, daySalesWords[language]),
        cashSessionWords[language].sales.countOf(1_234),
      ]
    })
    assert.deepEqual(said, [
      [
        '10\u202F002 paiements réussis (avant\u00A0: 9\u202F800)',
        '1\u202F234\u00A0ventes · 1\u202F000 en attente',
        '1\u202F234\u00A0ventes',
      ],
      [
        '10,002 successful payments (previously: 9,800)',
        '1,234\u00A0sales · 1,000 pending',
        '1,234\u00A0sales',
      ],
    ])
  })
})
