import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import { Time } from './time.tsx'
import { type Tone, toneIcons } from './tone.ts'

export interface Happening {
  readonly tone: Tone
  readonly title: string
  readonly at?: Date
  readonly detail?: ComponentChildren
}

/** What happened, in order. */
export function Timeline({ happenings }: { readonly happenings: readonly Happening[] }) {
  return (
    <ol class="timeline">
      {happenings.map(({ tone, title, at, detail }, place) => (
        <li key={place}>
          <span class={`dot ${tone}`}>
            <Icon name={toneIcons[tone]} />
          </span>
          <b>{title}</b>
          {at && (
            <span class="soft small">
              {' · '}
              <Time at={at} />
            </span>
          )}
          {detail && <div class="soft small">{detail}</div>}
        </li>
      ))}
    </ol>
  )
}
