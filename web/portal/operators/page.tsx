import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, portalPage } from '#web/portal/portal-page.ts'
import { conditionOf, type OperatorCondition } from '#domain/operators/health.ts'
import {
  type OperatorFigures,
  type OperatorHealth,
  readOperatorHealth,
} from '#use-cases/operators/read-health.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { Mode } from '#domain/transactions/transaction.ts'
import { readOperatorStates } from '#use-cases/operators/read-states.ts'

/** The state of the operators in the current mode. */
export function operatorsPage(context: WebContext, conditions: OperatorConditions): PageRoute {
  return portalPage(context, {
    method: 'GET',
    path: paths.operators,
    permission: 'payments.view',
    async handler({ session }) {
      const operators = await conditions(session.place.mode)
      return html(<OperatorsPage portal={session} operators={operators} />)
    },
  })
}

interface OperatorsProps {
  readonly portal: Portal
  readonly operators: readonly ShownOperator[]
}

function OperatorsPage({ portal, operators }: OperatorsProps) {
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
        <p>Durée médiane des paiements réussis, de la demande à la confirmation.</p>
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

/** An operator's condition, and since when it is closed, if it is. */
export interface ShownOperator {
  readonly provider: string
  readonly name: string
  readonly condition: OperatorCondition
  readonly closedAt: Date | null
  readonly hour: OperatorFigures
  readonly day: OperatorFigures
}

export type OperatorConditions = (mode: Mode) => Promise<readonly ShownOperator[]>

/** The day's payments are counted at most once a minute, however many look. */
const freshMs = 60_000

/** The operators of a mode as they are now: open or closed at this moment, figures at most a minute old. */
export function createOperatorConditions(database: WebContext['database']): OperatorConditions {
  const known = new Map<Mode, { readonly at: number; readonly health: Promise<OperatorHealth[]> }>()

  function healthOf(mode: Mode): Promise<OperatorHealth[]> {
    const last = known.get(mode)
    if (last && Date.now() - last.at < freshMs) return last.health
    const health = readOperatorHealth(database, mode)
    known.set(mode, { at: Date.now(), health })
    // Failures are not cached.
    health.catch(() => known.delete(mode))
    return health
  }

  return async (mode) => {
    const [states, health] = await Promise.all([readOperatorStates(database), healthOf(mode)])
    return states
      .filter((state) => state.mode === mode)
      .map(({ provider, name, isOpen, change }) => {
        const { hour, day } = health.find((each) => each.provider === provider) ?? quiet
        const condition = conditionOf({ isOpen, ...hour })
        return {
          provider,
          name,
          condition,
          closedAt: isOpen ? null : (change?.at ?? null),
          hour,
          day,
        }
      })
  }
}

const nothing: OperatorFigures = { ended: 0, succeeded: 0, faults: 0, medianSeconds: null }
const quiet = { hour: nothing, day: nothing }
