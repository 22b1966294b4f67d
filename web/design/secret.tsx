import { CopyButton } from './button.tsx'
import { Notice } from './notice.tsx'

/** Something shown only once: a key, the secret of a webhook, a code to give to somebody. */
export function OneTimeSecret({
  title,
  secret,
  copy,
  note,
}: {
  readonly title: string
  readonly secret: string
  /** The label of the button that copies it. */
  readonly copy: string
  /** Where it belongs, and what to do if it is lost. */
  readonly note: string
}) {
  return (
    <Notice tone="wait" title={title} icon="lock">
      <p>{note}</p>
      <p>
        <code class="secret">{secret}</code>
      </p>
      <CopyButton text={secret}>{copy}</CopyButton>
    </Notice>
  )
}
