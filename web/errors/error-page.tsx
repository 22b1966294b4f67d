import { Frame } from '#web/design/frame.tsx'
import { Verdict } from '#web/design/verdict.tsx'

export interface ErrorPageProps {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly requestId: string
}

/** What a reader sees instead of a page; the number lets us find what happened. */
export function ErrorPage({ status, title, text, requestId }: ErrorPageProps) {
  const isOurs = status >= 500
  return (
    <Frame title={title}>
      <div class="card stack">
        <Verdict tone={isOurs ? 'wait' : 'still'} icon={isOurs ? 'alert' : 'search'} title={title}>
          <p class="soft">{text}</p>
        </Verdict>
      </div>
      <p class="soft small center">
        Erreur {status} · demande
        <br />
        <code>{requestId}</code>
      </p>
    </Frame>
  )
}
