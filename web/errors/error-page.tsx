import { Frame } from '#web/design/frame.tsx'
import { useScope } from '#web/design/scope.ts'
import { Verdict } from '#web/design/verdict.tsx'
import { deskOf, WaysOut } from './ways-out.tsx'

export interface ErrorPageProps {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly requestId: string
}

/** What a reader sees instead of a page, with a way on; the number lets us find what happened. */
export function ErrorPage({ status, title, text, requestId }: ErrorPageProps) {
  const isOurs = status >= 500
  const desk = deskOf(useScope().path)
  return (
    <Frame title={title} isPortal={desk === 'portal'} isStaff={desk === 'staff'}>
      <div class="card stack">
        <Verdict tone={isOurs ? 'wait' : 'still'} icon={isOurs ? 'alert' : 'search'} title={title}>
          <p class="soft">{text}</p>
        </Verdict>
      </div>
      <WaysOut desk={desk} />
      <p class="soft small center">
        Erreur {status} · demande
        <br />
        <code>{requestId}</code>
      </p>
    </Frame>
  )
}
