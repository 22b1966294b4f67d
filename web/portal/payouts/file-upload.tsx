import { csvLine, csvStart } from '#domain/text/csv.ts'
import { localDay } from '#domain/text/local-day.ts'
import { money } from '#domain/money/money.ts'
import {
  payoutFileBytesMax,
  payoutFileLinesMax,
  payoutFileNameLengthMax,
} from '#domain/payouts/file.ts'
import { payoutColumns, payoutColumnTitles } from '#domain/payouts/file-columns.ts'
import type { Language } from '#domain/text/language.ts'
import type { PayoutLineFault } from '#domain/payouts/file-line.ts'
import { countText } from '#domain/text/text.ts'
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
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import { designWords } from '#web/design/words.tsx'
import { file, html, type PageAnswer, redirect } from '#web/http/answer.ts'
import { errorAt } from '#web/http/refused.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type PortalInput, portalPage, portalReads } from '#web/portal/portal-page.ts'
import type { PayoutFileWords } from './file-french.ts'
import {
  faultSentence,
  networkNames,
  payoutFileWords,
  usePayoutFileWords,
  wholeSentence,
} from './file-words.ts'

const permission = 'payouts.request'
/** Base64url takes a third more room than the file; URL-encoded pasted text, up to three times. */
const formBytesMax = 15_000_000
const faultsShown = 200
const megabytesMax = payoutFileBytesMax / 1_000_000

/** Where a payout file is submitted: its columns, a template, and what is wrong with its lines. */
export function payoutFileUploadPages(context: WebContext): readonly PageRoute[] {
  return [
    portalReads(context, permission)(paths.newPayoutFile, (input) =>
      html(<UploadPage name={usualName(input.language)} />),
    ),
    portalPage(context, {
      method: 'POST',
      path: paths.newPayoutFile,
      permission,
      formBytesMax,
      handler: (input) => take(context, input),
    }),
    portalReads(context, permission)(paths.payoutFileModel, ({ language }) => giveModel(language)),
  ]
}

function usualName(language: Language): string {
  const day = localDay(new Date()).split('-').toReversed().join('/')
  return payoutFileWords[language].upload.usualName(day)
}

function giveModel(language: Language): PageAnswer {
  const { model: words } = payoutFileWords[language]
  const lines = [
    payoutColumns.map((column) => payoutColumnTitles[language][column]),
    ['01 97 00 00 00', '25000', 'Rosine Hounsou', 'MTN', 'SAL-001', words.description],
    ['01 95 00 00 00', '12500', 'Awa Dossou', 'Moov', 'SAL-002', words.description],
  ]
  return file({
    content: csvStart + lines.map((cells) => csvLine(cells)).join(''),
    contentType: 'text/csv; charset=utf-8',
    fileName: words.fileName,
    isSaved: true,
  })
}

async function take(
  context: WebContext,
  { session, form, language }: PortalInput,
): Promise<PageAnswer> {
  const { place, person } = session
  const name = form.text('nom') || usualName(language)
  const pasted = form.text('texte')
  const bytes = form.file('fichier') ?? Buffer.from(pasted)
  const again = (faults: readonly FieldFault[], wrong?: WrongLines) =>
    html(<UploadPage {...{ name, pasted, faults }} {...(wrong && { wrong })} />, {
      status: 422,
    })
  const fault = faultOf(name, bytes, language)
  if (fault !== null) return again([fault])
  const given = { serviceEnvId: place.id, mode: place.mode, member: person, name, bytes }
  const checked = await checkPayoutFile(context, given)
  if ('id' in checked) return redirect(`${paths.payoutFiles}/${checked.id}`)
  if ('whole' in checked)
    return again([{ field: null, message: wholeSentence(checked.whole, language) }])
  return again([], checked)
}

function faultOf(name: string, bytes: Buffer, language: Language): FieldFault | null {
  const { upload: words } = payoutFileWords[language]
  if (name.length > payoutFileNameLengthMax)
    return { field: 'nom', message: words.nameTooLong(`${payoutFileNameLengthMax}`) }
  if (bytes.length === 0) return { field: null, message: words.noFile }
  if (bytes.length > payoutFileBytesMax) {
    const { tooLarge } = designWords[language].file
    return { field: null, message: tooLarge(`${megabytesMax}`) }
  }
  return null
}

interface WrongLines {
  readonly faults: readonly PayoutLineFault[]
  readonly right: PayoutFileSums
}

interface UploadPageProps {
  readonly name: string
  readonly pasted?: string
  readonly faults?: readonly FieldFault[]
  readonly wrong?: WrongLines
}

function UploadPage(props: UploadPageProps) {
  const { wrong } = props
  const { list, upload } = usePayoutFileWords()
  return (
    <PortalFrame title={upload.title} script="file.js">
      <p>
        <a href={paths.payoutFiles}>{list.all}</a>
      </p>
      <h1>{upload.head}</h1>
      {wrong && <Wrong {...wrong} />}
      <div class="grid start">
        <Entry {...props} />
        <Columns />
      </div>
    </PortalFrame>
  )
}

function Wrong({ faults, right }: WrongLines) {
  const { wrong: words } = usePayoutFileWords()
  const { language } = useScope()
  const lines = new Set(faults.map(({ line }) => line)).size
  const isShort = faults.length > faultsShown
  return (
    <>
      <Notice
        tone="bad"
        title={lines === 1 ? words.oneLine : words.lines(countText(lines, language))}
      >
        {words.text}
        {isShort && ` ${words.firstOnes(`${faultsShown}`)}`}
      </Notice>
      <section class="card stack">
        <Table
          caption={words.caption}
          columns={faultColumns(words, language)}
          rows={faults.slice(0, faultsShown)}
          keyOf={({ line, column, code }) => `${line} ${column} ${code}`}
        />
        <Facts
          facts={[
            { label: words.rightLines, value: countText(right.lines, language) },
            { label: words.rightAmount, value: <Amount of={money(right.amount, 'XOF')} /> },
            { label: words.rightCharged, value: <Amount of={money(right.charged, 'XOF')} /> },
          ]}
        />
      </section>
    </>
  )
}

function faultColumns(
  words: PayoutFileWords['wrong'],
  language: Language,
): readonly Column<PayoutLineFault>[] {
  const titles = payoutColumnTitles[language]
  return [
    { title: words.line, cell: ({ line }) => <b class="num">{words.numbered(`${line}`)}</b> },
    { title: words.column, cell: ({ column }) => column && <code>{titles[column]}</code> },
    { title: words.toCorrect, cell: (fault) => faultSentence(fault, language) },
  ]
}

/** Longer pasted text, which nobody corrects by hand, is not shown again: shown in part, it would be sent in part. */
const pastedShown = 200_000

function Entry({ name, pasted = '', faults = [] }: UploadPageProps) {
  const { upload: words } = usePayoutFileWords()
  const { language } = useScope()
  return (
    <section class="card stack">
      <Form action={paths.newPayoutFile}>
        <Faults faults={faults} />
        <TextField
          name="nom"
          label={words.name}
          value={name}
          error={errorAt(faults, 'nom')}
          maxLength={payoutFileNameLengthMax}
        />
        <FileField
          name="fichier"
          label={words.file}
          hint={words.fileHint(`${megabytesMax}`, countText(payoutFileLinesMax, language))}
          accept=".csv,text/csv,text/plain"
          megabytesMax={megabytesMax}
        />
        <More title={words.paste} isOpen={pasted !== ''}>
          <LinesField
            name="texte"
            label={words.pasted}
            hint={words.pastedHint}
            value={pasted.length <= pastedShown ? pasted : ''}
            isFilter
          />
        </More>
        <Button>{words.check}</Button>
      </Form>
      <p class="soft small">{words.nothingLeaves}</p>
    </section>
  )
}

function Columns() {
  const { model: words, columns } = usePayoutFileWords()
  const { language } = useScope()
  const networks = networkNames(language)
  return (
    <section class="card stack">
      <h2>{words.title}</h2>
      <p class="soft">{words.text}</p>
      <dl class="facts">
        {payoutColumns.map((column) => (
          <div key={column}>
            <dt>
              <code>{payoutColumnTitles[language][column]}</code>
            </dt>
            <dd>{columns[column](networks)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <ButtonLink href={paths.payoutFileModel} look="quiet" icon="download">
          {words.download}
        </ButtonLink>
      </p>
    </section>
  )
}
