import { invitationSeconds } from '#use-cases/people/invitations.ts'
import type { PortalUser } from '#domain/people/person.ts'
import { ButtonLink } from '#web/design/button.tsx'
import { OneTimeSecret } from '#web/design/secret.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'

const hours = invitationSeconds / 3600

/** The code with which somebody chooses a password, this once, and what to do with it. */
export function CodePage({
  portal,
  person,
  invitationCode,
}: {
  readonly portal: Portal
  readonly person: PortalUser
  readonly invitationCode: string
}) {
  return (
    <PortalFrame portal={portal} title="Code d’invitation">
      <h1>Code pour {person.name}</h1>
      <OneTimeSecret
        title="Donnez-le maintenant"
        secret={invitationCode}
        copy="Copier le code"
        note={`Il n’est affiché qu’une fois et vaut ${hours} heures. Perdu, il se remplace par un nouveau.`}
      />
      <div class="card">
        <ol class="steps">
          <li>Donnez ce code à {person.name}, de vive voix ou par un message à part.</li>
          <li>
            Cette personne ouvre la page de connexion et touche «{'\u00A0'}choisissez un mot de
            passe{'\u00A0'}».
          </li>
          <li>
            Elle y écrit son adresse, {person.email}, et ce code, puis choisit son mot de passe.
          </li>
        </ol>
      </div>
      <ButtonLink href={paths.team}>C’est noté</ButtonLink>
    </PortalFrame>
  )
}
