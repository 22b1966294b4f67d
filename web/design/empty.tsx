import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'

/** An empty list: what will be in it, and how to begin. */
export function Empty({
  title,
  icon = 'empty',
  children,
}: {
  readonly title: string
  readonly icon?: IconName
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty stack">
      <Icon name={icon} />
      <h2>{title}</h2>
      <div class="soft">{children}</div>
    </div>
  )
}
