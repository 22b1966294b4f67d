import { errorMessage, failureMessage } from '#domain/errors/errors.ts'
import { money } from '#domain/money/money.ts'
import { runningFileStates } from '#domain/payouts/file.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type {
  PayoutFileEnds,
  PayoutFileLine,
  PayoutFileRecord,
} from '#use-cases/payouts/find-file.ts'
import { Badge } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Progress } from '#web/design/progress.tsx'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { FileActs, type FileActsProps } from './file-acts.tsx'
import { fileStates, lineCount, pauseReasons } from './file-words.ts'

interface FilePageProps extends FileActsProps {
  readonly ends: PayoutFileEnds
  /** The first lines that were refused or failed. */
  readonly wrong: readonly PayoutFileLine[]
  /** Minor units of XOF. */
  readonly available: bigint
}

const stateId = 'etat'
const refreshSeconds = 4

/** One file: its totals before it is sent, its progress afterwards, and the results of its lines. */
export function FilePage(props: FilePageProps) {
  const { portal, file, ends } = props
  const { now } = useScope()
  const isOpen = runningFileStates.includes(file.state) || ends.underWay > 0
  const isLive = isOpen && mayRefresh(file.sentAt ?? file.createdAt, now)
  const address = `${paths.payoutFiles}/${file.id}`
  return (
    <PortalFrame portal={portal} title={file.name} isLive={isLive}>
      <p>
        <a href={paths.payoutFiles}>Tous les fichiers</a>
      </p>
      <h1>{file.name}</h1>
      <div class="grid start">
        <div
          id={stateId}
          class="stack"
          {...(isLive && refreshing(address, stateId, refreshSeconds))}
        >
          <State {...props} />
        </div>
        <div class="stack">
          <Sums {...props} />
          {hasPortalPermission(portal.person, 'payouts.request') && <FileActs {...props} />}
        </div>
      </div>
    </PortalFrame>
  )
}

function State(props: FilePageProps) {
  const { file, ends, wrong } = props
  const [tone, label] = fileStates[file.state]
  const begun = file.linesSent + file.linesRefused
  return (
    <>
      <section class="card stack">
        <div class="row spread">
          <p>
            <b>
              {begun} sur {lineCount(file.linesTotal)}
            </b>
          </p>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <Progress label="Lignes envoyées" value={begun} max={file.linesTotal} />
        <Facts facts={progressFacts(file, ends)} />
        {file.pauseCode && <Notice tone="wait">{pauseReasons[file.pauseCode]}</Notice>}
        {begun > 0 && (
          <p>
            <ButtonLink
              href={`${paths.payoutFiles}/${file.id}/resultat`}
              look="quiet"
              icon="download"
            >
              Résultat en CSV
            </ButtonLink>
          </p>
        )}
      </section>
      {wrong.length > 0 && (
        <section class="card stack">
          <h2>Lignes non payées</h2>
          <Table
            caption="Lignes non payées"
            columns={wrongColumns}
            rows={wrong}
            keyOf={({ number }) => String(number)}
          />
        </section>
      )}
    </>
  )
}

function progressFacts(file: PayoutFileRecord, ends: PayoutFileEnds) {
  const left = file.linesTotal - file.linesSent - file.linesRefused
  const { paidAmount } = ends
  return [
    { label: 'Payées', value: linesIfAny(ends.paid) },
    { label: 'En cours chez l’opérateur', value: linesIfAny(ends.underWay) },
    { label: 'Échouées', value: linesIfAny(ends.failed) },
    { label: 'Refusées', value: linesIfAny(file.linesRefused) },
    {
      label: file.state === 'cancelled' ? 'Jamais envoyées' : 'À envoyer',
      value: linesIfAny(left),
    },
    { label: 'Argent reçu', value: paidAmount > 0n ? francs(paidAmount) : null },
    { label: 'Envoyé', value: file.sentAt && <ExactTime at={file.sentAt} /> },
    { label: 'Par', value: file.senderName },
    { label: 'Validé par', value: file.approverName },
    { label: 'Fin', value: file.endedAt && <ExactTime at={file.endedAt} /> },
  ]
}

function linesIfAny(count: number): string | null {
  return count > 0 ? lineCount(count) : null
}

function francs(xof: bigint) {
  return <Amount of={money(xof, 'XOF')} />
}

const wrongColumns: readonly Column<PayoutFileLine>[] = [
  { title: 'Ligne', cell: ({ number }) => <b class="num">Ligne {number}</b> },
  { title: 'Pour', cell: ({ holderName }) => holderName },
  { title: 'Numéro', cell: ({ phone }) => phone && groupedPhone(phone) },
  { title: 'Pourquoi', cell: whyNot },
  { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={money(amount, 'XOF')} /> },
]

/** Why a line was not paid. */
export function whyNot({ refusal, failureCode }: PayoutFileLine): string {
  if (refusal !== null) return errorMessage(refusal, {})
  return failureCode === null ? '' : failureMessage(failureCode)
}

function Sums({ file, available }: FilePageProps) {
  const isUnsent = file.state === 'checked'
  const missing = file.charged - available
  return (
    <section class="card stack">
      <p>
        <Amount of={money(file.amount, 'XOF')} isHero />
      </p>
      <Facts
        facts={[
          { label: 'Lignes', value: file.linesTotal.toLocaleString('fr-FR') },
          { label: 'Montant reçu', value: <Amount of={money(file.amount, 'XOF')} /> },
          { label: 'Frais', value: <Amount of={money(file.charged - file.amount, 'XOF')} /> },
          {
            label: 'Pris sur votre solde',
            value: <Amount of={money(file.charged, 'XOF')} />,
            isTotal: true,
          },
          {
            label: 'Solde disponible',
            value: isUnsent && <Amount of={money(available, 'XOF')} />,
          },
          {
            label: 'Il manque',
            value: isUnsent && missing > 0n && <Amount of={money(missing, 'XOF')} />,
          },
        ].filter(({ value }) => value !== false)}
      />
    </section>
  )
}
