import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { type Tone, toneIcons } from './tone.ts'

export interface NoticeProps {
  readonly tone: Tone
  readonly title?: string
  /** Used where the tone's own icon would mislead. */
  readonly icon?: IconName
  /**
   * It answers what somebody has just sent: the new page begins there, for the eye on a phone, the keyboard and a screen
   * reader.
   */
  readonly isAnswer?: boolean
  readonly children?: ComponentChildren
}

/** A message in the page; screen readers announce an error at once. */
export function Notice({ tone, title, icon, isAnswer = false, children }: NoticeProps) {
  const begun = isAnswer ? { tabIndex: -1, autofocus: true } : {}
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'} {...begun}>
      <Icon name={icon ?? toneIcons[tone]} />
      <div>
        {title && <strong>{title}</strong>}
        <div>{children}</div>
      </div>
    </div>
  )
}
