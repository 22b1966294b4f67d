import type { PortalAct } from '#domain/audit/portal-acts.ts'
import type { PayoutFileId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import type { Language } from '#domain/text/language.ts'
import { localTime } from '#domain/text/text.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import {
  findPayoutFile,
  listPayoutFileLines,
  listPayoutFiles,
  type PayoutFileLine,
  type PayoutFileRecord,
} from '#use-cases/payouts/find-file.ts'
import {
  approvePayoutFile,
  cancelPayoutFile,
  pausePayoutFile,
  type PayoutFileOrder,
  resumePayoutFile,
  sendPayoutFile,
} from '#use-cases/payouts/move-file.ts'
import type { WebContext } from '#web/context.ts'
import { Badge, statusNames } from '#web/design/badge.tsx'
import { ButtonLink } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { doneAt, html } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { type ExportColumn, giveTable, sheetPhone, tableLines } from '#web/portal/export-table.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalReads, usePortal } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { type FileAct, fileActPath } from './file-acts.tsx'
import { FilePage } from './file-page.tsx'
import { payoutFileUploadPages } from './file-upload.tsx'
import type { PayoutFileWords } from './file-french.ts'
import { fileTones, lineCount, payoutFileWords, usePayoutFileWords } from './file-words.ts'
import { whyNot } from './why-not.ts'
import { usePayoutWords } from './words.ts'

/** Payout files: submitted, sent, approved, followed, paused, stopped, and their results exported. */
export function payoutFilePages(context: WebContext): readonly PageRoute[] {
  const page = portalReads(context, 'payments.view')
  return [
    ...payoutFileUploadPages(context),
    page(paths.payoutFiles, async ({ session }) => {
      const files = await listPayoutFiles(context.database, session.place.id)
      return html(<FileList files={files} />)
    }),
    page(`${paths.payoutFiles}/:id`, async (input) => html(await filePage(context, input))),
    page(`${paths.payoutFiles}/:id/resultat`, (input) => giveResult(context, input)),
    ...(Object.keys(acts) as FileAct[]).map((act) => actPage(context, act)),
  ]
}

type Work = (books: WebContext, order: PayoutFileOrder) => Promise<void>

const acts: Readonly<Record<FileAct, readonly [name: PortalAct, work: Work]>> = {
  send: ['payout_file.send', sendPayoutFile],
  approve: ['payout_file.approve', approvePayoutFile],
  pause: ['payout_file.pause', pausePayoutFile],
  resume: ['payout_file.resume', resumePayoutFile],
  cancel: ['payout_file.cancel', cancelPayoutFile],
}

function actPage(context: WebContext, kind: FileAct): PageRoute {
  const [act, work] = acts[kind]
  return portalWrite(context, {
    path: fileActPath(':id', kind),
    permission: 'payouts.request',
    read: (input) => findPayoutFile(context.database, input.session.place.id, fileId(input)),
    act: ({ file: { id, linesTotal, charged } }) => ({
      act,
      subject: { kind: 'payout_file', id },
      details: { lines: linesTotal, amount: Number(charged), currency: 'XOF' },
    }),
    async work({ file: { id } }, { session, language }) {
      await work(context, { serviceEnvId: session.place.id, id, member: session.person })
      return doneAt(`${paths.payoutFiles}/${id}`, payoutFileWords[language].done[kind])
    },
    again: (input, faults) => filePage(context, input, faults),
  })
}

const wrongShown = 50

async function filePage(
  { database }: WebContext,
  input: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const { place } = input.session
  const id = fileId(input)
  const [{ file, ends }, { available }] = await Promise.all([
    findPayoutFile(database, place.id, id),
    readBalance(database, place.id),
  ])
  const part = { id, after: 0, limit: wrongShown, isWrong: true }
  const wrong =
    file.linesSent + file.linesRefused > 0 ? await listPayoutFileLines(database, part) : []
  return <FilePage {...{ file, ends, wrong, available, faults }} />
}

function fileId(input: PortalInput): PayoutFileId {
  return idParam<PayoutFileId>(input, 'payout_file_not_found')
}

async function giveResult(context: WebContext, input: PortalInput) {
  const { database } = context
  const { file } = await findPayoutFile(database, input.session.place.id, fileId(input))
  const lines = tableLines<PayoutFileLine, number>({
    columns: resultColumns(file, input.language),
    language: input.language,
    read: ({ limit, position = 0 }) =>
      listPayoutFileLines(database, { id: file.id, after: position, limit, isWrong: false }),
    positionOf: ({ number }) => number,
    rowsMax: file.linesTotal + 1,
    rowsAtOnce: 1000,
  })
  const { fileName: name } = payoutFileWords[input.language].result
  return giveTable(context, input, { act: 'payout_file.export', name, lines })
}

function resultColumns(
  file: PayoutFileRecord,
  language: Language,
): readonly ExportColumn<PayoutFileLine>[] {
  const { result: words } = payoutFileWords[language]
  return [
    [words.line, ({ number }) => number],
    [words.recipient, ({ holderName }) => holderName],
    [words.phone, ({ phone }) => phone && sheetPhone(phone)],
    [words.amount, ({ amount }) => Number(amount)],
    [words.fees, ({ amount, charged }) => (charged === null ? null : Number(charged - amount))],
    [words.reference, ({ reference }) => reference],
    [words.description, ({ description }) => description],
    [words.result, (line) => resultOf(file, line, language)],
    [words.why, (line) => whyNot(line, language)],
    [words.payoutId, ({ status, payoutId }) => (status === null ? null : payoutId)],
    [words.end, ({ completedAt }) => completedAt && localTime(completedAt), 'time'],
  ]
}

function resultOf({ state }: PayoutFileRecord, line: PayoutFileLine, language: Language): string {
  const { result: words } = payoutFileWords[language]
  if (line.status !== null) return statusNames[language][line.status]
  if (line.state === 'refused') return words.refused
  return state === 'cancelled' ? words.neverSent : words.toSend
}

/** Recent files, newest first. */
function FileList({ files }: { readonly files: readonly PayoutFileRecord[] }) {
  const portal = usePortal()
  const { list: payoutList } = usePayoutWords()
  const words = usePayoutFileWords()
  const { list } = words
  const { language } = useScope()
  const mayAsk = hasPortalPermission(portal.person, 'payouts.request')
  return (
    <PortalFrame title={list.title}>
      <p>
        <a href={paths.payouts}>{payoutList.all}</a>
      </p>
      <div class="row spread">
        <h1>{list.title}</h1>
        {mayAsk && <ButtonLink href={paths.newPayoutFile}>{list.payByFile}</ButtonLink>}
      </div>
      {files.length === 0 ? (
        <Empty title={list.none}>
          <p>{list.noneText}</p>
        </Empty>
      ) : (
        <div class="card">
          <Table
            caption={list.caption}
            columns={columnsIn(words, language)}
            rows={files}
            keyOf={({ id }) => id}
          />
        </div>
      )}
    </PortalFrame>
  )
}

function columnsIn(
  { list, states }: PayoutFileWords,
  language: Language,
): readonly Column<PayoutFileRecord>[] {
  return [
    { title: list.file, cell: ({ id, name }) => <a href={`${paths.payoutFiles}/${id}`}>{name}</a> },
    { title: list.lines, cell: ({ linesTotal }) => lineCount(linesTotal, language) },
    { title: list.when, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      title: list.state,
      cell: ({ state }) => <Badge tone={fileTones[state]}>{states[state]}</Badge>,
    },
    {
      title: list.amount,
      isNumber: true,
      cell: ({ amount }) => <Amount of={money(amount, 'XOF')} />,
    },
  ]
}
