import {
  type Period,
  type PeriodName,
  periodNames,
  periodOf,
  type RangeFault,
  rangeOf,
} from '#domain/dashboard/period.ts'
import { countDays } from '#domain/text/local-day.ts'
import { Button } from '#web/design/button.tsx'
import { Chips } from '#web/design/chips.tsx'
import { More } from '#web/design/ask.tsx'
import { TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { dayText } from '#web/design/time-text.ts'
import { paths } from '#web/portal/paths.ts'

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
  return periodNames.find((known) => periodWords[known].address === address)
}

/** The address of a page for this period. */
export function periodPath(path: string, { name, days }: Period): string {
  if (name === 'range') return `${path}?du=${days.from}&au=${days.to}`
  return name === 'today' ? path : `${path}?periode=${periodWords[name].address}`
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
  const isRange = fault !== null || period.name === 'range'
  const written = isRange ? query : new URLSearchParams()
  return (
    <div>
      <Chips
        label="Période"
        chips={periodNames.map((name) => ({
          href: periodPath(paths.home, periodOf(name, now)),
          label: periodWords[name].label,
          isOn: !isRange && name === period.name,
        }))}
      />
      <More title="Autres dates" isOpen={isRange}>
        <Form action={paths.home} method="get">
          {fault && (
            <Notice tone="bad" title={faultWords[fault].title}>
              {faultWords[fault].remedy}
            </Notice>
          )}
          <div class="grid">
            <TextField name="du" label="Du" type="date" value={written.get('du') ?? ''} isFilter />
            <TextField name="au" label="Au" type="date" value={written.get('au') ?? ''} isFilter />
          </div>
          <Button>Afficher</Button>
        </Form>
      </More>
    </div>
  )
}

/** The period as a title, and what it is compared with: `qu’hier`. */
export function wordsOf({ name, days }: Period, now: Date): { title: string; than: string } {
  if (name !== 'range') return { title: periodWords[name].title, than: periodWords[name].than }
  const count = countDays(days)
  if (count === 1) return { title: `Le ${dayText(days.from, now, 'fr')}`, than: 'que la veille' }
  return {
    title: `Du ${dayText(days.from, now, 'fr')} au ${dayText(days.to, now, 'fr')}`,
    than: `que les ${count}\u00A0jours d’avant`,
  }
}

/** Each period's name in the query, on its chip, and as a title. */
export const periodWords: Readonly<
  Record<
    PeriodName,
    {
      readonly address: string
      readonly label: string
      readonly title: string
      readonly than: string
    }
  >
> = {
  today: {
    address: 'aujourdhui',
    label: 'Aujourd’hui',
    title: 'Encaissé aujourd’hui',
    than: 'qu’hier',
  },
  yesterday: { address: 'hier', label: 'Hier', title: 'Encaissé hier', than: 'qu’avant-hier' },
  week: {
    address: '7',
    label: '7\u00A0jours',
    title: 'Encaissé en 7\u00A0jours',
    than: 'que les 7\u00A0jours d’avant',
  },
  thirty: {
    address: '30',
    label: '30\u00A0jours',
    title: 'Encaissé en 30\u00A0jours',
    than: 'que les 30\u00A0jours d’avant',
  },
  month: {
    address: 'mois',
    label: 'Ce mois',
    title: 'Encaissé ce mois',
    than: 'que le mois dernier à la même date',
  },
}

const faultWords: Readonly<
  Record<RangeFault, { readonly title: string; readonly remedy: string }>
> = {
  no_day: {
    title: 'Cette date n’existe pas',
    remedy: 'Écrivez le jour, le mois et l’année, par exemple 03/03/2026.',
  },
  reversed: {
    title: 'Les dates sont à l’envers',
    remedy: 'La première date doit venir avant la seconde.',
  },
  not_yet: {
    title: 'Ces jours ne sont pas encore là',
    remedy: 'Choisissez des dates jusqu’à aujourd’hui.',
  },
  too_long: {
    title: 'C’est trop long pour un seul écran',
    remedy: 'Choisissez un an au plus. Pour plus, exportez vos paiements année par année.',
  },
}
