import type { PayoutFileRecord } from '#use-cases/payouts/find-file.ts'
import { Ask } from '#web/design/ask.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { useScope } from '#web/design/scope.ts'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { lineCount, usePayoutFileWords } from './file-words.ts'

/** The actions on a file, as their paths name them. */
export const fileActs = {
  send: 'envoi',
  approve: 'validation',
  pause: 'pause',
  resume: 'reprise',
  cancel: 'arret',
} as const
export type FileAct = keyof typeof fileActs

/** The path of an action on a file. */
export function fileActPath(id: string, act: FileAct): string {
  return `${paths.payoutFiles}/${id}/${fileActs[act]}`
}

export interface FileActsProps {
  readonly file: PayoutFileRecord
  readonly faults: readonly FieldFault[]
}

/** The actions possible on a file now. */
export function FileActs(props: FileActsProps) {
  switch (props.file.state) {
    case 'checked':
      return <Send {...props} />
    case 'awaiting_approval':
      return <Approval {...props} />
    case 'running':
    case 'paused':
      return <UnderWay {...props} />
    case 'done':
    case 'cancelled':
      return <Faults faults={props.faults} />
  }
}

function Send({ file, faults }: FileActsProps) {
  const { acts: words } = usePayoutFileWords()
  const { language } = useScope()
  return (
    <section class="card stack">
      <h2>{words.send}</h2>
      <p class="soft">{file.needsApproval ? words.needsApproval : words.leavesAtOnce}</p>
      <WriteForm
        action={fileActPath(file.id, 'send')}
        faults={faults}
        button={
          file.needsApproval
            ? words.sendForApproval
            : words.pay(lineCount(file.linesTotal, language))
        }
      />
    </section>
  )
}

function UnderWay(props: FileActsProps) {
  const { file, faults } = props
  const { acts: words } = usePayoutFileWords()
  const isRunning = file.state === 'running'
  return (
    <>
      <section class="card stack">
        <WriteForm
          action={fileActPath(file.id, isRunning ? 'pause' : 'resume')}
          faults={faults}
          button={isRunning ? words.pause : words.resume}
          {...(isRunning && { look: 'quiet' })}
        />
      </section>
      <Stop {...props} />
    </>
  )
}

function Approval(props: FileActsProps) {
  const portal = usePortal()
  const { file, faults } = props
  const { acts: words } = usePayoutFileWords()
  const isOwn = file.sentBy === portal.person.id
  return (
    <>
      <section class="card stack">
        <h2>{words.approval}</h2>
        {isOwn && <Faults faults={faults} />}
        {isOwn ? (
          <p class="soft">{words.ownApproval}</p>
        ) : (
          <>
            <p class="soft">{words.approvalFor(file.senderName ?? '')}</p>
            <WriteForm
              action={fileActPath(file.id, 'approve')}
              faults={faults}
              button={words.approve}
            />
          </>
        )}
      </section>
      <Stop {...props} />
    </>
  )
}

function Stop({ file }: FileActsProps) {
  const { acts: words } = usePayoutFileWords()
  return (
    <Ask button={words.askStop} isDanger>
      <p>{words.stopText}</p>
      <WriteForm action={fileActPath(file.id, 'cancel')} button={words.stop} look="danger" />
    </Ask>
  )
}
