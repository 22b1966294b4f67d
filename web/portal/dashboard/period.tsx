import {
  type Period,
  type PeriodName,
  periodNames,
  periodOf,
  type RangeFault,
  rangeOf,
} from '#domain/dashboard/period.ts'
import type { Language } from '#domain/text/language.ts'
import { countDays } from '#domain/text/local-day.ts'
import { Button } from '#web/design/button.tsx'
import { Chips } from '#web/design/chips.tsx'
import { More } from '#web/design/ask.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { dayText } from '#web/design/time-text.ts'
import { paths } from '#web/portal/paths.ts'
import { dashboardWords, useDashboardWords } from './words.ts'

/** The period that a query asks for, and what is wrong with a range, if anything. */
export interface AskedPeriod {
  readonly period: Period
  readonly fault: RangeFault | null
}

/** Reads `periode`, or the range `du` to `au`. Today, if neither is given. */
export function readPeriod(query: URLSearchParams, now: Date): AskedPeriod {
  const text = (name: string) => query.get(name)?.trim() ?? ''
  const [from, to] = [text('du') || text('au'), text('au') || text('du')]
  if (from === '') return { period: periodOf(nameOf(text('periode')) ?? 'today', now), fault: null }
  const range = rangeOf({ from, to }, now)
  if (range.ok) return { period: range.value, fault: null }
  return { period: periodOf('today', now), fault: range.code }
}

/** The period with this name in the query. */
export function nameOf(address: string): PeriodName | undefined {
  return periodNames.find((known) => periodAddresses[known] === address)
}

/** The address of a page for this period. */
export function periodPath(path: string, { name, days }: Period): string {
  if (name === 'range') return `${path}?du=${days.from}&au=${days.to}`
  return name === 'today' ? path : `${path}?periode=${periodAddresses[name]}`
}

/** A link for each period, and a form for a custom range. */
export function PeriodChoice({
  asked: { period, fault },
  query,
  now,
}: {
  readonly asked: AskedPeriod
  readonly query: URLSearchParams
  readonly now: Date
}) {
  const { period: words, periods } = useDashboardWords()
  const isRange = fault !== null || period.name === 'range'
  return (
    <div>
      <Chips
        label={words.title}
        chips={periodNames.map((name) => ({
          href: periodPath(paths.home, periodOf(name, now)),
          label: periods[name].label,
          isOn: !isRange && name === period.name,
        }))}
      />
      <More title={words.others} isOpen={isRange}>
        <RangeForm written={isRange ? query : new URLSearchParams()} fault={fault} />
      </More>
    </div>
  )
}

function RangeForm({
  written,
  fault,
}: {
  /** What was typed last. */
  readonly written: URLSearchParams
  readonly fault: RangeFault | null
}) {
  const { period: words, rangeFaults } = useDashboardWords()
  return (
    <Form action={paths.home} method="get">
      {fault && (
        <Notice tone="bad" title={rangeFaults[fault].title}>
          {rangeFaults[fault].remedy}
        </Notice>
      )}
      <div class="grid">
        <TextField
          name="du"
          label={words.from}
          type="date"
          value={written.get('du') ?? ''}
          isFilter
        />
        <TextField
          name="au"
          label={words.to}
          type="date"
          value={written.get('au') ?? ''}
          isFilter
        />
      </div>
      <Button>{words.show}</Button>
    </Form>
  )
}

/** The period as a title, and what it is compared with: `qu’hier`, `yesterday`. */
export function wordsOf(
  { name, days }: Period,
  now: Date,
  language: Language,
): { title: string; than: string } {
  const { period: words, periods } = dashboardWords[language]
  if (name !== 'range') return periods[name]
  const count = countDays(days)
  const [from, to] = [dayText(days.from, now, language), dayText(days.to, now, language)]
  if (count === 1) return { title: words.day(from), than: words.thanDayBefore }
  return { title: words.days(from, to), than: words.thanDaysBefore(count) }
}

/** Each period's name in the query. */
export const periodAddresses: Readonly<Record<PeriodName, string>> = {
  today: 'aujourdhui',
  yesterday: 'hier',
  week: '7',
  thirty: '30',
  month: 'mois',
  last_month: 'mois-dernier',
}
