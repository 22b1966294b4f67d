import type { ComponentChildren } from 'preact'
import { Frame } from '#web/design/frame.tsx'
import type { Door } from './door.ts'

/** The frame of the pages before the door: nobody is known there yet. */
export function DoorFrame({
  door,
  title,
  children,
}: {
  readonly door: Door
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <Frame
      title={`${title} · ${door.name}`}
      foot={<p>Nous ne vous demanderons jamais votre mot de passe par téléphone ou par message.</p>}
      isStaff={door.isStaff}
    >
      <p class="soft center">{door.name}</p>
      <div class="card stack">
        <h1>{title}</h1>
        {children}
      </div>
    </Frame>
  )
}
