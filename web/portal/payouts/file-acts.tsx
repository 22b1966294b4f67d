import type { PayoutFileRecord } from '#use-cases/payouts/find-file.ts'
import { Ask } from '#web/design/ask.tsx'
import { Faults, type FieldFault } from '#web/design/form.tsx'
import { paths } from '#web/portal/paths.ts'
import type { Portal } from '#web/portal/portal-page.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { lineCount } from './file-words.ts'

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
  readonly portal: Portal
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

function Send({ portal, file, faults }: FileActsProps) {
  return (
    <section class="card stack">
      <h2>Envoyer</h2>
      <p class="soft">
        {file.needsApproval
          ? 'À ce montant, une seconde personne de votre équipe, propriétaire ou administratrice, devra valider avant que l’argent parte.'
          : 'L’argent part aussitôt, ligne après ligne, et un retrait Mobile Money ne s’annule pas.'}
      </p>
      <WriteForm
        portal={portal}
        action={fileActPath(file.id, 'send')}
        faults={faults}
        button={
          file.needsApproval ? 'Envoyer pour validation' : `Payer ${lineCount(file.linesTotal)}`
        }
      />
    </section>
  )
}

function UnderWay(props: FileActsProps) {
  const { portal, file, faults } = props
  const isRunning = file.state === 'running'
  return (
    <>
      <section class="card stack">
        <WriteForm
          portal={portal}
          action={fileActPath(file.id, isRunning ? 'pause' : 'resume')}
          faults={faults}
          button={isRunning ? 'Mettre en pause' : 'Reprendre'}
          {...(isRunning && { look: 'quiet' })}
        />
      </section>
      <Stop {...props} />
    </>
  )
}

function Approval(props: FileActsProps) {
  const { portal, file, faults } = props
  const isOwn = file.sentBy === portal.person.id
  return (
    <>
      <section class="card stack">
        <h2>Validation</h2>
        {isOwn && <Faults faults={faults} />}
        {isOwn ? (
          <p class="soft">
            Vous avez envoyé ce fichier{'\u00A0'}: une autre personne de votre équipe, propriétaire
            ou administratrice, doit le valider ici.
          </p>
        ) : (
          <>
            <p class="soft">
              Envoyé par {file.senderName}. Relisez les totaux{'\u00A0'}: l’argent part aussitôt
              après.
            </p>
            <WriteForm
              portal={portal}
              action={fileActPath(file.id, 'approve')}
              faults={faults}
              button="Valider et payer"
            />
          </>
        )}
      </section>
      <Stop {...props} />
    </>
  )
}

function Stop({ portal, file }: FileActsProps) {
  return (
    <Ask button="Arrêter ce fichier" isDanger>
      <p>Les lignes déjà parties suivent leur cours. Les autres ne partiront jamais.</p>
      <WriteForm
        portal={portal}
        action={fileActPath(file.id, 'cancel')}
        button="Arrêter le fichier"
        look="danger"
      />
    </Ask>
  )
}
