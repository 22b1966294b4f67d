import type { WebContext } from '#web/context.ts'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { paths } from '#web/portal/paths.ts'
import { type Portal, portalPage } from '#web/portal/portal-page.ts'
import { operatorName } from '#domain/operators/names.ts'
import { conditionOf, type OperatorCondition } from '#domain/operators/health.ts'
import {
  type OperatorFigures,
  type OperatorHealth,
  readOperatorHealth,
} from '#use-cases/operators/read-health.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { useScope } from '#web/design/scope.ts'
import { Time } from '#web/design/time.tsx'
import type { Tone } from '#web/design/tone.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import type { Mode } from '#domain/transactions/transaction.ts'
import { readOperatorStates } from '#use-cases/operators/read-states.ts'
import { type OperatorWords, useOperatorWords } from './words.ts'

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
  const words = useOperatorWords()
  return (
    <PortalFrame portal={portal} title={words.title}>
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
          { label: words.day, value: figuresText(day, words) },
        ]}
      />
    </section>
  )
}

function figuresText(figures: OperatorFigures, words: OperatorWords): string {
  const { ended, succeeded, medianSeconds } = figures
  if (ended === 0) return words.nothing
  const percent = String(Math.round((succeeded / ended) * 100))
  if (medianSeconds === null) return words.rate(percent)
  return words.rateWithin(percent, spanText(medianSeconds, words))
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
