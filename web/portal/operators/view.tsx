import type { OperatorCondition } from '#domain/operators/health.ts'
import type { OperatorFigures } from '#use-cases/operators/read-health.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import type { ShownOperator } from './conditions.ts'

interface OperatorsProps {
  readonly portal: Portal
  readonly operators: readonly ShownOperator[]
}

export function OperatorsPage({ portal, operators }: OperatorsProps) {
  return (
    <PortalFrame portal={portal} title="Opérateurs">
      <h1>Opérateurs</h1>
      <p class="soft">
        Comment les opérateurs traitent les paiements de tous les marchands, en ce moment.
      </p>
      <div class="grid start">
        {operators.map((operator) => (
          <OperatorCard key={operator.provider} operator={operator} />
        ))}
      </div>
      <div class="soft small stack">
        <p>
          Fermé{'\u00A0'}: nous ne prenons pas de nouveau paiement par cet opérateur{'\u00A0'}; ceux
          en cours vont à leur fin. Perturbé{'\u00A0'}: plus d’un paiement sur cinq échoue du fait
          de l’opérateur depuis une heure. Proposez alors un autre moyen de payer.
        </p>
        <p>
          La durée est celle de la moitié des paiements réussis, de la demande à la confirmation.
        </p>
      </div>
    </PortalFrame>
  )
}

/** On the first page: a word for each operator. */
export function OperatorStrip({ operators }: Pick<OperatorsProps, 'operators'>) {
  return (
    <section class="row" aria-label="État des opérateurs">
      <a href={paths.operators}>Opérateurs</a>
      {operators.map(({ provider, name, condition }) => (
        <Badge key={provider} tone={words[condition][0]}>
          {`${name}\u00A0: ${words[condition][1].toLowerCase()}`}
        </Badge>
      ))}
    </section>
  )
}

const words: Readonly<Record<OperatorCondition, readonly [Tone, string]>> = {
  normal: ['ok', 'Normal'],
  disturbed: ['wait', 'Perturbé'],
  closed: ['bad', 'Fermé'],
}

function OperatorCard({ operator }: { readonly operator: ShownOperator }) {
  const { name, condition, closedAt, hour, day } = operator
  const [tone, word] = words[condition]
  return (
    <section class="card stack">
      <div class="row spread">
        <h2>{name}</h2>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <Facts
        facts={[
          { label: 'Fermé', value: closedAt && <Time at={closedAt} /> },
          { label: 'Dernière heure', value: figuresText(hour) },
          { label: '24 heures', value: figuresText(day) },
        ]}
      />
    </section>
  )
}

function figuresText(figures: OperatorFigures): string {
  if (figures.ended === 0) return 'Aucun paiement terminé'
  const span = spanText(figures)
  return `${rateText(figures)} réussis${span === '' ? '' : `, en ${span}`}`
}

function rateText({ ended, succeeded }: OperatorFigures): string {
  return `${Math.round((succeeded / ended) * 100)}\u00A0%`
}

function spanText({ medianSeconds }: OperatorFigures): string {
  if (medianSeconds === null) return ''
  if (medianSeconds < 1) return 'moins d’une seconde'
  if (medianSeconds < 60) return `${Math.round(medianSeconds)}\u00A0s`
  return `${Math.round(medianSeconds / 60)}\u00A0min`
}
