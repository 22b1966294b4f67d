import type { Money } from '#domain/money/money.ts'
import { Badge } from './badge.tsx'
import { Token } from './form.tsx'
import { Icon } from './icon.tsx'
import { Amount } from './money.tsx'
import { Time } from './time.tsx'
import type { Tone } from './tone.ts'

/** The name of the field of a search. */
export const searchField = 'q'

export interface SearchBoxProps {
  /** Where it is sent: leads to the page of results, also without JavaScript. */
  readonly action: string
  /** Where it is sent while somebody types: answers with a part of a page. */
  readonly partPath: string
  readonly label: string
  readonly placeholder: string
  readonly value?: string | undefined
}

/** The search box, focused by `/`; with JavaScript it shows results while one types. */
export function SearchBox({ action, partPath, label, placeholder, value }: SearchBoxProps) {
  return (
    <search class="find">
      <form action={action} method="post" data-find={partPath}>
        <Token />
        <span class="box">
          <Icon name="search" />
          <input
            type="search"
            name={searchField}
            value={value}
            aria-label={label}
            aria-keyshortcuts="/"
            placeholder={placeholder}
            autocomplete="off"
            enterkeyhint="search"
          />
          <kbd aria-hidden="true">/</kbd>
        </span>
      </form>
      <div class="found" role="status" hidden />
    </search>
  )
}

/** A search result: whom or what it is about is its headline, its references are small. */
export interface Hit {
  readonly href: string
  /** `Paiement`, `Retrait`. */
  readonly kind: string
  /** Null if nobody is named. */
  readonly title: string
  /** Number, operator, whose it is; what is empty is left out. */
  readonly details: readonly (string | null)[]
  readonly reference: string | null
  readonly amount: Money | null
  /** Money that left: with a minus, and muted. */
  readonly isOut?: boolean
  readonly state: readonly [tone: Tone, label: string] | null
  readonly at: Date | null
}

/** What was found, a link each; arrows go from one to the next. */
export function HitList({
  hits,
  label,
}: {
  readonly hits: readonly Hit[]
  readonly label: string
}) {
  return (
    <ul class="hits" aria-label={label}>
      {hits.map((hit) => (
        <li key={hit.href}>
          <a href={hit.href}>
            <HitHead {...hit} />
            <span class="soft small">
              {[hit.kind, ...hit.details].filter((text) => text).join(' · ')}
              {hit.at && (
                <>
                  {' · '}
                  <Time at={hit.at} />
                </>
              )}
            </span>
            {hit.reference && <span class="soft ref">{hit.reference}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}

function HitHead({ title, amount, isOut, state }: Hit) {
  return (
    <span class="row spread">
      <b>{title}</b>
      <span class="row">
        {amount && (
          <span class={isOut ? 'soft' : undefined}>
            {isOut && '\u2212'}
            <Amount of={amount} />
          </span>
        )}
        {state && <Badge tone={state[0]}>{state[1]}</Badge>}
      </span>
    </span>
  )
}
