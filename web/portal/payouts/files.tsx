import type { PortalAct } from '#domain/audit/portal-acts.ts'
import type { PayoutFileId } from '#domain/ids.ts'
import { money } from '#domain/money/money.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { groupedPhone } from '#domain/phone/phone.ts'
import { localTime } from '#domain/text/text.ts'
import { readBalance } from '#use-cases/balance/read.ts'
import {
  listPayoutFileLines,
  listPayoutFiles,
  type PayoutFileLine,
  type PayoutFileRecord,
  readPayoutFile,
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
import { type Column, Table } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { html, redirect } from '#web/http/answer.ts'
import { idParam, type PageRoute } from '#web/http/route.ts'
import { type ExportColumn, giveTable, tableLines } from '#web/portal/export-table.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { type FileAct, fileActPath } from './file-acts.tsx'
import { FilePage, whyNot } from './file-page.tsx'
import { payoutFileUploadPages } from './file-upload.tsx'
import { fileStates } from './file-words.ts'

const permission = 'payments.view'

/** Payout files: submitted, sent, approved, followed, paused, stopped, and their results exported. */
export function payoutFilePages(context: WebContext): readonly PageRoute[] {
  const page = (path: string, handler: Parameters<typeof portalPage>[1]['handler']) =>
    portalPage(context, { method: 'GET', path, permission, handler })
  return [
    ...payoutFileUploadPages(context),
    page(paths.payoutFiles, async ({ session }) => {
      const files = await listPayoutFiles(context.database, session.place.id)
      return html(<FileList portal={session} files={files} />)
    }),
    page(`${paths.payoutFiles}/:id`, async (input) => html(await filePage(context, input))),
    page(`${paths.payoutFiles}/:id/resultat`, (input) => giveResult(context, input)),
    ...(Object.keys(acts) as FileAct[]).map((act) => actPage(context, act)),
  ]
}

type Work = (books: WebContext, order: PayoutFileOrder) => Promise<void>

const acts: Readonly<Record<FileAct, readonly [name: PortalAct, said: string, work: Work]>> = {
  send: ['payout_file.send', 'Fichier envoyé.', sendPayoutFile],
  approve: [
    'payout_file.approve',
    'Fichier validé\u00A0: les paiements partent.',
    approvePayoutFile,
  ],
  pause: [
    'payout_file.pause',
    'Fichier en pause\u00A0: plus aucune ligne ne part.',
    pausePayoutFile,
  ],
  resume: ['payout_file.resume', 'Le fichier reprend.', resumePayoutFile],
  cancel: [
    'payout_file.cancel',
    'Fichier arrêté. Les lignes déjà parties suivent leur cours.',
    cancelPayoutFile,
  ],
}

function actPage(context: WebContext, kind: FileAct): PageRoute {
  const [act, said, work] = acts[kind]
  return portalWrite(context, {
    path: fileActPath(':id', kind),
    permission: 'payouts.request',
    read: (input) => readPayoutFile(context.database, input.session.place.id, fileId(input)),
    act: ({ file: { id, linesTotal, charged } }) => ({
      act,
      subject: { kind: 'payout_file', id },
      details: { lines: linesTotal, amount: Number(charged), currency: 'XOF' },
    }),
    async work({ file: { id } }, { session }) {
      await work(context, { serviceEnvId: session.place.id, id, member: session.person })
      return redirect(`${paths.payoutFiles}/${id}`, { flash: { tone: 'ok', text: said } })
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
    readPayoutFile(database, place.id, id),
    readBalance(database, place.id),
  ])
  const part = { id, after: 0, limit: wrongShown, isWrong: true }
  const wrong =
    file.linesSent + file.linesRefused > 0 ? await listPayoutFileLines(database, part) : []
  return <FilePage portal={input.session} {...{ file, ends, wrong, available, faults }} />
}

function fileId(input: PortalInput): PayoutFileId {
  return idParam<PayoutFileId>(input, 'payout_file_not_found')
}

async function giveResult(context: WebContext, input: PortalInput) {
  const { database } = context
  const { file } = await readPayoutFile(database, input.session.place.id, fileId(input))
  const lines = tableLines<PayoutFileLine, number>({
    columns: resultColumns(file),
    read: ({ limit, position = 0 }) =>
      listPayoutFileLines(database, { id: file.id, after: position, limit, isWrong: false }),
    positionOf: ({ number }) => number,
    rowsMax: file.linesTotal + 1,
    rowsAtOnce: 1000,
  })
  return giveTable(context, input, { act: 'payout_file.export', name: 'resultat-retraits', lines })
}

function resultColumns(file: PayoutFileRecord): readonly ExportColumn<PayoutFileLine>[] {
  return [
    ['Ligne', ({ number }) => number],
    ['Bénéficiaire', ({ holderName }) => holderName],
    ['Numéro', ({ phone }) => (phone === null ? null : groupedPhone(phone).replace('+', '00'))],
    ['Montant', ({ amount }) => Number(amount)],
    ['Frais', ({ amount, charged }) => (charged === null ? null : Number(charged - amount))],
    ['Référence', ({ reference }) => reference],
    ['Libellé', ({ description }) => description],
    ['Résultat', (line) => resultOf(file, line)],
    ['Pourquoi', whyNot],
    ['Identifiant du retrait', ({ status, payoutId }) => (status === null ? null : payoutId)],
    ['Fin', ({ completedAt }) => completedAt && localTime(completedAt)],
  ]
}

function resultOf({ state }: PayoutFileRecord, line: PayoutFileLine): string {
  if (line.status !== null) return statusNames.fr[line.status]
  if (line.state === 'refused') return 'Refusé'
  return state === 'cancelled' ? 'Jamais envoyé' : 'À envoyer'
}

/** Recent files, newest first. */
function FileList({
  portal,
  files,
}: {
  readonly portal: Portal
  readonly files: readonly PayoutFileRecord[]
}) {
  const mayAsk = hasPortalPermission(portal.person, 'payouts.request')
  return (
    <PortalFrame portal={portal} title="Fichiers de retraits">
      <p>
        <a href={paths.payouts}>Tous les retraits</a>
      </p>
      <div class="row spread">
        <h1>Fichiers de retraits</h1>
        {mayAsk && <ButtonLink href={paths.newPayoutFile}>Payer par fichier</ButtonLink>}
      </div>
      {files.length === 0 ? (
        <Empty title="Aucun fichier pour l’instant">
          <p>Payez salaires, livreurs ou fournisseurs d’un coup, avec un fichier CSV.</p>
        </Empty>
      ) : (
        <div class="card">
          <Table
            caption="Fichiers de retraits, les plus récents d’abord"
            columns={columns}
            rows={files}
            keyOf={({ id }) => id}
          />
        </div>
      )}
    </PortalFrame>
  )
}

const columns: readonly Column<PayoutFileRecord>[] = [
  { title: 'Fichier', cell: ({ id, name }) => <a href={`${paths.payoutFiles}/${id}`}>{name}</a> },
  { title: 'Lignes', cell: ({ linesTotal }) => `${linesTotal.toLocaleString('fr-FR')} lignes` },
  { title: 'Quand', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    title: 'État',
    cell: ({ state }) => <Badge tone={fileStates[state][0]}>{fileStates[state][1]}</Badge>,
  },
  { title: 'Montant', isNumber: true, cell: ({ amount }) => <Amount of={money(amount, 'XOF')} /> },
]
