import { randomUUIDv7 } from 'node:crypto'
import type { CaseKind } from '#domain/desk/case.ts'
import { type Assignment, readAssignment } from '#use-cases/desk/assignments.ts'
import { listNotes, type Note, noteLengthMax } from '#use-cases/desk/notes.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { LinesField } from '#web/design/field.tsx'
import { Faults, Form, type FieldFault } from '#web/design/form.tsx'
import { Time } from '#web/design/time.tsx'
import type { Form as SentForm } from '#web/http/form.ts'
import { fieldsOf } from '#web/http/refused.ts'
import { paths } from '#web/staff/paths.ts'
import { useDesk, useMay } from '#web/staff/staff-page.ts'
import { caseVerbs } from './case-verbs.ts'

/** Internal state of a case: its assignee and its notes. */
export interface CaseCare {
  readonly notes: readonly Note[]
  readonly assignment: Assignment | null
}

export interface CaseRead {
  readonly kind: CaseKind
  readonly id: string
  /** Assigned in its queue's own way, such as bank transfers, or not at all. */
  readonly hasOwnWay: boolean
}

export async function readCase(
  database: WebContext['database'],
  { kind, id, hasOwnWay }: CaseRead,
): Promise<CaseCare> {
  const [notes, assignment] = await Promise.all([
    listNotes(database, { kind, id }),
    hasOwnWay || kind === 'merchant' ? null : readAssignment(database, { kind, id }),
  ])
  return { notes, assignment }
}

interface CaseProps {
  /** The path of its page. */
  readonly path: string
  readonly care: CaseCare
  /** It is waiting, and can be assigned. */
  readonly waits: boolean
  /** Faults of a note, and what was typed. */
  readonly faults: readonly FieldFault[]
  readonly form: SentForm
}

/** The assignee and the notes of a case, for staff only. */
export function CaseParts(props: CaseProps) {
  return (
    <>
      {props.waits && <Assigned {...props} />}
      <Notes {...props} />
      {useMay('audit.view') && (
        <p>
          <a href={`${paths.audit}?sujet=${props.path.split('/').at(-1)}`}>Journal de ce dossier</a>
        </p>
      )}
    </>
  )
}

function Assigned({ path, care: { assignment } }: CaseProps) {
  const isMine = assignment?.to?.id === useDesk().person.id
  return (
    <section class="card stack">
      <h2>Suivi par</h2>
      {assignment ? (
        <p>
          {isMine ? 'Vous' : assignment.to?.name}, <Time at={assignment.since} />
        </p>
      ) : (
        <p class="soft">Personne pour l’instant.</p>
      )}
      {useMay('cases.take') && <Take path={path} assignment={assignment} isMine={isMine} />}
    </section>
  )
}

/** Takes it, gives it back, or takes it over from the current assignee. */
function Take({
  path,
  assignment,
  isMine,
}: {
  readonly path: string
  readonly assignment: Assignment | null
  readonly isMine: boolean
}) {
  return (
    <Form action={`${path}/${isMine ? caseVerbs.giveBack : caseVerbs.take}`}>
      {assignment && !isMine && <input type="hidden" name="instead_of" value={assignment.to?.id} />}
      <Button look="quiet">{takeText(assignment, isMine)}</Button>
    </Form>
  )
}

function takeText(assignment: Assignment | null, isMine: boolean): string {
  if (isMine) return 'Ne plus m’en occuper'
  return assignment === null ? 'Je m’en occupe' : 'Prendre le relais'
}

function Notes({ path, care: { notes }, faults, form }: CaseProps) {
  return (
    <section class="card stack">
      <h2>Notes de l’équipe</h2>
      {notes.length > 0 && (
        <ul class="lines notes">
          {notes.map(({ id, text, by, at }) => (
            <li key={id}>
              <span>
                {text}
                <span class="soft small">
                  {by?.name}, <Time at={at} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {useMay('cases.note') && (
        <>
          <Faults faults={faults} />
          <Form action={`${path}/${caseVerbs.note}`}>
            <input type="hidden" name="note_id" value={randomUUIDv7()} />
            <LinesField
              {...fieldsOf(form, faults)('note')}
              label="Ajouter une note"
              hint="Lue par l’équipe seule, gardée telle quelle. Sans nom ni numéro de payeur."
              maxLength={noteLengthMax}
            />
            <Button look="quiet">Noter</Button>
          </Form>
        </>
      )}
    </section>
  )
}

/** The table cell with a row's assignee. */
export function AssignedCell({ assignment }: { readonly assignment: Assignment }) {
  return <>{assignment.to?.id === useDesk().person.id ? 'Moi' : assignment.to?.name}</>
}
