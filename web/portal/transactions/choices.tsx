import { periodNames } from '#domain/dashboard/period.ts'
import { operators } from '#domain/operators/operators.ts'
import {
  channels,
  type Mode,
  type TransactionStatus,
  transactionStatuses,
} from '#domain/transactions/transaction.ts'
import type { Selection } from '#use-cases/transactions/selection.ts'
import { statusNames } from '#web/design/badge.tsx'
import { type Chip, Chips } from '#web/design/chips.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { countText } from '#domain/text/text.ts'
import { periodWords } from '#web/portal/dashboard/period.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { paths } from '#web/portal/paths.ts'
import { channelNames } from './export.ts'
import { type FilterField, listPath } from './filter.ts'

/** Fields set by chips; the form keeps them unchanged. */
const chipFields = ['type', 'operateur', 'periode'] as const
const formFields: readonly FilterField[] = ['q', 'canal', 'du', 'au', 'min', 'max']

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
  const chip = chipsOf(query)
  const operator = query.get('operateur') ?? ''
  return (
    <div>
      <Chips
        label="Type et opérateur"
        chips={[
          chip('type', '', 'Tout'),
          chip('type', 'collection', 'Encaissements'),
          chip('type', 'payout', 'Retraits'),
          ...operators
            .filter(({ type }) => mode === 'sandbox' || type === 'mobile_money')
            .map(({ code, name }) => {
              const isOn = operator === code
              return { ...chip('operateur', isOn ? '' : code, name), isOn }
            }),
        ]}
      />
      <Chips label="Période" chips={['', ...periodNames].map((name) => periodChip(query, name))} />
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

function Statuses({
  query,
  selection,
}: {
  readonly query: URLSearchParams
  readonly selection: Selection | null
}) {
  const chip = chipsOf(query)
  const counted = (count: number | undefined) =>
    count === undefined ? {} : { count: countText(count) }
  const statuses = transactionStatuses.map((status) => ({
    ...chip('statut', status, statusChips[status]),
    ...counted(selection?.counts[status]),
  }))
  const all = {
    ...chip('statut', '', 'Tous'),
    ...counted(selection ? totalOf(selection) : undefined),
  }
  return (
    <Chips
      label="Statut"
      chips={[all, ...statuses.filter(({ isOn, count }) => isOn || count !== '0')]}
    />
  )
}

function periodChip(query: URLSearchParams, name: string): Chip {
  const known = periodNames.find((each) => each === name)
  const periode = known === undefined ? '' : periodWords[known].address
  const isDated = (query.get('du') ?? query.get('au') ?? '') !== ''
  return {
    label: known === undefined ? 'Toutes les dates' : periodWords[known].label,
    href: listPath(paths.transactions, query, { periode, du: '', au: '' }),
    isOn: !isDated && (query.get('periode') ?? '') === periode,
  }
}

const statusChips: Readonly<Record<TransactionStatus, string>> = {
  pending: 'En attente',
  succeeded: 'Réussis',
  failed: 'Échoués',
  expired: 'Expirés',
  cancelled: 'Annulés',
}

function totalOf({ counts }: Selection): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}

function Form({ query }: { readonly query: URLSearchParams }) {
  const value = (name: FilterField) => query.get(name) ?? ''
  return (
    <Filters
      action={paths.transactions}
      isOpen={formFields.some((name) => value(name).trim() !== '')}
    >
      {chipFields.map((name) =>
        value(name) === '' ? null : (
          <input key={name} type="hidden" name={name} value={value(name)} />
        ),
      )}
      <TextField
        name="q"
        label="Référence ou identifiant"
        type="search"
        value={value('q')}
        maxLength={64}
        isFilter
      />
      <Selects query={query} />
      <TextField
        name="min"
        label="Montant, à partir de"
        inputMode="numeric"
        value={value('min')}
        isFilter
      />
      <TextField
        name="max"
        label="Montant, jusqu’à"
        inputMode="numeric"
        value={value('max')}
        isFilter
      />
      <TextField name="du" label="Du" type="date" value={value('du')} isFilter />
      <TextField name="au" label="Au" type="date" value={value('au')} isFilter />
    </Filters>
  )
}

function Selects({ query }: { readonly query: URLSearchParams }) {
  const value = (name: FilterField) => query.get(name) ?? ''
  return (
    <>
      <SelectField
        name="statut"
        label="Statut"
        value={value('statut')}
        options={[
          ['', 'Tous'],
          ...transactionStatuses.map((status) => [status, statusNames.fr[status]] as const),
        ]}
        isFilter
      />
      <SelectField
        name="canal"
        label="Canal"
        value={value('canal')}
        options={[
          ['', 'Tous'],
          ...channels.map((channel) => [channel, channelNames[channel]] as const),
        ]}
        isFilter
      />
    </>
  )
}
