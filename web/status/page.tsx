import {
  type PublicStanding,
  publicStandingOf,
  standingOf,
  type Watched,
  worstOf,
} from '#domain/figures/state.ts'
import { createStateReader, type ServiceState, stateKeptMs } from '#use-cases/figures/state.ts'
import { watchedFigures } from '#use-cases/figures/watched.ts'
import type { WebContext } from '#web/context.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Frame } from '#web/design/frame.tsx'
import type { Tone } from '#web/design/tone.ts'
import { Verdict } from '#web/design/verdict.tsx'
import { html } from '#web/http/answer.ts'
import { publicPage } from '#web/http/route.ts'
import { type Language, type PartName, wordsOf } from './words.ts'

/**
 * How the service does, for anybody: operators, collections, payouts, webhooks, each in a word and no figure of anybody's
 * (docs/monitoring.md#pages). It is read once for all who ask, and answers though the database be away.
 */
export function statusPage({ database }: Pick<WebContext, 'database'>) {
  const read = createStateReader(database)
  const seconds = Math.round(stateKeptMs / 1000)
  return publicPage({
    method: 'GET',
    path: '/etat',
    isAlways: true,
    async handler({ language }) {
      const parts = partsOf(await read())
      return html(<StatusPage parts={parts} language={language} />, {
        headers: {
          'Cache-Control': `public, max-age=${seconds}`,
          Vary: 'Accept-Language, Accept-Encoding',
        },
      })
    },
  })
}

/** A part of the service: one of ours by its name, or an operator by its own. */
interface Part {
  readonly name: PartName | { readonly operator: string }
  readonly standing: PublicStanding
}

/** On which figures each part stands. */
const stoodOn: Readonly<Record<PartName, readonly Watched[]>> = {
  collections: ['collections_overdue', 'outbox_age', 'runs_missing'],
  payouts: ['money_out_overdue', 'outbox_age', 'runs_missing'],
  webhooks: ['deliveries_failing', 'outbox_age'],
}

function partsOf(state: ServiceState): readonly Part[] {
  const figures = watchedFigures(state)
  const ours = (['collections', 'payouts', 'webhooks'] as const).map((name) => ({
    name,
    standing: worstOf(stoodOn[name].map((what) => standingOf(what, figures[what]))),
  }))
  const operators = (state.operators ?? []).map(({ name, condition }) => ({
    name: { operator: name },
    standing: publicStandingOf(condition),
  }))
  return [...ours, ...operators]
}

const tones: Readonly<Record<PublicStanding, Tone>> = {
  up: 'ok',
  disturbed: 'bad',
  closed: 'wait',
  unknown: 'wait',
}

function StatusPage({
  parts,
  language,
}: {
  readonly parts: readonly Part[]
  readonly language: Language
}) {
  const words = wordsOf[language]
  const whole = wholeOf(parts)
  const [title, said] = words.whole[whole]
  return (
    <Frame title={words.title} language={language} foot={<p>{words.foot}</p>} own="service">
      <div class="card">
        <Verdict tone={tones[whole]} icon={whole === 'up' ? 'check' : 'alert'} title={title}>
          <p class="soft">{said}</p>
        </Verdict>
        <div class="tear" />
        <Facts
          facts={parts.map(({ name, standing }) => ({
            label: typeof name === 'string' ? words.parts[name] : name.operator,
            value: <Badge tone={tones[standing]}>{words.standings[standing]}</Badge>,
          }))}
        />
      </div>
    </Frame>
  )
}

/** Of the whole: unknown where nothing could be read, else whether anything is not as it should be. */
function wholeOf(parts: readonly Part[]): 'up' | 'disturbed' | 'unknown' {
  if (parts.some(({ standing }) => standing === 'unknown')) return 'unknown'
  return parts.every(({ standing }) => standing === 'up') ? 'up' : 'disturbed'
}
