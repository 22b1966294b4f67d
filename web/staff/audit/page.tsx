import { isUuid } from '#domain/ids.ts'
import { listStaffAudit, type LoggedAct } from '#use-cases/audit/list.ts'
import { listPeople } from '#use-cases/people/find.ts'
import type { StaffMember } from '#domain/people/person.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { SelectField, TextField } from '#web/design/field.tsx'
import { Form } from '#web/design/form.tsx'
import type { Column } from '#web/design/table.tsx'
import { Time } from '#web/design/time.tsx'
import { html } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { DeskTable } from '#web/staff/desk-list.tsx'
import { StaffFrame } from '#web/staff/frame.tsx'
import { State } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { readList } from '#web/staff/queue.ts'
import { type Desk, staffPage } from '#web/staff/staff-page.ts'
import { actNames, subjectPath } from './act-names.ts'

/** What the staff did, the latest first: of one member, on one thing. */
export function auditPage(context: WebContext): PageRoute {
  const { database } = context
  return staffPage(context, {
    method: 'GET',
    path: paths.audit,
    permission: 'audit.view',
    async handler(input) {
      const given = (name: string) => {
        const text = (input.query.get(name) ?? '').trim().toLowerCase()
        return isUuid(text) ? text : ''
      }
      const filter = { actorId: given('membre'), subjectId: given('sujet') }
      const { rows, next } = await readList(context, input, {
        list: `audit ${filter.actorId} ${filter.subjectId}`,
        path: paths.audit,
        read: ({ limit, after: [before] = [] }) =>
          listStaffAudit(database, {
            limit,
            before,
            actorId: filter.actorId || undefined,
            subjectId: filter.subjectId || undefined,
          }),
        positionOf: ({ id }) => [id],
      })
      const members = await listPeople(database, { realm: 'staff', merchantId: null })
      return html(
        <AuditPage
          desk={input.session}
          rows={rows}
          next={next}
          members={members}
          filter={filter}
        />,
      )
    },
  })
}

function AuditPage({
  desk,
  rows,
  next,
  members,
  filter,
}: {
  readonly desk: Desk
  readonly rows: readonly LoggedAct[]
  readonly next: string | null
  readonly members: readonly StaffMember[]
  readonly filter: Filter
}) {
  return (
    <StaffFrame desk={desk} title="Journal d’audit">
      <h1>Journal d’audit</h1>
      <Filters members={members} filter={filter} />
      <DeskTable
        caption="Journal, le plus récent d’abord"
        columns={columns}
        rows={rows}
        next={next}
        empty={{
          title: 'Aucune ligne',
          icon: 'search',
          text: 'Tout ce que l’équipe fait, ou tente, est écrit ici.',
        }}
      />
    </StaffFrame>
  )
}

type Filter = { readonly actorId: string; readonly subjectId: string }

function Filters({
  members,
  filter,
}: {
  readonly members: readonly StaffMember[]
  readonly filter: Filter
}) {
  return (
    <Form action={paths.audit} method="get">
      <div class="row end">
        <SelectField
          name="membre"
          label="Membre"
          options={[['', 'Tous'], ...members.map(({ id, name }) => [id, name] as const)]}
          value={filter.actorId}
          isFilter
        />
        <TextField
          name="sujet"
          label="Identifiant concerné"
          type="search"
          value={filter.subjectId}
          maxLength={36}
          isFilter
        />
        <Button look="quiet" icon="search">
          Filtrer
        </Button>
      </div>
    </Form>
  )
}

const columns: readonly Column<LoggedAct>[] = [
  { title: 'Quoi', cell: ({ act }) => <b>{actNames[act] ?? act}</b> },
  { title: 'Qui', cell: ({ actor }) => actor.name },
  { title: 'Quand', cell: ({ at }) => <Time at={at} /> },
  { title: 'Sujet', cell: SubjectCell },
  { title: 'Motif', cell: ({ reason }) => reason },
  { title: 'Issue', cell: OutcomeCell },
]

const shownLength = 8

function SubjectCell({ act, subject }: LoggedAct) {
  if (subject === null) return null
  const { id } = subject
  const path = subjectPath(act, subject)
  const short = (
    <code title={id}>{id.length > shownLength * 2 ? `…${id.slice(-shownLength)}` : id}</code>
  )
  return path === null ? short : <a href={path}>{short}</a>
}

function OutcomeCell({ outcome }: LoggedAct) {
  if (outcome === 'done') return <State of={['ok', 'Fait']} />
  if (outcome === null) return <State of={['wait', 'Interrompu']} />
  return (
    <>
      <State of={['bad', 'Refusé']} />
      <span class="soft small">{outcome}</span>
    </>
  )
}
