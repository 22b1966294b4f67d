import type { MailStanding } from '#use-cases/mail/standing.ts'
import { Notice } from './notice.tsx'
import { Time } from './time.tsx'

/** How the mail with somebody’s code went; nothing where there was none. */
export function CodeMail({ mail }: { readonly mail: MailStanding | null }) {
  if (mail === null) return null
  const { outcome, createdAt } = mail
  if (outcome === 'sent') {
    return (
      <Notice tone="ok">
        Un code est parti par e-mail, <Time at={createdAt} />.
      </Notice>
    )
  }
  if (outcome === null) {
    return (
      <Notice tone="wait" title="E-mail en attente">
        Le code n’est pas encore parti{'\u00A0'}: le serveur d’e-mail ne l’a pas encore pris. Il
        partira dès que possible, il n’y a rien à refaire.
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title="E-mail non parti">
      {outcome === 'refused'
        ? 'Le serveur d’e-mail refuse cette adresse.'
        : 'Le serveur d’e-mail est resté absent trop longtemps.'}
    </Notice>
  )
}
