import { csvLine, csvStart } from '#domain/text/csv.ts'
import { localDay } from '#domain/text/local-day.ts'
import { money } from '#domain/money/money.ts'
import { payoutFileBytesMax, payoutFileNameLengthMax } from '#domain/payouts/file.ts'
import { payoutColumns } from '#domain/payouts/file-columns.ts'
import type { PayoutLineFault } from '#domain/payouts/file-line.ts'
import { checkPayoutFile, type PayoutFileSums } from '#use-cases/payouts/check-file.ts'
import type { WebContext } from '#web/context.ts'
import { More } from '#web/design/ask.tsx'
import { Button, ButtonLink } from '#web/design/button.tsx'
import { Facts } from '#web/design/facts.tsx'
import { LinesField, TextField } from '#web/design/field.tsx'
import { FileField } from '#web/design/file-field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Amount } from '#web/design/money.tsx'
import { Notice } from '#web/design/notice.tsx'
import { type Column, Table } from '#web/design/table.tsx'
import { file, html, type PageAnswer, redirect } from '#web/http/answer.ts'
import { errorAt } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage } from '#web/portal/portal-page.ts'
import { columnNotes, faultSentence, wholeSentence } from './file-words.ts'

const permission = 'payouts.request'
/** Base64url takes a third more room than the file; URL-encoded pasted text, up to three times. */
const formBytesMax = 15_000_000
const faultsShown = 200

/** Where a payout file is submitted: its columns, a template, and what is wrong with its lines. */
export function payoutFileUploadPages(context: WebContext): readonly PageRoute[] {
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.newPayoutFile,
      permission,
      handler: (input) => html(<UploadPage portal={input.session} name={usualName()} />),
    }),
    portalPage(context, {
      method: 'POST',
      path: paths.newPayoutFile,
      permission,
      formBytesMax,
      handler: (input) => take(context, input),
    }),
    portalPage(context, {
      method: 'GET',
      path: paths.payoutFileModel,
      permission,
      handler: () => giveModel(),
    }),
  ]
}

function usualName(): string {
  return `Retraits du ${localDay(new Date()).split('-').toReversed().join('/')}`
}

function giveModel(): PageAnswer {
  const lines = [
    payoutColumns,
    ['01 97 00 00 00', '25000', 'Rosine Hounsou', 'MTN', 'SAL-001', 'Salaire de novembre'],
    ['01 95 00 00 00', '12500', 'Awa Dossou', 'Moov', 'SAL-002', 'Salaire de novembre'],
  ]
  return file({
    content: csvStart + lines.map((cells) => csvLine(cells)).join(''),
    contentType: 'text/csv; charset=utf-8',
    fileName: 'modele-retraits.csv',
    isSaved: true,
  })
}

async function take(context: WebContext, { session, form }: PortalInput): Promise<PageAnswer> {
  const { place, person } = session
  const name = form.text('nom') || usualName()
  const pasted = form.text('texte')
  const bytes = form.file('fichier') ?? Buffer.from(pasted)
  const again = (faults: readonly FieldFault[], wrong?: WrongLines) =>
    html(<UploadPage portal={session} {...{ name, pasted, faults }} {...(wrong && { wrong })} />, {
      status: 422,
    })
  const fault = faultOf(name, bytes)
  if (fault !== null) return again([fault])
  const given = { serviceEnvId: place.id, mode: place.mode, member: person, name, bytes }
  const checked = await checkPayoutFile(context, given)
  if ('id' in checked) return redirect(`${paths.payoutFiles}/${checked.id}`)
  if ('whole' in checked) return again([{ field: null, message: wholeSentence(checked.whole) }])
  return again([], checked)
}

function faultOf(name: string, bytes: Buffer): FieldFault | null {
  if (name.length > payoutFileNameLengthMax)
    return { field: 'nom', message: `Le nom a ${payoutFileNameLengthMax} signes au plus.` }
  if (bytes.length === 0) return { field: null, message: 'Choisissez un fichier CSV.' }
  if (bytes.length > payoutFileBytesMax)
    return { field: null, message: 'Ce fichier dépasse 10\u00A0Mo.' }
  return null
}

interface WrongLines {
  readonly faults: readonly PayoutLineFault[]
  readonly right: PayoutFileSums
}

interface UploadPageProps {
  readonly portal: Portal
  readonly name: string
  readonly pasted?: string
  readonly faults?: readonly FieldFault[]
  readonly wrong?: WrongLines
}

function UploadPage(props: UploadPageProps) {
  const { portal, wrong } = props
  return (
    <PortalFrame portal={portal} title="Payer par fichier" script="file.js">
      <p>
        <a href={paths.payoutFiles}>Tous les fichiers</a>
      </p>
      <h1>Payer plusieurs personnes par fichier</h1>
      {wrong && <Wrong {...wrong} />}
      <div class="grid start">
        <Entry {...props} />
        <Columns />
      </div>
    </PortalFrame>
  )
}

function Wrong({ faults, right }: WrongLines) {
  const lines = new Set(faults.map(({ line }) => line)).size
  const isShort = faults.length > faultsShown
  return (
    <>
      <Notice
        tone="bad"
        title={lines === 1 ? 'Une ligne est à corriger' : `${lines} lignes sont à corriger`}
      >
        Rien n’est envoyé. Corrigez le fichier, puis choisissez-le de nouveau.
        {isShort && ` Voici les ${faultsShown} premières fautes.`}
      </Notice>
      <section class="card stack">
        <Table
          caption="Lignes à corriger"
          columns={faultColumns}
          rows={faults.slice(0, faultsShown)}
          keyOf={({ line, column, code }) => `${line} ${column} ${code}`}
        />
        <Facts
          facts={[
            { label: 'Lignes justes', value: String(right.lines) },
            { label: 'Leur montant', value: <Amount of={money(right.amount, 'XOF')} /> },
            { label: 'Avec les frais', value: <Amount of={money(right.charged, 'XOF')} /> },
          ]}
        />
      </section>
    </>
  )
}

const faultColumns: readonly Column<PayoutLineFault>[] = [
  { title: 'Ligne', cell: ({ line }) => <b class="num">Ligne {line}</b> },
  { title: 'Colonne', cell: ({ column }) => column && <code>{column}</code> },
  { title: 'À corriger', cell: faultSentence },
]

/** Longer pasted text, which nobody corrects by hand, is not shown again: shown in part, it would be sent in part. */
const pastedShown = 200_000

function Entry({ name, pasted = '', faults = [] }: UploadPageProps) {
  return (
    <section class="card stack">
      <Form action={paths.newPayoutFile}>
        <Faults faults={faults} />
        <TextField
          name="nom"
          label="Nom de cet envoi"
          value={name}
          error={errorAt(faults, 'nom')}
          maxLength={payoutFileNameLengthMax}
        />
        <FileField
          name="fichier"
          label="Fichier CSV"
          hint={'10\u00A0Mo et 50\u202F000\u00A0lignes au plus.'}
          accept=".csv,text/csv,text/plain"
          megabytesMax={10}
        />
        <More title="Coller les lignes" isOpen={pasted !== ''}>
          <LinesField
            name="texte"
            label="Lignes, titres compris"
            hint="Sert quand aucun fichier n’est choisi."
            value={pasted.length <= pastedShown ? pasted : ''}
            isFilter
          />
        </More>
        <Button>Vérifier le fichier</Button>
      </Form>
      <p class="soft small">
        Rien ne part à cette étape{'\u00A0'}: vous verrez d’abord les totaux et les frais.
      </p>
    </section>
  )
}

function Columns() {
  return (
    <section class="card stack">
      <h2>Le fichier</h2>
      <p class="soft">
        Un CSV avec une ligne de titres, puis une ligne par personne. Les comptes en banque se
        paient un par un.
      </p>
      <dl class="facts">
        {columnNotes.map(([name, note]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{note}</dd>
          </div>
        ))}
      </dl>
      <p>
        <ButtonLink href={paths.payoutFileModel} look="quiet" icon="download">
          Télécharger le modèle
        </ButtonLink>
      </p>
    </section>
  )
}
