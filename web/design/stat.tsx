import type { ComponentChildren } from 'preact'

/** One figure that matters. */
export function Stat({
  label,
  note,
  children,
}: {
  readonly label: ComponentChildren
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}) {
  return (
    <div class="card stat">
      <p class="soft small">{label}</p>
      <p class="figure">{children}</p>
      {note && <p class="soft small">{note}</p>}
    </div>
  )
}
