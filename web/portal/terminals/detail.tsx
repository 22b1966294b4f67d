import type { CashSessionRecord } from '#domain/cash-sessions/cash-session.ts'
import type { TerminalRecord, TerminalStatus, TerminalType } from '#domain/terminals/terminal.ts'
import { Ask } from '#web/design/ask.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Pagination } from '#web/design/navigation.tsx'
import { Time } from '#web/design/time.tsx'
import { CashSessionTable } from '#web/portal/cash-sessions/pages.tsx'
import { OpenForm, type TypedSession } from '#web/portal/cash-sessions/open-form.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { ListPage } from '#web/portal/list-page.ts'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { Badge } from '#web/design/badge.tsx'
import { Empty } from '#web/design/empty.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { CardTable, type Column } from '#web/design/table.tsx'
import type { Tone } from '#web/design/tone.ts'

/** Actions on a terminal, as the ends of their paths. */
export type TerminalAct = 'activer' | 'desactiver' | 'code' | 'supprimer' | 'ouvrir'

export interface TerminalPageProps {
  readonly portal: Portal
  readonly terminal: TerminalRecord
  readonly sessions: ListPage<CashSessionRecord>
  readonly refused: { readonly tried: TerminalAct; readonly faults: readonly FieldFault[] } | null
  /** The typed fields of a session that was not opened. */
  readonly typed: TypedSession
}

/** One terminal: its description, the actions on it, and its cash sessions. */
export function TerminalPage(props: TerminalPageProps) {
  const { portal, terminal, sessions } = props
  return (
    <PortalFrame portal={portal} title={terminal.label}>
      <p>
        <a href={paths.terminals}>Tous les terminaux</a>
      </p>
      <div class="row spread">
        <h1>{terminal.label}</h1>
        <TerminalBadge status={terminal.status} />
      </div>
      <div class="grid start">
        <Known terminal={terminal} />
        <Acts {...props} />
      </div>
      <h2>Sessions de caisse</h2>
      {sessions.rows.length === 0 ? (
        <p class="soft">Aucune session n’a été ouverte ici.</p>
      ) : (
        <CashSessionTable rows={sessions.rows} />
      )}
      <Pagination newer={sessions.newer} older={sessions.older} />
    </PortalFrame>
  )
}

function Known({ terminal }: Pick<TerminalPageProps, 'terminal'>) {
  const { activationExpiresAt, lastSeenAt, keyLast4 } = terminal
  return (
    <section class="card stack">
      <h2>Appareil</h2>
      <Facts
        facts={[
          { label: 'Type', value: typeNames[terminal.type] },
          { label: 'Point de vente', value: terminal.pointOfSale?.name },
          {
            label: 'Code d’activation',
            value: activationExpiresAt && <CodeEnd at={activationExpiresAt} />,
          },
          { label: 'Clé', value: keyLast4 && <code>…{keyLast4}</code> },
          { label: 'Numéro de série', value: terminal.serialNumber },
          { label: 'Modèle', value: terminal.deviceType },
          { label: 'Version', value: terminal.appVersion },
          { label: 'Dernière activité', value: lastSeenAt && <Time at={lastSeenAt} /> },
          { label: 'Ajouté', value: <Time at={terminal.createdAt} /> },
        ]}
      />
    </section>
  )
}

function CodeEnd({ at }: { readonly at: Date }) {
  return (
    <>
      expire <Time at={at} />
    </>
  )
}

function Acts({ portal, terminal, refused, typed }: TerminalPageProps) {
  const path = `${paths.terminals}/${terminal.id}`
  const isDisabled = terminal.status === 'disabled'
  const of = (act: TerminalAct) => ({
    portal,
    action: `${path}/${act}`,
    faults: refused?.tried === act ? refused.faults : [],
  })
  const isOpen = (act: TerminalAct): boolean => refused?.tried === act
  return (
    <section class="card stack">
      <h2>Actions</h2>
      {(!isDisabled || isOpen('ouvrir')) && (
        <Ask button="Ouvrir une session de caisse" isOpen={isOpen('ouvrir')}>
          <OpenForm {...of('ouvrir')} typed={typed} />
        </Ask>
      )}
      <ButtonLink href={`${path}/modifier`} look="quiet">
        Modifier
      </ButtonLink>
      <Ask button="Nouveau code d’activation" isOpen={isOpen('code')}>
        <p>La clé actuelle de l’appareil ne fonctionne plus, dès maintenant.</p>
        <WriteForm {...of('code')} button="Donner un nouveau code" />
      </Ask>
      {isDisabled ? (
        <Ask button="Réactiver" isOpen={isOpen('activer')}>
          <p>L’appareil encaissera de nouveau.</p>
          <WriteForm {...of('activer')} button="Réactiver ce terminal" />
        </Ask>
      ) : (
        <Ask button="Désactiver" isOpen={isOpen('desactiver')}>
          <p>L’appareil n’encaisse plus, jusqu’à ce que vous le réactiviez.</p>
          <WriteForm {...of('desactiver')} button="Désactiver ce terminal" />
        </Ask>
      )}
      <Ask button="Supprimer" isDanger isOpen={isOpen('supprimer')}>
        <p>Pour toujours{'\u00A0'}: sa session ouverte est clôturée. Ses ventes restent.</p>
        <WriteForm {...of('supprimer')} button="Supprimer ce terminal" look="danger" />
      </Ask>
    </section>
  )
}

const typeNames: Readonly<Record<TerminalType, string>> = {
  pos: 'Terminal',
  shop: 'Caisse',
}

const statuses = {
  active: ['ok', 'Actif'],
  pending_activation: ['wait', 'À activer'],
  disabled: ['still', 'Désactivé'],
} as const satisfies Readonly<Record<TerminalStatus, readonly [Tone, string]>>

function TerminalBadge({ status }: { readonly status: TerminalStatus }) {
  const [tone, label] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

interface ListProps {
  readonly portal: Portal
  readonly page: ListPage<TerminalRecord>
}

/** The terminals and desks of a service, newest first. */
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
        <CardTable caption="Terminaux" columns={columns} rows={rows} keyOf={({ id }) => id} />
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
    title: 'Dernière activité',
    cell: ({ lastSeenAt }) => (lastSeenAt === null ? 'Jamais vu' : <Time at={lastSeenAt} />),
  },
  { title: 'État', cell: ({ status }) => <TerminalBadge status={status} /> },
]

/** Shows the terminal's activation code once. */
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
