import { standingOf, type Standing, type Watched, watched } from '#domain/figures/state.ts'
import type { Queue } from '#use-cases/desk/figures.ts'
import { oldestSeconds } from '#use-cases/figures/observe-money.ts'
import type { ServiceState } from '#use-cases/figures/state.ts'
import { watchedFigures } from '#use-cases/figures/watched.ts'
import { paths } from '#web/staff/paths.ts'

/** One monitored figure: its state, and where to act on it. */
export interface Line {
  readonly key: string
  readonly label: string
  /** A count, or an age in seconds; null if it could not be read. */
  readonly figure: number | null
  readonly isAge: boolean
  readonly standing: Standing
  /** Its entry in docs/runbook.md. */
  readonly alert: string
  /** The desk page that acts on it. */
  readonly href: string | null
}

/** The monitored figures, in display order: name, label, and the page that acts on it. */
const looks = [
  ['collections_overdue', 'Encaissements ouverts au-delà de leur délai', null],
  ['money_out_overdue', 'Retraits et remboursements sans nouvelle de l’opérateur', paths.payouts],
  ['deliveries_failing', 'Webhooks en échec, qui seront retentés', null],
  ['proof_differences', 'Défauts à la dernière preuve des livres', paths.proofs],
  ['proof_age', 'Dernière preuve des livres', paths.proofs],
  ['outbox_age', 'Plus ancien envoi dû à Temporal', null],
  ['runs_missing', 'Opérations sans exécution', null],
  ['runs_orphaned', 'Exécutions sans opération dans les livres', null],
  ['runs_attention', 'Exécutions qui demandent de l’aide', paths.home],
  ['sweep_age', 'Dernière comparaison des livres et des exécutions', null],
] as const satisfies readonly (readonly [Watched, string, string | null])[]

const ages: ReadonlySet<Watched> = new Set(['proof_age', 'outbox_age', 'sweep_age'])

const queues: readonly (readonly [Queue, string, string])[] = [
  ['transfers', 'Virements à faire', paths.transfers],
  ['payouts', 'Retraits à clore', paths.payouts],
  ['refunds', 'Remboursements à décider', paths.refunds],
  ['funds', 'Fonds à confirmer', paths.funds],
  ['lateOutcomes', 'Débits tardifs', paths.lateOutcomes],
  ['accounts', 'Comptes à vérifier', paths.accounts],
  ['differences', 'Écarts de relevés', paths.differences],
  ['openings', 'Demandes d’ouverture', paths.openings],
  ['contradictions', 'Désaccords à régler', paths.contradictions],
]

/** Each with its figure, judged as its alert does. */
export function linesOf(state: ServiceState): readonly Line[] {
  const figures = watchedFigures(state)
  return looks.map(([what, label, href]) => ({
    key: what,
    label,
    href,
    figure: figures[what],
    isAge: ages.has(what),
    standing: standingOf(what, figures[what]),
    alert: watched[what].alert,
  }))
}

/** The desk's queues: how much waits, and whether the oldest has waited too long. */
export function queuesOf({ desk, readAt }: ServiceState): readonly Line[] {
  return queues.map(([queue, label, href]) => ({
    key: queue,
    label,
    href,
    figure: desk && desk[queue].count,
    isAge: false,
    standing: standingOf('desk_age', desk && oldestSeconds(desk[queue], readAt)),
    alert: watched.desk_age.alert,
  }))
}
