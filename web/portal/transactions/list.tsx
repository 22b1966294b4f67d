import { channels, transactionStatuses } from '#domain/transactions/transaction.ts'
import type { TransactionRecord } from '#domain/transactions/record.ts'
import { statusNames } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Filters } from '#web/portal/filters.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { channelNames, filterFields, listPath } from './filter.ts'
import { TransactionTable } from './table.tsx'

export interface ListProps {
  readonly portal: Portal
  readonly query: URLSearchParams
  readonly rows: readonly TransactionRecord[]
  readonly newer: string | null
  readonly older: string | null
}

/** The list, what narrows it, and a way to take it home. */
export function TransactionList({ portal, query, rows, newer, older }: ListProps) {
  const isNarrowed = filterFields.some((name) => (query.get(name) ?? '') !== '')
  return (
    <PortalFrame portal={portal} title="Transactions">
      <div class="row spread">
        <h1>Transactions</h1>
        {rows.length > 0 && (
          <ButtonLink href={listPath(paths.transactionsFile, query)} look="quiet" icon="download">
            Exporter en CSV
          </ButtonLink>
        )}
      </div>
      <Filters action={paths.transactions} isOpen={isNarrowed}>
        <Choices query={query} />
      </Filters>
      {rows.length === 0 ? (
        <Nothing isNarrowed={isNarrowed} isTest={portal.place.mode === 'sandbox'} />
      ) : (
        <TransactionTable caption="Transactions, les plus récentes d’abord" rows={rows} />
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

function Choices({ query }: { readonly query: URLSearchParams }) {
  const value = (name: (typeof filterFields)[number]) => query.get(name) ?? ''
  return (
    <>
      <TextField
        name="q"
        label="Référence ou identifiant"
        type="search"
        value={value('q')}
        maxLength={64}
        isFilter
      />
      <SelectField
        name="statut"
        label="Statut"
        value={value('statut')}
        options={[['', 'Tous'], ...transactionStatuses.map(statusOption)]}
        isFilter
      />
      <SelectField
        name="canal"
        label="Canal"
        value={value('canal')}
        options={[['', 'Tous'], ...channels.map(channelOption)]}
        isFilter
      />
      <TextField name="du" label="Du" type="date" value={value('du')} isFilter />
      <TextField name="au" label="Au" type="date" value={value('au')} isFilter />
    </>
  )
}

function statusOption(status: (typeof transactionStatuses)[number]) {
  return [status, statusNames[status]] as const
}

function channelOption(channel: (typeof channels)[number]) {
  return [channel, channelNames[channel]] as const
}

function Nothing({
  isNarrowed,
  isTest,
}: {
  readonly isNarrowed: boolean
  readonly isTest: boolean
}) {
  if (isNarrowed) {
    return (
      <Empty title="Aucune transaction ne correspond" icon="search">
        <p>
          Une référence se cherche telle que vous l’avez envoyée, en entier.{' '}
          <a href={paths.transactions}>Voir toutes les transactions</a>
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="Aucune transaction pour l’instant">
      <p>Chaque paiement demandé apparaît ici aussitôt, avec tout ce qui lui arrive.</p>
      {isTest && (
        <p class="back">
          <ButtonLink href={paths.testTools}>Créer un paiement de test</ButtonLink>
        </p>
      )}
    </Empty>
  )
}
