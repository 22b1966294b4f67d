import type { ComponentChildren } from 'preact'

export interface Chip {
  readonly href: string
  readonly label: string
  /** How many are behind it: `12`, `plus de 1 000`. */
  readonly count?: string | undefined
  readonly isOn: boolean
}

/** A few ways to look at the same thing, one of which is on; in one line that a thumb moves on a phone. */
export function Chips({
  label,
  chips,
  children,
}: {
  readonly label: string
  readonly chips: readonly Chip[]
  readonly children?: ComponentChildren
}) {
  return (
    <nav aria-label={label}>
      <ul class="chips">
        {chips.map(({ href, label: text, count, isOn }) => (
          <li key={href}>
            <a class="chip" href={href} aria-current={isOn ? 'true' : undefined}>
              {text}
              {count !== undefined && <span class="soft num"> {count}</span>}
            </a>
          </li>
        ))}
        {children}
      </ul>
    </nav>
  )
}
