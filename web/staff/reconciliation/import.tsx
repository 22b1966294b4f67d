import { mobileOperators } from '#domain/operators/operators.ts'
import { importStatementAct } from '#use-cases/reconciliation/desk-acts.ts'
import { hasNoLines } from '#use-cases/reconciliation/read-statement.ts'
import { fieldErrors } from '#http/desk-act.ts'
import type { WebContext } from '#web/context.ts'
import { doneAt, html, type PageAnswer } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { faultsOf, refusedFields } from '#web/staff/order.ts'
import { paths } from '#web/staff/paths.ts'
import { type DeskInput, deskReads, staffPage } from '#web/staff/staff-page.ts'
import { orderKinds } from '#domain/reconciliation/reconciliation.ts'
import { localDay } from '#domain/text/local-day.ts'
import { More } from '#web/design/ask.tsx'
import { Button } from '#web/design/button.tsx'
import { LinesField, SelectField, TextField, TickField } from '#web/design/field.tsx'
import { FileField } from '#web/design/file-field.tsx'
import { Faults, type FieldFault, Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { useScope } from '#web/design/scope.ts'
import { type Column, Table } from '#web/design/table.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { errorAt, fieldsOf } from '#web/http/refused.ts'
import { type ChosenService, readChosenService, ServiceChoice } from '#web/staff/chosen-service.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { type RefusedAct, RefusedNotice } from '#web/staff/parts.tsx'
import {
  fileMegabytesMax,
  importBytesMax,
  importFaults,
  importSentences,
  type LineFault,
  quietField,
  typedStatement,
} from './typed.ts'
import { orderKindNames } from './words.ts'

/**
 * The form that imports a statement; leads to the page of its reconciliation, or shows what is wrong with its lines.
 */
export function importPages(context: WebContext): readonly PageRoute[] {
  return [
    deskReads(context, importStatementAct.permission)(paths.newReconciliation, async (input) => {
      const { form } = input
      const chosen = await readChosenService(context, input)
      const csv = form.text('csv')
      return <ImportPage {...{ form, chosen, csv }} refused={null} lineFaults={[]} />
    }),
    staffPage(context, {
      method: 'POST',
      path: paths.newReconciliation,
      permission: importStatementAct.permission,
      formBytesMax: importBytesMax,
      handler: (input) => take(context, input),
    }),
  ]
}

async function take(context: WebContext, input: DeskInput): Promise<PageAnswer> {
  const { session, requestId, form } = input
  const body = typedStatement(form)
  const errors = fieldErrors(importStatementAct, body)
  const csv = form.text('csv')
  if (errors.length > 0)
    return refused(context, input, { fields: errors.map(({ field }) => field), lines: [], csv })
  if (!form.isTicked(quietField) && (await hasNoLines(body.csv)))
    return refused(context, input, { fields: [quietField], lines: [], csv: body.csv })
  try {
    const { id, isNew } = await importStatementAct.work(context, {
      person: session.person,
      requestId,
      id: '',
      body: body as Parameters<typeof importStatementAct.work>[1]['body'],
    })
    const text = isNew
      ? 'Relevé importé. Le rapprochement est en cours.'
      : 'Ce relevé était déjà importé\u00A0: voici son rapprochement.'
    return doneAt(`${paths.reconciliations}/${id}`, text)
  } catch (thrown) {
    const { lines, fields } = importFaults(thrown)
    if (lines.length === 0 && fields.length === 0) throw thrown
    return refused(context, input, { fields, lines, csv })
  }
}

/** The form again, with faults at its fields and of its lines. */
async function refused(
  context: WebContext,
  input: DeskInput,
  {
    fields,
    lines,
    csv,
  }: {
    readonly fields: readonly string[]
    readonly lines: readonly LineFault[]
    readonly csv: string
  },
) {
  const { form } = input
  const chosen = await readChosenService(context, input)
  const errors = fields.map((field) => ({ field, code: 'invalid_field' as const }))
  const { status, headers, ...said } = refusedFields(faultsOf(errors, importSentences))
  return html(<ImportPage {...{ form, chosen, csv }} refused={said} lineFaults={lines} />, {
    status,
    headers,
  })
}

interface ImportPageProps {
  readonly refused: RefusedAct | null
  /** Lines that cannot be read. */
  readonly lineFaults: readonly LineFault[]
  /** What was typed, if it was refused. */
  readonly form: SentForm
  /** What was pasted, or the titles of a file without lines. */
  readonly csv: string
  /** The service with its own account at the operator, if the statement is of that account. */
  readonly chosen: ChosenService
}

/** Form for an operator's statement: the account, the period, and the file. */
function ImportPage(props: ImportPageProps) {
  const { refused, lineFaults } = props
  return (
    <StaffFrame title="Importer un relevé" script="file.js">
      <p>
        <a href={paths.reconciliations}>Rapprochements</a>
      </p>
      <h1>Importer un relevé</h1>
      <RefusedNotice refused={refused} />
      <LineFaults faults={lineFaults} />
      <div class="split">
        <Entry {...props} />
        <Columns />
      </div>
    </StaffFrame>
  )
}

function LineFaults({ faults }: { readonly faults: readonly LineFault[] }) {
  if (faults.length === 0) return null
  return (
    <>
      <Notice tone="bad" title="Rien n’est importé">
        Ces lignes ne se lisent pas. Corrigez le fichier, ou demandez-en un autre à l’opérateur,
        puis choisissez-le de nouveau.
      </Notice>
      <section class="card">
        <Table
          caption="Lignes qui ne se lisent pas"
          columns={faultColumns}
          rows={faults}
          keyOf={({ line, column }) => `${line} ${column}`}
        />
      </section>
    </>
  )
}

const faultColumns: readonly Column<LineFault>[] = [
  { title: 'Ligne', cell: ({ line }) => <b class="num">Ligne {line}</b> },
  { title: 'Colonne', cell: ({ column }) => column && <code>{column}</code> },
  { title: 'Défaut', cell: ({ message }) => message },
]

function Entry({ refused, form, csv, chosen }: ImportPageProps) {
  const { now } = useScope()
  const faults = refused?.faults ?? []
  const field = fieldsOf(form, faults)
  const dayBefore = localDay(new Date(now.getTime() - 86_400_000))
  return (
    <section class="card stack">
      <Faults faults={faults} />
      <Form action={paths.newReconciliation}>
        <SelectField
          {...field('provider')}
          label="Opérateur"
          options={mobileOperators.map(({ code, name }) => [code, name] as const)}
        />
        <div class="grid">
          <TextField {...field('from', dayBefore)} label="Du" type="date" />
          <TextField {...field('to', dayBefore)} label="Au" type="date" />
        </div>
        <FileField
          name="file"
          label="Fichier CSV"
          hint={`${fileMegabytesMax}\u00A0Mo au plus, 100\u202F000\u00A0lignes. Il n’est pas conservé.`}
          accept=".csv,text/csv,text/plain"
          megabytesMax={fileMegabytesMax}
        />
        <Pasted text={csv} error={errorAt(faults, 'csv')} />
        <Scope form={form} chosen={chosen} faults={faults} />
        <Quiet told={errorAt(faults, quietField)} />
        <Button>Importer et rapprocher</Button>
      </Form>
    </section>
  )
}

/** A statement cut off after its titles would tell of a day that everything of ours is missing there. */
function Quiet({ told }: { readonly told: string | undefined }) {
  if (told === undefined) return null
  return (
    <Notice tone="wait" title="Aucune ligne">
      <p>Nos opérations réussies ces jours-là seraient toutes dites absentes chez l’opérateur.</p>
      <TickField name={quietField} label="L’opérateur n’a rien fait ces jours-là" />
    </Notice>
  )
}

/** For browsers without JavaScript, and for a few lines. */
function Pasted({ text, error }: { readonly text: string; readonly error: string | undefined }) {
  return (
    <More title="Coller le texte du relevé" isOpen={text !== '' || error !== undefined}>
      <LinesField
        name="csv"
        label="Texte du relevé"
        hint="Sert quand aucun fichier n’est choisi."
        value={text.length <= pastedShown ? text : ''}
        error={error}
        isFilter
      />
    </More>
  )
}

/** Longer pasted text, which nobody corrects by hand, is not shown again: shown in part, it would be sent in part. */
const pastedShown = 200_000

/** Fields that few statements need: a part of the operations, or a service's own account. */
function Scope({
  form,
  chosen,
  faults,
}: {
  readonly form: SentForm
  readonly chosen: ChosenService
  readonly faults: readonly FieldFault[]
}) {
  const error = errorAt(faults, 'service_env_id')
  const faultsKinds = errorAt(faults, 'kinds')
  const isSent = form.text('from') !== ''
  const isOpen = error !== undefined || faultsKinds !== undefined || chosen.id !== ''
  return (
    <More title="Opérations et compte" isOpen={isOpen}>
      <fieldset class="field">
        <legend class="label">Opérations que liste ce relevé</legend>
        {orderKinds.map((kind) => (
          <TickField
            key={kind}
            name={`kind_${kind}`}
            label={`${orderKindNames[kind]}s`}
            isTicked={!isSent || form.isTicked(`kind_${kind}`)}
          />
        ))}
        {faultsKinds && <p class="error">{faultsKinds}</p>}
      </fieldset>
      <ServiceChoice
        chosen={chosen}
        path={paths.newReconciliation}
        everybody="Le compte de la plateforme"
        error={error}
      />
    </More>
  )
}

function Columns() {
  return (
    <section class="card stack">
      <h2>Le fichier</h2>
      <p class="soft">
        CSV séparé par des points-virgules, des virgules ou des tabulations, avec une ligne de
        titres. Il donne tout ce que l’opérateur a fait ces jours-là{'\u00A0'}: ce qui n’y est pas
        sera dit absent.
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
    </section>
  )
}

const columnNotes = [
  ['operator_reference', 'celle de l’opérateur'],
  ['reference', 'la nôtre\u00A0; l’une des deux suffit'],
  ['kind', 'collection, payout ou refund'],
  ['amount', 'sans signe, sans nos frais'],
  ['currency', 'XOF'],
  ['status', 'succeeded, failed ou reversed'],
  ['time', '2026-11-20 11:15, ou ISO'],
] as const
