import type { ComponentChildren } from 'preact'
import { countText } from '#domain/text/text.ts'
import { useScope } from './scope.ts'

/** One figure that matters; a number is written as its reader writes numbers. */
export function Stat({
  label,
  note,
  children,
}: {
  readonly label: ComponentChildren
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}) {
  const { language } = useScope()
  return (
    <div class="card stat">
      <p class="soft small">{label}</p>
      <p class="figure">
        {typeof children === 'number' ? countText(children, language) : children}
      </p>
      {note && <p class="soft small">{note}</p>}
    </div>
  )
}
