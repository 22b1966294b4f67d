import type { ComponentChildren } from 'preact'
import { Faults, type FieldFault } from '#web/design/form.tsx'

/** The card of an act at the desk: the errors of its refused form, then what there is to decide. */
export function ActCard({
  title,
  faults,
  children,
}: {
  readonly title: string
  readonly faults: readonly FieldFault[]
  readonly children: ComponentChildren
}) {
  return (
    <section class="card stack">
      <h2>{title}</h2>
      <Faults faults={faults} />
      {children}
    </section>
  )
}
