import type { Language } from '#domain/text/language.ts'
import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { portalReads } from '#web/portal/portal-page.ts'
import { operatorName } from '#domain/operators/names.ts'
import { conditionOf, isTelling, type OperatorCondition } from '#domain/operators/health.ts'
import {
  type OperatorFigures,
  type OperatorHealth,
  readOperatorHealth,
} from '#use-cases/operators/read-health.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { inPageLanguage, useScope } from '#web/design/scope.ts'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { Mode } from '#domain/transactions/transaction.ts'
import { readOperatorStates } from '#use-cases/operators/read-states.ts'

/** The state of the operators in the current mode. */
export function operatorsPage(context: WebContext, conditions: OperatorConditions): PageRoute {
  return portalReads(context, 'payments.view')(paths.operators, async ({ session }) => {
    const operators = await conditions(session.place.mode)
    return html(<OperatorsPage operators={operators} />)
  })
}

interface OperatorsProps {
  readonly operators: readonly ShownOperator[]
}

function OperatorsPage({ operators }: OperatorsProps) {
  const words = useOperatorWords()
  return (
    <PortalFrame title={words.title}>
      <h1>{words.title}</h1>
      <p class="soft">{words.text}</p>
      <div class="grid two start">
        {operators.map((operator) => (
          <OperatorCard key={operator.provider} operator={operator} />
        ))}
      </div>
      <div class="soft small stack">
        <p>{words.conditionsText}</p>
        <p>{words.medianText}</p>
      </div>
    </PortalFrame>
  )
}

/** On the first page: a word for each operator. */
export function OperatorStrip({ operators }: Pick<OperatorsProps, 'operators'>) {
  const words = useOperatorWords()
  const { language } = useScope()
  return (
    <section class="row" aria-label={words.stripTitle}>
      <a href={paths.operators}>{words.title}</a>
      {operators.map(({ provider, condition }) => (
        <Badge key={provider} tone={tones[condition]}>
          {words.inStrip(
            operatorName(provider, language),
            words.conditions[condition].toLowerCase(),
          )}
        </Badge>
      ))}
    </section>
  )
}

const tones: Readonly<Record<OperatorCondition, Tone>> = {
  normal: 'ok',
  disturbed: 'wait',
  closed: 'bad',
}

function OperatorCard({ operator }: { readonly operator: ShownOperator }) {
  const { provider, condition, closedAt, hour, day } = operator
  const words = useOperatorWords()
  return (
    <section class="card stack">
      <div class="row spread">
        <h2>{operatorName(provider, useScope().language)}</h2>
        <Badge tone={tones[condition]}>{words.conditions[condition]}</Badge>
      </div>
      <Facts
        facts={[
          { label: words.closedAt, value: closedAt && <Time at={closedAt} /> },
          { label: words.hour, value: figuresText(hour, words) },
          { label: words.faults, value: faultsText(hour, words) },
          { label: words.day, value: figuresText(day, words) },
        ]}
      />
    </section>
  )
}

function figuresText(figures: OperatorFigures, words: OperatorWords): string {
  const { ended, succeeded, medianSeconds } = figures
  if (ended === 0) return words.nothing
  if (!isTelling(ended)) return words.tooFew
  const percent = words.percent(percentOf(succeeded, ended))
  if (medianSeconds === null) return words.rate(percent)
  return words.rateWithin(percent, spanText(medianSeconds, words))
}

/** What the condition depends on. */
function faultsText({ ended, faults }: OperatorFigures, words: OperatorWords): string | null {
  return isTelling(ended) ? words.percent(percentOf(faults, ended)) : null
}

function percentOf(count: number, of: number): string {
  return String(Math.round((count / of) * 100))
}

function spanText(medianSeconds: number, words: OperatorWords): string {
  if (medianSeconds < 1) return words.underSecond
  if (medianSeconds < 60) return `${Math.round(medianSeconds)}\u00A0s`
  return `${Math.round(medianSeconds / 60)}\u00A0min`
}

/** An operator's condition, and since when it is closed, if it is. */
export interface ShownOperator {
  readonly provider: string
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
      .map(({ provider, isOpen, change }) => {
        const { hour, day } = health.find((each) => each.provider === provider) ?? quiet
        const condition = conditionOf({ isOpen, ...hour })
        return {
          provider,
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

/** What is said of the operators' state, in French. */
const french = {
  title: 'Opérateurs',
  text: 'Comment les opérateurs traitent les paiements de tous les marchands, en ce moment.',
  conditionsText:
    'Fermé\u00A0: nous ne prenons pas de nouveau paiement par cet opérateur\u00A0; ceux en cours se terminent normalement. Perturbé\u00A0: plus d’un paiement sur cinq échoue du fait de l’opérateur depuis une heure. Proposez alors un autre moyen de payer.',
  medianText: 'Durée médiane des paiements réussis, de la demande à la confirmation.',
  stripTitle: 'État des opérateurs',
  inStrip: (operator: string, condition: string) => `${operator}\u00A0: ${condition}`,
  conditions: { normal: 'Normal', disturbed: 'Perturbé', closed: 'Fermé' },
  closedAt: 'Fermé',
  hour: 'Dernière heure',
  day: '24 heures',
  nothing: 'Aucun paiement terminé',
  tooFew: 'Trop peu de paiements pour en juger',
  faults: 'Échecs dus à l’opérateur',
  percent: (number: string) => `${number}\u00A0%`,
  rate: (percent: string) => `${percent} réussis`,
  rateWithin: (percent: string, span: string) => `${percent} réussis, en ${span}`,
  underSecond: 'moins d’une seconde',
}

/** The same in English. */
const english: typeof french = {
  title: 'Operators',
  text: 'How operators are handling payments for all merchants right now.',
  conditionsText:
    'Closed: we take no new payments through this operator; those in progress will finish. Disrupted: more than one payment in five has failed because of the operator over the past hour. Offer another way to pay in the meantime.',
  medianText: 'Median duration of successful payments, from request to confirmation.',
  stripTitle: 'Operator status',
  inStrip: (operator, condition) => `${operator}: ${condition}`,
  conditions: { normal: 'Normal', disturbed: 'Disrupted', closed: 'Closed' },
  closedAt: 'Closed',
  hour: 'Last hour',
  day: '24 hours',
  nothing: 'No completed payments',
  tooFew: 'Too few payments to tell',
  faults: 'Failed because of the operator',
  percent: (number) => `${number}%`,
  rate: (percent) => `${percent} successful`,
  rateWithin: (percent, span) => `${percent} successful, in ${span}`,
  underSecond: 'under a second',
}

type OperatorWords = typeof french

export const operatorWords: Readonly<Record<Language, typeof french>> = { fr: french, en: english }

const useOperatorWords = inPageLanguage(operatorWords)
