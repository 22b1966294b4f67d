import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import type { Tone } from './tone.ts'

/** The main message of a page, in large type: paid, waiting, refused. */
export function Verdict({
  tone,
  icon,
  title,
  children,
}: {
  readonly tone: Tone
  readonly icon: IconName
  readonly title: string
  readonly children?: ComponentChildren
}) {
  return (
    <div class="verdict">
      <span class={`seal ${tone}`}>
        <Icon name={icon} />
      </span>
      <h1>{title}</h1>
      {children}
    </div>
  )
}
