import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { type Tone, toneIcons } from './tone.ts'

export interface NoticeProps {
  readonly tone: Tone
  readonly title?: string
  /** Used where the tone's own icon would mislead. */
  readonly icon?: IconName
  readonly children?: ComponentChildren
}

/** A message in the page; screen readers announce an error at once. */
export function Notice({ tone, title, icon, children }: NoticeProps) {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={icon ?? toneIcons[tone]} />
      <div>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  )
}
