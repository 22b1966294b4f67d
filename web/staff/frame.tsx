import type { ComponentChildren } from 'preact'
import { staffRoleNames } from '#domain/people/role-names.ts'
import type { StaffPermission } from '#domain/people/staff-roles.ts'
import { Button } from '#web/design/button.tsx'
import { Form } from '#web/design/form.tsx'
import { Frame } from '#web/design/frame.tsx'
import { SearchBox } from '#web/design/search.tsx'
import { useScope } from '#web/design/scope.ts'
import type { Queue } from '#use-cases/desk/figures.ts'
import { countText } from '#domain/text/text.ts'
import { isLate } from './parts.tsx'
import { paths } from './paths.ts'
import { type Desk, may, useDesk } from './staff-page.ts'

/** The frame of the desk: queue sizes, navigation, and the person. */
export function StaffFrame({
  title,
  searched,
  isLive,
  script,
  children,
}: {
  readonly title: string
  /** The last search, shown in the search box. */
  readonly searched?: string
  /** Parts of it refresh by themselves. */
  readonly isLive?: boolean
  /** A script of this page alone, besides the desk's. */
  readonly script?: string
  readonly children: ComponentChildren
}) {
  return (
    <Frame
      title={`${title} · Espace de l’équipe`}
      head={<Rail searched={searched} />}
      foot={<Self />}
      isStaff
      isWide
      {...(isLive && { isLive })}
      {...(script !== undefined && { script })}
    >
      {children}
    </Frame>
  )
}

function Rail({ searched }: { readonly searched: string | undefined }) {
  const { assetPath } = useScope()
  return (
    <header class="rail">
      <div class="row">
        <img src={assetPath('icon.svg')} alt="" width="32" height="32" />
        <p class="who">
          <b>Espace de l’équipe</b>
          <span class="small">Réservé au service</span>
        </p>
      </div>
      <SearchBox
        action={paths.search}
        partPath={paths.searchPart}
        label="Chercher un marchand, un paiement, une référence"
        placeholder="Chercher…"
        value={searched}
      />
      <nav aria-label="Espace de l’équipe">
        {navigation.map(({ title, entries }) => (
          <Group key={title} title={title} entries={entries} />
        ))}
      </nav>
      <div class="self">
        <Keys />
        <Self />
      </div>
    </header>
  )
}

type Entries = (typeof navigation)[number]['entries']

function Group({ title, entries }: { readonly title: string; readonly entries: Entries }) {
  const { path } = useScope()
  const desk = useDesk()
  const shown = entries.filter(({ permission }) => !permission || may(desk, permission))
  const isOpen = (href: string) =>
    path === href || (href !== paths.home && path.startsWith(`${href}/`))
  return (
    <>
      <h2>{title}</h2>
      {shown.map(({ href, label, queue }) => (
        <a key={href} href={href} aria-current={isOpen(href) ? 'page' : undefined}>
          {label}
          {queue && <Count waiting={desk.figures[queue]} />}
        </a>
      ))}
    </>
  )
}

function Count({ waiting }: { readonly waiting: Desk['figures']['transfers'] }) {
  const { now } = useScope()
  const { count, oldestAt } = waiting
  if (count === 0) return null
  const late = oldestAt !== null && isLate(oldestAt, now)
  return (
    <span class={late ? 'count late num' : 'count num'}>
      {countText(count)}
      <span class="sr"> en attente</span>
    </span>
  )
}

/** The keyboard shortcuts, opened by `?` or a tap. */
function Keys() {
  return (
    <details class="keys">
      <summary aria-keyshortcuts="?">Raccourcis clavier</summary>
      <dl class="small">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const keys = [
  ['j', 'ligne ou dossier suivant'],
  ['k', 'ligne précédente'],
  ['Entrée', 'ouvrir la ligne'],
  ['x', 'cocher la ligne'],
  ['X', 'cocher toutes les lignes'],
  ['a', 'première action de la page'],
  ['/', 'chercher'],
  ['?', 'cette aide'],
] as const

/** The person and the log-out: in the side bar, or on a phone at the foot. */
function Self() {
  const { person } = useDesk()
  return (
    <Form action={paths.logOut}>
      <p>
        {person.name} · {staffRoleNames[person.role]}
      </p>
      <Button look="quiet">Se déconnecter</Button>
    </Form>
  )
}

interface Entry {
  readonly href: string
  readonly label: string
  /** Entries are hidden from people without it; the page itself checks it as well. */
  readonly permission?: StaffPermission
  /** The queue whose size is shown beside it. */
  readonly queue?: Queue
}

interface NavigationGroup {
  readonly title: string
  readonly entries: readonly Entry[]
}

/** The pages of the desk, in display order. */
const navigation: readonly NavigationGroup[] = [
  {
    title: 'À traiter',
    entries: [
      { href: paths.home, label: 'Vue d’ensemble' },
      { href: paths.transfers, label: 'Virements', queue: 'transfers' },
      { href: paths.refunds, label: 'Remboursements', queue: 'refunds' },
      { href: paths.payouts, label: 'Retraits à clore', queue: 'payouts' },
      { href: paths.funds, label: 'Fonds', queue: 'funds' },
      { href: paths.lateOutcomes, label: 'Débits tardifs', queue: 'lateOutcomes' },
      { href: paths.accounts, label: 'Comptes à vérifier', queue: 'accounts' },
      { href: paths.differences, label: 'Écarts', queue: 'differences' },
      { href: paths.contradictions, label: 'Désaccords', queue: 'contradictions' },
      { href: paths.openings, label: 'Demandes d’ouverture', queue: 'openings' },
    ],
  },
  {
    title: 'Livres',
    entries: [
      { href: paths.reconciliations, label: 'Rapprochements' },
      { href: paths.proofs, label: 'Preuves' },
    ],
  },
  {
    title: 'Service',
    entries: [
      { href: paths.state, label: 'État du service' },
      { href: paths.merchants, label: 'Marchands' },
      { href: paths.operators, label: 'Opérateurs' },
      { href: paths.suspensions, label: 'Suspensions' },
      { href: paths.fundsRules, label: 'Règles sur les fonds' },
      { href: paths.rates, label: 'Taux de change' },
      { href: paths.terms, label: 'Conditions' },
    ],
  },
  {
    title: 'Équipe',
    entries: [
      { href: paths.members, label: 'Membres', permission: 'staff.manage' },
      { href: paths.roles, label: 'Qui peut quoi' },
      { href: paths.audit, label: 'Journal d’audit', permission: 'audit.view' },
      { href: paths.account, label: 'Mon compte' },
    ],
  },
]
