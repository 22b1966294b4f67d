import { money } from '#domain/money/money.ts'
import { runningFileStates } from '#domain/payouts/file.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import type { Language } from '#domain/text/language.ts'
import { countText } from '#domain/text/text.ts'
import type { PayoutFileEnds, PayoutFileLine } from '#use-cases/payouts/find-file.ts'
import { Badge } from '#web/design/badge.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Progress } from '#web/design/progress.tsx'
import { mayRefresh, refreshing } from '#web/design/refresh.ts'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { ExactTime } from '#web/design/time.tsx'
import { ExportLinks } from '#web/portal/export-links.tsx'
import { calledOf } from '#web/portal/authorized-accounts/account-text.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { usePortal } from '#web/portal/portal-page.ts'
import { FileActs, type FileActsProps } from './file-acts.tsx'
import type { PayoutFileWords } from './file-french.ts'
import { fileTones, lineCount, usePayoutFileWords } from './file-words.ts'
import { whyNot } from './why-not.ts'

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
  const portal = usePortal()
  const { file, ends } = props
  const { now } = useScope()
  const { list } = usePayoutFileWords()
  const isOpen = runningFileStates.includes(file.state) || ends.underWay > 0
  const isLive = isOpen && mayRefresh(file.sentAt ?? file.createdAt, now)
  const address = `${paths.payoutFiles}/${file.id}`
  return (
    <PortalFrame title={file.name} isLive={isLive}>
      <p>
        <a href={paths.payoutFiles}>{list.all}</a>
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
  const { language } = useScope()
  const words = usePayoutFileWords()
  const { progress, unpaid } = words
  const begun = file.linesSent + file.linesRefused
  return (
    <>
      <section class="card stack">
        <div class="row spread">
          <p>
            <b>
              {progress.begun(countText(begun, language), lineCount(file.linesTotal, language))}
            </b>
          </p>
          <Badge tone={fileTones[file.state]}>{words.states[file.state]}</Badge>
        </div>
        <Progress label={progress.label} value={begun} max={file.linesTotal} />
        <Facts facts={progressFacts({ file, ends }, progress, language)} />
        {file.pauseCode && <Notice tone="wait">{words.pauseReasons[file.pauseCode]}</Notice>}
        {begun > 0 && (
          <div class="row">
            <span>{progress.result}</span>
            <ExportLinks href={`${paths.payoutFiles}/${file.id}/resultat`} />
          </div>
        )}
      </section>
      {wrong.length > 0 && (
        <section class="card stack">
          <h2>{unpaid.title}</h2>
          <Table
            caption={unpaid.title}
            columns={wrongColumns(unpaid, language)}
            rows={wrong}
            keyOf={({ number }) => String(number)}
          />
        </section>
      )}
    </>
  )
}

function progressFacts(
  { file, ends }: Pick<FilePageProps, 'file' | 'ends'>,
  words: PayoutFileWords['progress'],
  language: Language,
) {
  const linesIfAny = (count: number) => (count > 0 ? lineCount(count, language) : null)
  const left = file.linesTotal - file.linesSent - file.linesRefused
  const { paidAmount } = ends
  return [
    { label: words.paid, value: linesIfAny(ends.paid) },
    { label: words.underWay, value: linesIfAny(ends.underWay) },
    { label: words.failed, value: linesIfAny(ends.failed) },
    { label: words.refused, value: linesIfAny(file.linesRefused) },
    {
      label: file.state === 'cancelled' ? words.neverSent : words.toSend,
      value: linesIfAny(left),
    },
    { label: words.received, value: paidAmount > 0n ? francs(paidAmount) : null },
    { label: words.sent, value: file.sentAt && <ExactTime at={file.sentAt} /> },
    { label: words.sender, value: file.senderName },
    { label: words.approver, value: file.approverName },
    { label: words.end, value: file.endedAt && <ExactTime at={file.endedAt} /> },
  ]
}

function francs(xof: bigint) {
  return <Amount of={money(xof, 'XOF')} />
}

function wrongColumns(
  words: PayoutFileWords['unpaid'],
  language: Language,
): readonly Column<PayoutFileLine>[] {
  return [
    { title: words.line, cell: ({ number }) => <b class="num">{words.numbered(`${number}`)}</b> },
    { title: words.to, cell: calledOf },
    { title: words.phone, cell: ({ phone }) => phone && groupedPhone(phone) },
    { title: words.why, cell: (line) => whyNot(line, language) },
    { title: words.amount, isNumber: true, cell: ({ amount }) => francs(amount) },
  ]
}

function Sums({ file, available }: FilePageProps) {
  const { sums: words } = usePayoutFileWords()
  const { language } = useScope()
  const isUnsent = file.state === 'checked'
  const missing = file.charged - available
  return (
    <section class="card stack">
      <p>
        <Amount of={money(file.amount, 'XOF')} isHero />
      </p>
      <Facts
        facts={[
          { label: words.lines, value: countText(file.linesTotal, language) },
          { label: words.received, value: francs(file.amount) },
          { label: words.fees, value: francs(file.charged - file.amount) },
          {
            label: words.debited,
            value: francs(file.charged),
            isTotal: true,
          },
          {
            label: words.available,
            value: isUnsent && francs(available),
          },
          {
            label: words.missing,
            value: isUnsent && missing > 0n && francs(missing),
          },
        ].filter(({ value }) => value !== false)}
      />
    </section>
  )
}
