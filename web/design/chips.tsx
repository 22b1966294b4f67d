import type { ComponentChildren } from 'preact'

export interface Chip {
  readonly href: string
  readonly label: string
  /** The number of items behind it: `12`, `plus de 1 000`. */
  readonly count?: string | undefined
  readonly isOn: boolean
}

/** A few views of the same thing, one of which is selected; in one line that scrolls on a phone. */
export function Chips({
  label,
  chips,
  id,
  swap,
  children,
}: {
  readonly label: string
  readonly chips: readonly Chip[]
  /** If its counts change while it is shown. */
  readonly id?: string
  /** It replaces the one with its id in an open page. */
  readonly swap?: 'true' | undefined
  readonly children?: ComponentChildren
}) {
  return (
    <nav id={id} aria-label={label} hx-swap-oob={swap}>
      <ul class="chips">
        {chips.map(({ href, label: text, count, isOn }, at) => (
          <li key={href}>
            <a
              id={id && `${id}-${at}`}
              class="chip"
              href={href}
              aria-current={isOn ? 'true' : undefined}
            >
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
