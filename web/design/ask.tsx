import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

/** A confirmation step before an action: the button opens the question within the page, without JavaScript. */
export function Ask({
  button,
  icon,
  isDanger,
  isOpen,
  children,
}: {
  readonly button: string
  readonly icon?: IconName
  readonly isDanger?: boolean
  /** The question was already open, and is shown again. */
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}) {
  return (
    <details class="ask" open={isOpen}>
      <summary class={isDanger ? 'button danger' : 'button quiet'}>
        {icon && <Icon name={icon} />}
        {button}
      </summary>
      <div class="card stack">{children}</div>
    </details>
  )
}

/** Content that few readers need, folded; open if something in it is in use or wrong. */
export function More({
  title,
  id,
  isOpen,
  children,
}: {
  readonly title: string
  /** With it, an unfolded part stays unfolded when that part of the page refreshes. */
  readonly id?: string
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}) {
  return (
    <details class="more" id={id} open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
