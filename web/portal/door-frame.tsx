import type { ComponentChildren } from 'preact'
import { Frame } from '#web/design/frame.tsx'

/** The frame of the pages before the door: nobody is known there yet. */
export function DoorFrame({
  title,
  children,
}: {
  readonly title: string
  readonly children: ComponentChildren
}) {
  return (
    <Frame
      title={`${title} · Portail marchand`}
      foot={<p>Nous ne vous demanderons jamais votre mot de passe par téléphone ou par message.</p>}
    >
      <p class="soft center">Portail marchand</p>
      <div class="card stack">
        <h1>{title}</h1>
        {children}
      </div>
    </Frame>
  )
}
