import type { MailStanding } from '#use-cases/mail/standing.ts'
import { Notice } from './notice.tsx'
import { useScope } from './scope.ts'
import { Time } from './time.tsx'
import { useDesignWords } from './words.tsx'

/** A mail usually takes no longer to leave. */
const usualMs = 60_000

/** What became of the mail with somebody’s code; nothing if there was none. */
export function CodeMail({ mail }: { readonly mail: MailStanding | null }) {
  const { now } = useScope()
  const words = useDesignWords().codeMail
  if (mail === null) return null
  const { outcome, createdAt } = mail
  if (outcome === 'sent') return <Notice tone="ok">{words.sent(<Time at={createdAt} />)}</Notice>
  if (outcome === null && now.getTime() - createdAt.getTime() < usualMs) {
    return <Notice tone="info">{words.leaves}</Notice>
  }
  if (outcome === null) {
    return (
      <Notice tone="wait" title={words.waits}>
        {words.waitsText}
      </Notice>
    )
  }
  return (
    <Notice tone="bad" title={words.failed}>
      {outcome === 'refused' ? words.refused : words.absent}
    </Notice>
  )
}
