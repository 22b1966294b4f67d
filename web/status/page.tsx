import {
  type PublicStanding,
  publicStandingOf,
  standingOf,
  type Watched,
  worstOf,
} from '#domain/figures/state.ts'
import type { Language } from '#domain/text/language.ts'
import { createStateReader, type ServiceState, stateKeptMs } from '#use-cases/figures/state.ts'
import { watchedFigures } from '#use-cases/figures/watched.ts'
import type { WebContext } from '#web/context.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Frame } from '#web/design/frame.tsx'
import type { Tone } from '#web/design/tone.ts'
import { Verdict } from '#web/design/verdict.tsx'
import { html } from '#web/http/answer.ts'
import { payersPage } from '#web/http/route.ts'

/**
 * The public state of the service: operators, collections, payouts, webhooks, each in a word and without anybody's
 * figures (docs/monitoring.md#pages). One reading serves all readers, and the page answers even if the database is
 * down.
 */
export function statusPage({ database }: Pick<WebContext, 'database'>) {
  const read = createStateReader(database)
  const seconds = Math.round(stateKeptMs / 1000)
  return payersPage({
    method: 'GET',
    path: '/etat',
    isAlways: true,
    async handler({ language }) {
      const parts = partsOf(await read())
      return html(<StatusPage parts={parts} language={language} />, {
        headers: { 'Cache-Control': `public, max-age=${seconds}` },
      })
    },
  })
}

/** A part of the service, or an operator. */
interface Part {
  readonly name: PartName | { readonly operator: string }
  readonly standing: PublicStanding
}

/** The figures that each part depends on. */
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
    <Frame title={words.title} foot={<p>{words.foot}</p>} own="service">
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

/** The state of the whole: unknown if any part could not be read, otherwise whether anything is disturbed. */
function wholeOf(parts: readonly Part[]): 'up' | 'disturbed' | 'unknown' {
  if (parts.some(({ standing }) => standing === 'unknown')) return 'unknown'
  return parts.every(({ standing }) => standing === 'up') ? 'up' : 'disturbed'
}

/** The service's own parts. */
type PartName = 'collections' | 'payouts' | 'webhooks'

interface Words {
  readonly title: string
  readonly foot: string
  readonly parts: Readonly<Record<PartName, string>>
  readonly standings: Readonly<Record<PublicStanding, string>>
  /** The state of the whole: a title, and what it means for the reader. */
  readonly whole: Readonly<Record<'up' | 'disturbed' | 'unknown', readonly [string, string]>>
}

/** The page's texts, in each language. */
export const wordsOf: Readonly<Record<Language, Words>> = {
  fr: {
    title: 'État du service',
    foot: 'Lu il y a quinze secondes au plus. Rechargez la page pour l’état du moment.',
    parts: { collections: 'Encaissements', payouts: 'Retraits', webhooks: 'Webhooks' },
    standings: {
      up: 'Normal',
      disturbed: 'Perturbé',
      closed: 'Fermé',
      unknown: 'Inconnu',
    },
    whole: {
      up: ['Tout fonctionne', 'Les paiements passent normalement.'],
      disturbed: [
        'Le service est perturbé',
        'Nos équipes s’en occupent. Un paiement déjà demandé n’est pas perdu\u00A0: ne payez pas deux fois.',
      ],
      unknown: [
        'État inconnu',
        'Nos livres ne répondent pas en ce moment. Un paiement déjà accepté n’est pas perdu\u00A0: réessayez dans quelques minutes.',
      ],
    },
  },
  en: {
    title: 'Service status',
    foot: 'Read fifteen seconds ago at most. Reload the page for how it is now.',
    parts: { collections: 'Collections', payouts: 'Payouts', webhooks: 'Webhooks' },
    standings: { up: 'Normal', disturbed: 'Disrupted', closed: 'Closed', unknown: 'Unknown' },
    whole: {
      up: ['Everything works', 'Payments go through as usual.'],
      disturbed: [
        'The service is disturbed',
        'We are working on it. A payment that was asked for is not lost: do not pay twice.',
      ],
      unknown: [
        'Unknown',
        'Our books do not answer right now. A payment that was accepted is not lost: try again in a few minutes.',
      ],
    },
  },
}
