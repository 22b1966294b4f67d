import type { ComponentChildren } from 'preact'

/** A part of the gallery. */
export function Shelf({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <section class="stack">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
