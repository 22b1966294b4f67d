import { operatorName } from '#domain/operators/names.ts'
import { operators } from '#domain/operators/operators.ts'
import { channels, type Mode, transactionStatuses } from '#domain/transactions/transaction.ts'
import type { Selection } from '#use-cases/transactions/selection.ts'
import { statusNames } from '#web/design/badge.tsx'
import { type Chip, Chips } from '#web/design/chips.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { useScope } from '#web/design/scope.ts'
import { searchLengthMax } from '#domain/search/reading.ts'
import { countText } from '#domain/text/text.ts'
import { DayFields, PeriodChips, withoutDays } from '#web/portal/days.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { paths } from '#web/portal/paths.ts'
import { type FilterField, filterFields, isAmountWrong, listPath } from './filter.ts'
import { useTransactionListWords } from './words.ts'

/** Fields set by chips; the form keeps them unchanged. */
const chipFields = ['type', 'operateur', 'periode'] as const
const formFields: readonly FilterField[] = ['q', 'canal', 'du', 'au', 'min', 'max']
const undatedFields = withoutDays(filterFields)

/** The filters of the list: chips, and a form for the rest. */
export function Choices({
  query,
  mode,
  selection,
}: {
  readonly query: URLSearchParams
  readonly mode: Mode
  /** Null if it has no totals; statuses have no counts then. */
  readonly selection: Selection | null
}) {
  const { language } = useScope()
  const words = useTransactionListWords().choices
  const chip = chipsOf(query)
  const operator = query.get('operateur') ?? ''
  return (
    <div>
      <Chips
        label={words.kind}
        chips={[
          chip('type', '', words.allKinds),
          chip('type', 'collection', words.collections),
          chip('type', 'payout', words.payouts),
          ...operators
            .filter(({ type }) => mode === 'sandbox' || type === 'mobile_money')
            .map(({ code }) => {
              const isOn = operator === code
              return { ...chip('operateur', isOn ? '' : code, operatorName(code, language)), isOn }
            }),
        ]}
      />
      <PeriodChips path={paths.transactions} query={query} fields={undatedFields} />
      <Statuses query={query} selection={selection} />
      <Form query={query} />
    </div>
  )
}

/** Creates chips, each of which sets one query field. */
function chipsOf(query: URLSearchParams) {
  return (name: FilterField, to: string, label: string): Chip => ({
    label,
    href: listPath(paths.transactions, query, { [name]: to }),
    isOn: (query.get(name) ?? '') === to,
  })
}

/** A chip for each status, with counts. */
export function Statuses({
  query,
  selection,
  swap,
}: {
  readonly query: URLSearchParams
  readonly selection: Selection | null
  /** They take the place of those in an open page. */
  readonly swap?: 'true'
}) {
  const { language } = useScope()
  const words = useTransactionListWords().choices
  const chip = chipsOf(query)
  const counted = (count: number | undefined) =>
    count === undefined ? {} : { count: countText(count, language) }
  const statuses = transactionStatuses.map((status) => ({
    ...chip('statut', status, words.statuses[status]),
    ...counted(selection?.counts[status]),
  }))
  const all = {
    ...chip('statut', '', words.allStatuses),
    ...counted(selection ? totalOf(selection) : undefined),
  }
  return (
    <Chips
      id="statuts"
      swap={swap}
      label={words.status}
      chips={[all, ...statuses.filter(({ isOn, count }) => isOn || count !== '0')]}
    />
  )
}

function totalOf({ counts }: Selection): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

function Form({ query }: { readonly query: URLSearchParams }) {
  const words = useTransactionListWords().choices
  const value = (name: FilterField) => query.get(name) ?? ''
  const wrong = (name: 'min' | 'max') =>
    isAmountWrong(query, name) ? words.wrongAmount : undefined
  return (
    <Filters
      action={paths.transactions}
      isOpen={formFields.some((name) => value(name).trim() !== '')}
      hasText
    >
      {chipFields.map((name) =>
        value(name) === '' ? null : (
          <input key={name} type="hidden" name={name} value={value(name)} />
        ),
      )}
      <TextField
        name="q"
        label={words.search}
        type="search"
        value={value('q')}
        maxLength={searchLengthMax}
        isFilter
      />
      <Selects query={query} />
      <TextField
        name="min"
        label={words.amountFrom}
        inputMode="numeric"
        value={value('min')}
        error={wrong('min')}
        isFilter
      />
      <TextField
        name="max"
        label={words.amountTo}
        inputMode="numeric"
        value={value('max')}
        error={wrong('max')}
        isFilter
      />
      <DayFields query={query} />
    </Filters>
  )
}

function Selects({ query }: { readonly query: URLSearchParams }) {
  const { language } = useScope()
  const { choices: words, channels: names } = useTransactionListWords()
  const value = (name: FilterField) => query.get(name) ?? ''
  return (
    <>
      <SelectField
        name="statut"
        label={words.status}
        value={value('statut')}
        options={[
          ['', words.allStatuses],
          ...transactionStatuses.map((status) => [status, statusNames[language][status]] as const),
        ]}
        isFilter
      />
      <SelectField
        name="canal"
        label={words.channel}
        value={value('canal')}
        options={[
          ['', words.allChannels],
          ...channels.map((channel) => [channel, names[channel]] as const),
        ]}
        isFilter
      />
    </>
  )
}
