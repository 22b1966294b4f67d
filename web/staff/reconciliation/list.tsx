import { differenceKinds } from '#domain/reconciliation/reconciliation.ts'
import type { Reconciliation } from '#use-cases/reconciliation/find.ts'
import type { Part } from '#http/page.ts'
import { ButtonLink } from '#web/design/button.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { DeskList } from '#web/staff/desk-list.tsx'
import { State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { type Desk, may } from '#web/staff/staff-page.ts'
import { providerName } from '#web/staff/words.ts'
import { periodText, reconciliationStates } from './words.ts'

/** The statements that were imported, the latest first. */
export function ReconciliationList({
  desk,
  rows,
  next,
}: Part<Reconciliation> & { readonly desk: Desk }) {
  return (
    <DeskList
      desk={desk}
      title="Rapprochements"
      aside={
        may(desk, 'reconciliations.manage') && (
          <ButtonLink href={paths.newReconciliation}>Importer un relevé</ButtonLink>
        )
      }
      caption="Rapprochements, le plus récent d’abord"
      columns={columns}
      rows={rows}
      next={next}
      empty={{
        title: 'Aucun relevé importé',
        text: 'Importez le relevé d’un opérateur pour le comparer à nos transactions.',
      }}
    />
  )
}

/** How many differences one has found. */
export function differencesOf({ differences }: Pick<Reconciliation, 'differences'>): number {
  return differenceKinds.reduce((sum, kind) => sum + (differences[kind] ?? 0), 0)
}

const columns: readonly Column<Reconciliation>[] = [
  {
    title: 'Relevé',
    cell: ({ id, period }) => <a href={`${paths.reconciliations}/${id}`}>{periodText(period)}</a>,
  },
  {
    title: 'Compte',
    cell: ({ provider, account }) => (
      <>
        {providerName(provider)}
        {account && <span class="soft small">compte de {account.service.name}</span>}
      </>
    ),
  },
  {
    title: 'Importé',
    cell: ({ createdAt, importedBy }) => (
      <>
        <Time at={createdAt} />
        <span class="soft small">{importedBy.name}</span>
      </>
    ),
  },
  { title: 'État', cell: ({ state }) => <State of={reconciliationStates[state]} /> },
  { title: 'Lignes', isNumber: true, cell: ({ linesTotal }) => linesTotal },
  { title: 'Écarts', isNumber: true, cell: differencesOf },
  { title: 'Ouverts', isNumber: true, cell: ({ openDifferences }) => <b>{openDifferences}</b> },
]
