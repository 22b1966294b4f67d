import type { TerminalRecord, TerminalStatus, TerminalType } from '#domain/terminals/terminal.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'

export const typeNames: Readonly<Record<TerminalType, string>> = {
  pos: 'Terminal',
  shop: 'Caisse',
}

const statuses = {
  active: ['ok', 'Actif'],
  pending_activation: ['wait', 'À activer'],
  disabled: ['still', 'Désactivé'],
} as const satisfies Readonly<Record<TerminalStatus, readonly [Tone, string]>>

export function TerminalBadge({ status }: { readonly status: TerminalStatus }) {
  const [tone, label] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

interface ListProps {
  readonly portal: Portal
  readonly page: ListPage<TerminalRecord>
}

/** The terminals and desks of a service, the newest first. */
export function TerminalList({ portal, page: { rows, newer, older } }: ListProps) {
  const add = <ButtonLink href={paths.newTerminal}>Ajouter un terminal</ButtonLink>
  return (
    <PortalFrame portal={portal} title="Terminaux">
      <div class="row spread">
        <h1>Terminaux</h1>
        {rows.length > 0 && add}
      </div>
      {rows.length === 0 ? (
        <Empty title="Encaissez en boutique">
          <p>Ajoutez un terminal ou une caisse{'\u00A0'}: vous recevez un code pour l’activer.</p>
          <p class="back">{add}</p>
        </Empty>
      ) : (
        <div class="card">
          <Table caption="Terminaux" columns={columns} rows={rows} keyOf={({ id }) => id} />
        </div>
      )}
      <Pagination newer={newer} older={older} />
    </PortalFrame>
  )
}

const columns: readonly Column<TerminalRecord>[] = [
  { title: 'Nom', cell: ({ id, label }) => <a href={`${paths.terminals}/${id}`}>{label}</a> },
  { title: 'Point de vente', cell: ({ pointOfSale }) => pointOfSale?.name ?? '—' },
  { title: 'Type', cell: ({ type }) => typeNames[type] },
  {
    title: 'Vu',
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Jamais vu' : <Time at={lastSeenAt} />),
  },
  { title: 'État', cell: ({ status }) => <TerminalBadge status={status} /> },
]

/** The code of a terminal, this once. */
export function ActivationCode({
  portal,
  terminal: { id, label, activationExpiresAt },
  code,
}: {
  readonly portal: Portal
  readonly terminal: TerminalRecord
  readonly code: string
}) {
  return (
    <PortalFrame portal={portal} title="Code d’activation">
      <h1>
        Activez «{'\u00A0'}
        {label}
        {'\u00A0'}»
      </h1>
      <OneTimeSecret
        title="Saisissez ce code sur l’appareil"
        secret={code}
        copy="Copier le code"
        note="Il n’est affiché qu’une fois, et sert une fois. Perdu ou périmé, demandez-en un nouveau."
      />
      {activationExpiresAt && (
        <p>
          Il expire <Time at={activationExpiresAt} />.
        </p>
      )}
      <ButtonLink href={`${paths.terminals}/${id}`}>C’est fait</ButtonLink>
    </PortalFrame>
  )
}
