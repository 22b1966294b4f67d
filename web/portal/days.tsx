import { periodNames, periodOf } from '#domain/dashboard/period.ts'
import { dayMs, type Days, startOfLocalDay } from '#domain/text/local-day.ts'
import { Chips } from '#web/design/chips.tsx'
import { TextField } from '#web/design/field.tsx'
import { useScope } from '#web/design/scope.ts'
import { nameOf, periodAddresses } from './dashboard/period.tsx'
import { dashboardWords } from './dashboard/words.ts'
import { addressOf } from './list-page.ts'
import { usePortalWords } from './words.tsx'

/** Query fields that choose the days of a list, the same for every list. */
export const dayFields = ['periode', 'du', 'au'] as const

/** The days that a query asks for; typed dates take precedence over a named period. */
export function readDays(query: URLSearchParams, now: Date): Partial<Days> {
  const day = (name: string) => {
    const text = query.get(name)?.trim() ?? ''
    return startOfLocalDay(text) ? text : undefined
  }
  const [from, to] = [day('du'), day('au')]
  if (from !== undefined || to !== undefined)
    return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const name = nameOf(query.get('periode') ?? '')
  return name === undefined ? {} : periodOf(name, now).days
}

/** Their first moment, and the first one after them. */
export function momentsOf({ from = '', to = '' }: Partial<Days>) {
  const last = startOfLocalDay(to)
  return { since: startOfLocalDay(from), until: last && new Date(last.getTime() + dayMs) }
}

/** The other fields of a list. */
export function withoutDays(fields: readonly string[]): readonly string[] {
  return fields.filter((name) => !dayFields.some((known) => known === name))
}

interface DaysProps {
  readonly path: string
  readonly query: URLSearchParams
  /** The other fields of the list, which stay. */
  readonly fields: readonly string[]
}

/** A chip for each named period. */
export function PeriodChips({ path, query, fields }: DaysProps) {
  const { language } = useScope()
  const words = usePortalWords().days
  const { periods } = dashboardWords[language]
  const isDated = (query.get('du') ?? query.get('au') ?? '') !== ''
  const chosen = query.get('periode') ?? ''
  const chip = (periode: string, label: string) => ({
    label,
    href: addressOf(path, query, { fields, changes: { periode } }),
    isOn: !isDated && chosen === periode,
  })
  return (
    <Chips
      label={words.period}
      chips={[
        chip('', words.allDates),
        ...periodNames.map((name) => chip(periodAddresses[name], periods[name].label)),
      ]}
    />
  )
}

/** The fields for days of one's own. */
export function DayFields({ query }: Pick<DaysProps, 'query'>) {
  const words = usePortalWords().days
  const value = (name: string) => query.get(name) ?? ''
  return (
    <>
      <TextField name="du" label={words.from} type="date" value={value('du')} isFilter />
      <TextField name="au" label={words.to} type="date" value={value('au')} isFilter />
    </>
  )
}
