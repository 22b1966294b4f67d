import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

/** A second step before an act: the button opens the question, in the page, without a script. */
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
  /** Asked already, and to be looked at again. */
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

/** What few readers need, one touch away; open where something in it is in use or wrong. */
export function More({
  title,
  id,
  isOpen,
  children,
}: {
  readonly title: string
  /** With it, what somebody unfolded stays so where its part of the page refreshes. */
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
