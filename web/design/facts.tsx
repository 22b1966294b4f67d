import type { ComponentChildren } from 'preact'

export interface Fact {
  readonly label: string
  /** Left out if it is empty. */
  readonly value: ComponentChildren
  readonly isTotal?: boolean
}

/** The facts about one thing, a line each. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== '')
  return (
    <dl class="facts">
      {known.map(({ label, value, isTotal }) => (
        <div key={label} class={isTotal ? 'total' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
